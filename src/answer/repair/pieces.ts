import type { Span } from '../../text/index.ts';

/** A mark at the edge of a sentence that is of several: it stays as long as one of them does. */
export interface SharedMark extends Span {
  readonly first: number;
  readonly last: number;
}

/** A sentence of the answer as a repair takes it apart, in UTF-16 units of the answer as it came. */
export interface SentencePieces {
  /** The mark of a list entry, an opening `**`, `__` or parenthesis, in their order. */
  readonly openings: readonly SharedMark[];
  /** The words, with the marks of their citations. */
  readonly words: Span;
  readonly closings: readonly SharedMark[];
}

const LINE_END = /[\n\r\u2028\u2029\f\v]/;
const BLANK_LINE = /(?:\r\n|\n|\r)[^\S\r\n]*(?:\r\n|\n|\r)/;
const LIST_MARK = /^(?:>[ \t]?)*(?:(?:[-*+•]|\d{1,3}[.)])[ \t]+(?:\[[ xX]\][ \t]+)?)?/;
const PAIRS = [
  ['**', '**'],
  ['__', '__'],
  ['(', ')'],
] as const;

export function hasLineEnd(between: string): boolean {
  return LINE_END.test(between);
}

/** Whether a paragraph ends between two sentences. */
export function hasBlankLine(between: string): boolean {
  return BLANK_LINE.test(between);
}

/** The mark of a list entry or a quotation at the start of a sentence, with its space; else empty. */
export function listMark(written: string): string {
  return LIST_MARK.exec(written)![0];
}

/** The sentences with the marks of citations that are theirs; nothing but white space is left between them. */
export function extentsOf(answer: string, sentences: readonly Span[]): Span[] {
  const starts: number[] = [];
  const ends: number[] = [];
  for (let i = 0; i <= sentences.length; i += 1) {
    const from = sentences[i - 1]?.end ?? 0;
    const between = answer.slice(from, sentences[i]?.start);
    const leading = i === 0 ? 0 : i === sentences.length ? between.length : leadingAt(between);
    if (i > 0) ends.push(from + between.slice(0, leading).trimEnd().length);
    starts.push(from + between.length - between.slice(leading).trimStart().length);
  }
  return ends.map((end, i) => ({ start: starts[i]!, end }));
}

/** Where in the text between two sentences the part of the second begins: at the last line, where a mark begins it. */
function leadingAt(between: string): number {
  let line = between.length;
  while (line > 0 && !LINE_END.test(between[line - 1]!)) line -= 1;
  return line > 0 && between.slice(line).trim() !== '' ? line : between.length;
}

/** The sentences at these places, taken apart. */
export function piecesOf(answer: string, extents: readonly Span[]): SentencePieces[] {
  const written = extents.map(({ start, end }) => answer.slice(start, end));
  const between = extents.map(({ end }, i) => answer.slice(end, extents[i + 1]?.start));
  const lineLast = between.map((_, i) => i);
  for (let i = lineLast.length - 2; i >= 0; i -= 1) if (!hasLineEnd(between[i]!)) lineLast[i] = lineLast[i + 1]!;
  const pieces = extents.map((words) => ({ openings: [] as SharedMark[], words, closings: [] as SharedMark[] }));
  for (const [i, piece] of pieces.entries()) {
    const text = written[i]!;
    const mark = listMark(text);
    let inner = piece.words.start + mark.length;
    const last = lineLast[i]!;
    const beginsLine = i === 0 || hasLineEnd(between[i - 1]!);
    if (beginsLine && last > i && mark.trim() !== '' && mark.length < text.length)
      piece.openings.push({ start: piece.words.start, end: piece.words.start + mark.trimEnd().length, first: i, last });
    const pair = PAIRS.find(([open]) => text.startsWith(open, mark.length));
    const closing = pair && isOpen(text, pair) ? closingOf({ written, between }, i, pair) : undefined;
    if (closing !== undefined && pieces[closing]!.closings.length === 0) {
      const shared = { first: i, last: closing };
      const { start: wordsStart, end } = pieces[closing]!.words;
      const start = wordsStart + written[closing]!.lastIndexOf(pair![1]);
      piece.openings.push({ start: inner, end: inner + pair![0].length, ...shared });
      inner += pair![0].length;
      pieces[closing]!.closings.push({ start, end, ...shared });
      pieces[closing]!.words = { start: wordsStart, end: start };
    }
    if (piece.openings.length > 0) piece.words = { start: inner, end: piece.words.end };
  }
  return pieces;
}

