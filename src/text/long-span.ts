import type { Pausing } from './pausing.ts';
import { type Span, trimmed } from './span.ts';

/** An offset before a word at which a piece may end; `clause`: a clause ends there. */
interface Edge {
  readonly at: number;
  readonly clause: boolean;
}

const EDGE = /\s+|(?<=[、，；：。！？])(?=\S)/g;
const PAUSE_BEFORE = /[;:,–—)、，；：。！？]$/;
const PAUSE_AFTER =
  /^(?:[–—(]|(?:and|or|but|nor|which|who|that|while|whereas|because|although|when|where|if|so|then)\s)/i;

type Fits = (start: number, end: number) => boolean;

/**
 * Splits a span into pieces that fit: at the last end of a clause in a piece's second half, otherwise between words,
 * otherwise between characters (never inside a surrogate pair). Every non-space character is in exactly one piece; a
 * piece that does not fit is a single character. `fits` is called a few times per piece where pieces are
 * alike, on pieces not much longer than what fits.
 */
export function* pausingPieces(text: string, span: Span, fits: (piece: string) => boolean): Pausing<Span[]> {
  const isFit: Fits = (start, end) => fits(text.slice(start, end).trim());
  if (isFit(span.start, span.end)) return [span];
  const edges = edgesOf(text, span);
  const pieces: Span[] = [];
  let start = span.start;
  let next = 0;
  let count = 0;
  while (next < edges.length) {
    count = yield* pausingLargest(edges.length - next, count, (words) =>
      isFit(start, edges[next + words - 1]?.at ?? span.end),
    );
    const taken = next + count === edges.length ? count : pauseWithin(edges, next, count);
    const end = edges[next + Math.max(taken, 1) - 1]?.at ?? span.end;
    if (count > 0) pieces.push({ start, end });
    else for (const piece of yield* pausingWordPieces(text, { start, end }, isFit)) pieces.push(piece);
    next += Math.max(taken, 1);
    start = end;
  }
  return pieces.flatMap((piece) => trimmed(text, piece.start, piece.end) ?? []);
}

function edgesOf(text: string, span: Span): Edge[] {
  const body = text.slice(span.start, span.end);
  const edges = [...body.matchAll(EDGE)].map(({ 0: gap, index }) => {
    const at = index + gap.length;
    const clause = PAUSE_BEFORE.test(body.charAt(index - 1)) || PAUSE_AFTER.test(body.slice(at, at + 9));
    return { at: span.start + at, clause };
  });
  return [...edges, { at: span.end, clause: true }];
}

/** How many of `count` words to take: up to the last end of a clause in the second half, or all. */
function pauseWithin(edges: readonly Edge[], first: number, count: number): number {
  for (let taken = count; taken > count / 2; taken -= 1) if (edges[first + taken - 1]?.clause) return taken;
  return count;
}

/** The largest number up to `max` that passes, above which all fail: gallops from the guess, then halves. */
function* pausingLargest(max: number, guess: number, passes: (count: number) => boolean): Pausing<number> {
  let good = 0;
  let bad = max + 1;
  let next = Math.min(Math.max(guess, 1), max);
  for (let step = 1; bad - good > 1; step *= 2) {
    yield;
    if (passes(next)) good = next;
    else bad = next;
    const hasBoth = good > 0 && bad <= max;
    if (hasBoth) next = Math.floor((good + bad) / 2);
    else next = bad > max ? Math.min(good + step, max) : Math.max(bad - step, 1);
  }
  return good;
}

/** Splits a word that does not fit between characters, if possible not before a combining mark. */
function* pausingWordPieces(text: string, word: Span, isFit: Fits): Pausing<Span[]> {
  const cuts: number[] = [];
  let at = word.start;
  for (const character of text.slice(word.start, word.end)) {
    at += character.length;
    cuts.push(at);
  }
  const pieces: Span[] = [];
  let start = word.start;
  let next = 0;
  let count = 0;
  while (next < cuts.length) {
    count = yield* pausingLargest(cuts.length - next, count, (taken) =>
      isFit(start, cuts[next + taken - 1] ?? word.end),
    );
    const taken = Math.max(1, count === cuts.length - next ? count : beforeMarks(text, cuts, { next, count }));
    const end = cuts[next + taken - 1] ?? word.end;
    pieces.push({ start, end });
    start = end;
    next += taken;
  }
  return pieces;
}

function beforeMarks(text: string, cuts: readonly number[], from: { next: number; count: number }): number {
  for (let count = from.count; count > Math.max(0, from.count - 16); count -= 1) {
    const following = String.fromCodePoint(text.codePointAt(cuts[from.next + count - 1] ?? 0) ?? 32);
    if (!/\p{M}|\u200d|\p{Emoji_Modifier}/u.test(following)) return count;
  }
  return from.count;
}
