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
 * alike, on pieces not much longer than what fits; each piece is found when it is asked for.
 */
export function* piecesThatFit(
  text: string,
  span: Span,
  fits: (piece: string) => boolean,
): Generator<Span, void, undefined> {
  const isFit: Fits = (start, end) => fits(text.slice(start, end).trim());
  if (isFit(span.start, span.end)) return yield span;
  const edges = edgesOf(text, span);
  let start = span.start;
  let next = 0;
  let count = 0;
  while (next < edges.length) {
    count = largest(edges.length - next, count, (words) => isFit(start, edges[next + words - 1]?.at ?? span.end));
    const taken = next + count === edges.length ? count : pauseWithin(edges, next, count);
    const end = edges[next + Math.max(taken, 1) - 1]?.at ?? span.end;
    const pieces = count > 0 ? [{ start, end }] : wordPieces(text, { start, end }, isFit);
    for (const piece of pieces) {
      const words = trimmed(text, piece.start, piece.end);
      if (words !== undefined) yield words;
    }
    next += Math.max(taken, 1);
    start = end;
  }
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
function largest(max: number, guess: number, passes: (count: number) => boolean): number {
  let good = 0;
  let bad = max + 1;
  let next = Math.min(Math.max(guess, 1), max);
  for (let step = 1; bad - good > 1; step *= 2) {
    if (passes(next)) good = next;
    else bad = next;
    const hasBoth = good > 0 && bad <= max;
    if (hasBoth) next = Math.floor((good + bad) / 2);
    else next = bad > max ? Math.min(good + step, max) : Math.max(bad - step, 1);
  }
  return good;
}

/** Splits a word that does not fit between characters, if possible not before a combining mark. */
function* wordPieces(text: string, word: Span, isFit: Fits): Generator<Span, void, undefined> {
  const cuts: number[] = [];
  let at = word.start;
  for (const character of text.slice(word.start, word.end)) {
    at += character.length;
    cuts.push(at);
  }
  let start = word.start;
  let next = 0;
  let count = 0;
  while (next < cuts.length) {
    count = largest(cuts.length - next, count, (taken) => isFit(start, cuts[next + taken - 1] ?? word.end));
    const taken = Math.max(1, count === cuts.length - next ? count : beforeMarks(text, cuts, { next, count }));
    const end = cuts[next + taken - 1] ?? word.end;
    yield { start, end };
    start = end;
    next += taken;
  }
}

function beforeMarks(text: string, cuts: readonly number[], from: { next: number; count: number }): number {
  for (let count = from.count; count > Math.max(0, from.count - 16); count -= 1) {
    const following = String.fromCodePoint(text.codePointAt(cuts[from.next + count - 1] ?? 0) ?? 32);
    if (!/\p{M}|\u200d|\p{Emoji_Modifier}/u.test(following)) return count;
  }
  return from.count;
}