type Pair = (typeof PAIRS)[number];
/** Sentences in which the other mark of a pair is looked for. */
const NEAR = 20;

/** The next sentence of the paragraph that has the closing mark of a pair alone, and ends with it. */
function closingOf(
  { written, between }: { readonly written: readonly string[]; readonly between: readonly string[] },
  from: number,
  pair: Pair,
): number | undefined {
  const end = Math.min(written.length, from + NEAR);
  for (let i = from + 1; i < end && !hasBlankLine(between[i - 1]!); i += 1) {
    if (!isOpen(written[i]!, pair)) continue;
    const at = written[i]!.lastIndexOf(pair[1]);
    return at >= 0 && /^[.!?…]?$/.test(written[i]!.slice(at + pair[1].length)) ? i : undefined;
  }
  return undefined;
}

/** Whether a text has one mark of a pair without the other. */
function isOpen(text: string, [open, close]: Pair): boolean {
  const count = (mark: string) => text.split(mark).length - 1;
  return open === close ? count(open) % 2 === 1 : count(open) !== count(close);
}

/** A stretch of one sentence that goes, with the white space that goes with it. */
export interface Stretch extends Span {
  readonly sentence: number;
}

type Role = 'opening' | 'words' | 'closing';

interface Token extends Span {
  readonly sentence: number;
  readonly role: Role;
  readonly goes: boolean;
}

/**
 * The stretches of an answer that go with sentences of it. Of the pieces of white space around and in what goes at a place
 * one stays: at the beginning of the answer and behind an opening mark the first, at its end and before a closing mark the
 * last, else the one with the most ends of lines, of equal ones the first.
 */
export function stretchesOf(
  answer: string,
  pieces: readonly SentencePieces[],
  isGone: (sentence: number) => boolean,
): Stretch[] {
  const tokens = tokensOf(pieces, isGone);
  const gaps = Array.from({ length: tokens.length + 1 }, (_, t) => ({
    start: tokens[t - 1]?.end ?? 0,
    end: tokens[t]?.start ?? answer.length,
  }));
  const stretches: Stretch[] = [];
  for (let first = 0; first < tokens.length; first += 1) {
    if (!tokens[first]!.goes) continue;
    let last = first;
    while (tokens[last + 1]?.goes) last += 1;
    const kept = keptGap(
      gaps.slice(first, last + 2).map(({ start, end }) => answer.slice(start, end)),
      { before: tokens[first - 1]?.role, after: tokens[last + 1]?.role },
    );
    for (let t = first; t <= last; t += 1) {
      const isBefore = t - first < kept;
      const start = isBefore ? gaps[t]!.start : tokens[t]!.start;
      const end = isBefore ? tokens[t]!.end : gaps[t + 1]!.end;
      stretches.push({ start, end, sentence: tokens[t]!.sentence });
    }
    first = last;
  }
  return joined(stretches);
}

function tokensOf(pieces: readonly SentencePieces[], isGone: (sentence: number) => boolean): Token[] {
  const isWhollyGone = ({ first, last }: { readonly first: number; readonly last: number }) => {
    for (let i = first; i <= last; i += 1) if (!isGone(i)) return false;
    return true;
  };
  return pieces.flatMap(({ openings, words, closings }, sentence) => [
    ...openings.map((mark): Token => ({ ...mark, sentence, role: 'opening', goes: isWhollyGone(mark) })),
    { start: words.start, end: words.end, sentence, role: 'words', goes: isGone(sentence) },
    ...closings.map((mark): Token => ({ ...mark, sentence, role: 'closing', goes: isWhollyGone(mark) })),
  ]);
}

/** The gap that stays of those around a run that goes. */
function keptGap(
  gaps: readonly string[],
  { before, after }: { readonly before: Role | undefined; readonly after: Role | undefined },
): number {
  const last = gaps.length - 1;
  if (before === undefined || before === 'opening') return 0;
  if (after === undefined || after === 'closing') return last;
  const lines = gaps.map((gap) => gap.split('\n').length);
  return lines.indexOf(lines.reduce((most, count) => Math.max(most, count), 0));
}

/** Stretches of one sentence that touch are one. */
function joined(stretches: readonly Stretch[]): Stretch[] {
  const all: Stretch[] = [];
  for (const stretch of stretches) {
    const before = all.at(-1);
    if (before?.sentence === stretch.sentence && before.end === stretch.start)
      all[all.length - 1] = { ...before, end: stretch.end };
    else all.push(stretch);
  }
  return all;
}
