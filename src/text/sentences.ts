import { sentenceEnds } from './boundaries.ts';
import { readLines } from './lines.ts';
import { isMarkerOnly } from './markers.ts';
import { type Segment, segmentsOf } from './segments.ts';
import { type Span, trimmed } from './span.ts';

/**
 * The sentences of a text: trimmed, non-empty spans in order that do not overlap and together cover every character
 * that is not white space. List items, headings, table rows and quoted lines are spans of their own; a paragraph
 * wrapped at a column is not cut at its line ends. Linear in the text; never throws.
 */
export function splitSentences(text: string): Span[] {
  if (text.trim() === '') return [];
  const segments = segmentsOf(text, readLines(text));
  const ends = sentenceEnds(text);
  let next = 0;
  return segments.flatMap((segment) => {
    while (next < ends.length && (ends[next] ?? 0) <= segment.start) next += 1;
    const from = next;
    while (next < ends.length && (ends[next] ?? 0) < segment.end) next += 1;
    return piecesOf(text, segment, segment.whole ? [] : ends.slice(from, next));
  });
}

function piecesOf(text: string, segment: Segment, cuts: readonly number[]): Span[] {
  const pieces: Span[] = [];
  let start = segment.start;
  /** Where a piece that cannot stand alone began, waiting for the one it belongs to. */
  let waiting: number | undefined;
  for (const cut of [...cuts, segment.end]) {
    const piece = trimmed(text, start, cut);
    start = cut;
    if (piece === undefined) continue;
    const words = text.slice(piece.start, piece.end);
    const last = pieces.at(-1);
    const isBare = !/[\p{L}\p{N}]/u.test(words);
    if (isBare && last !== undefined && waiting === undefined)
      pieces[pieces.length - 1] = { start: last.start, end: piece.end };
    else if ((isBare || isMarkerOnly(words)) && cut !== segment.end) waiting ??= piece.start;
    else {
      pieces.push({ start: waiting ?? piece.start, end: piece.end });
      waiting = undefined;
    }
  }
  if (waiting !== undefined) {
    const rest = trimmed(text, waiting, segment.end);
    if (rest !== undefined) pieces.push(rest);
  }
  return pieces;
}
