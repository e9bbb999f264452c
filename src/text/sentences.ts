import { sentenceEnds } from './boundaries.ts';
import { withoutCitationMarks } from './citation-marks.ts';
import { isMarkerOnly } from './markers.ts';
import { sectionsOf } from './sections.ts';
import { type Line, linesOf, type Segment, segmentsOf } from './segments.ts';
import { type Span, trimmed } from './span.ts';

/**
 * The sentences of a text: trimmed, non-empty spans in order that do not overlap and together cover every character
 * that is not white space. List items, headings, table rows and quoted lines are separate spans; a paragraph
 * wrapped at a column is not split at its line ends. Linear in the text; never throws.
 */
export function splitSentences(text: string): Span[] {
  return [...sentenceSteps(text)].filter((span) => span !== undefined);
}

/** Lines that are read in one step. */
const LINES_AT_ONCE = 200;

/** The same, one after the other, and `undefined` wherever others may have their turn: a long text takes seconds. */
export function* sentenceSteps(text: string): Generator<Span | undefined, void, undefined> {
  for (const section of sectionsOf(text))
    for (const span of stepsOf(text.slice(section.start, section.end)))
      yield span && { start: section.start + span.start, end: section.start + span.end };
}

function* stepsOf(text: string): Generator<Span | undefined, void, undefined> {
  if (text.trim() === '') return;
  const ends = yield* sentenceEnds(text);
  const lines: Line[] = [];
  for (const line of linesOf(text)) if (lines.push(line) % LINES_AT_ONCE === 0) yield;
  let next = 0;
  for (const segment of segmentsOf(text, lines)) {
    while (next < ends.length && (ends[next] ?? 0) <= segment.start) next += 1;
    const from = next;
    while (next < ends.length && (ends[next] ?? 0) < segment.end) next += 1;
    yield* piecesOf(text, segment, segment.whole ? [] : ends.slice(from, next));
  }
}

function piecesOf(text: string, segment: Segment, cuts: readonly number[]): Span[] {
  const pieces: Span[] = [];
  const end = trimmed(text, segment.start, segment.end)?.end ?? segment.end;
  let start = segment.start;
  /** Start of a piece that belongs to the next piece. */
  let pendingStart: number | undefined;
  for (const cut of [...cuts, segment.end]) {
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
  const [before, marks] = pieces.slice(-2);
  if (before !== undefined && marks !== undefined && isCitation(text.slice(marks.start, marks.end)))
    pieces.splice(-2, 2, { start: before.start, end: marks.end });
  return pieces;
}

/** Where a piece belongs: marks and single tags to the previous piece, an item's marker to the next. */
function placeOf(piece: string): 'own' | 'before' | 'after' {
  if (!WORD.test(piece) || /^<\/?[a-z]{1,8}>$/i.test(piece)) return 'before';
  return isMarkerOnly(piece) ? 'after' : 'own';
}

const WORD = /[\p{L}\p{N}]/u;
const MAX_CITATION = 240;

/** True for "[1][2]" and "(Source: annual report)" after a sentence. */
function isCitation(piece: string): boolean {
  return (
    piece.length <= MAX_CITATION && /^[^\p{L}\p{N}]/u.test(piece) && !WORD.test(withoutCitationMarks(`. ${piece}`))
  );
}
