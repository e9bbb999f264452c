import { sentenceEnds } from './boundaries.ts';
import { readLines } from './lines.ts';
import { isMarkerOnly } from './markers.ts';
import { type Segment, segmentsOf } from './segments.ts';
import { type Span, trimmed } from './span.ts';
import { atOnce, STEP, type Steps } from './steps.ts';

/**
 * The sentences of a text: trimmed, non-empty spans in order that do not overlap and together cover every character
 * that is not white space. List items, headings, table rows and quoted lines are spans of their own; a paragraph
 * wrapped at a column is not split at its line ends. Linear in the text; never throws.
 */
export function* sentenceSteps(text: string): Steps<Span[]> {
  if (text.trim() === '') return [];
  const segments = yield* segmentsOf(text, yield* readLines(text));
  const ends = yield* sentenceEnds(text);
  const spans: Span[] = [];
  let next = 0;
  for (const [i, segment] of segments.entries()) {
    while (next < ends.length && (ends[next] ?? 0) <= segment.start) next += 1;
    const from = next;
    while (next < ends.length && (ends[next] ?? 0) < segment.end) next += 1;
    spans.push(...(yield* piecesOf(text, segment, segment.whole ? [] : ends.slice(from, next))));
    if (i % STEP === 0) yield;
  }
  return spans;
}

/** The same without a pause. */
export function splitSentences(text: string): Span[] {
  return atOnce(sentenceSteps(text));
}

function* piecesOf(text: string, segment: Segment, cuts: readonly number[]): Steps<Span[]> {
  const pieces: Span[] = [];
  const end = trimmed(text, segment.start, segment.end)?.end ?? segment.end;
  let start = segment.start;
  /** Start of a piece that belongs to the next piece. */
  let pendingStart: number | undefined;
  for (const [i, cut] of [...cuts, segment.end].entries()) {
    if (i % STEP === STEP - 1) yield;
    const piece = trimmed(text, start, cut);
    start = cut;
    if (piece === undefined) continue;
    const place = placeOf(text.slice(piece.start, piece.end));
    const last = pieces.at(-1);
    const isLast = cut >= end;
    if (last !== undefined && pendingStart === undefined && (place === 'before' || (place === 'after' && isLast))) {
      pieces[pieces.length - 1] = { start: last.start, end: piece.end };
    } else if (place !== 'own' && !isLast) pendingStart ??= piece.start;
    else {
      pieces.push({ start: pendingStart ?? piece.start, end: piece.end });
      pendingStart = undefined;
    }
  }
  return pieces;
}

/** Where a piece belongs: marks and single tags to the previous piece, an item's marker to the next. */
function placeOf(piece: string): 'own' | 'before' | 'after' {
  if (!/[\p{L}\p{N}]/u.test(piece) || /^<\/?[a-z]{1,8}>$/i.test(piece)) return 'before';
  return isMarkerOnly(piece) ? 'after' : 'own';
}
