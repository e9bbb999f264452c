import type { Citations, CitedSpan, OffsetUnit } from '../../contract/answer-request.ts';
import { invalidField, type ServiceError } from '../../contract/errors.ts';
import { firstIndex, type Span } from '../../text/index.ts';
import { type OffsetTable, offsetTable } from '../offsets.ts';
import type { CitationMarks } from './citation-marks.ts';

/** An explicit citation in UTF-16 offsets of the caller's answer. */
interface CitedStretch extends Span {
  readonly ids: readonly string[];
}

/** The explicit citations in UTF-16 offsets. Throws `invalid_request` for one that is no stretch of characters. */
export function citedSpans(
  answer: string,
  { citations, offsets }: { readonly citations: Citations; readonly offsets: OffsetUnit },
): CitedStretch[] {
  if (typeof citations === 'string') return [];
  const table = offsetTable(answer, offsets);
  return citations.map((cited, i) => {
    const start = checked(table, cited.start, `citations[${i}].start`);
    const end = checked(table, cited.end, `citations[${i}].end`);
    if (end <= start) throw empty(cited, `citations[${i}].end`);
    return { start, end, ids: cited.source_ids };
  });
}

function checked(table: OffsetTable, offset: number, field: string): number {
  const result = table.toUtf16(offset);
  if ('at' in result) return result.at;
  const message = `${field} must be the offset of an edge between characters of answer, got ${offset}, ${result.problem}.`;
  throw invalidField(field, message);
}

function empty({ start, end }: CitedSpan, field: string): ServiceError {
  return invalidField(field, `${field} must be greater than the start of its span, ${start}, got ${end}.`);
}

/** Sentences times the ids that each cites: the answer repeats an id for every sentence that a span overlaps. */
export const MOST_SENTENCE_CITATIONS = 10_000;

/** The ids that one sentence cites, in order and each once. */
type CitedIds = readonly string[];

interface MarkedText {
  readonly text: string;
  readonly marks: readonly CitationMarks[];
  /** For each of the marks, where in the text it was cut. */
  readonly places: readonly number[];
}

/** The ids that each sentence cites by marks: in it, after it, or before it at the beginning of its line. Linear. */
export function citedByMarks({ text, marks, places }: MarkedText, sentences: readonly Span[]): CitedIds[] {
  const cited = sentences.map(() => new Set<string>());
  let next = 0;
  for (const [m, { ids, leads }] of marks.entries()) {
    const place = places[m]!;
    while (next < sentences.length && sentences[next]!.start < place) next += 1;
    const follows = sentences[next];
    const isOfNext = next === 0 || (leads && place > sentences[next - 1]!.end && isSameLine(text, place, follows));
    const owner = cited[isOfNext ? next : next - 1];
    for (const id of ids) owner?.add(id);
  }
  return cited.map((ids) => [...ids]);
}

function isSameLine(text: string, place: number, sentence: Span | undefined): boolean {
  return sentence !== undefined && !/[\n\r\u2028\u2029\f\v]/.test(text.slice(place, sentence.start));
}

/** The ids that each sentence cites by spans that overlap it. Throws `invalid_request` for too many ids altogether. */
export function citedBySpans(sentences: readonly Span[], stretches: readonly CitedStretch[]): CitedIds[] {
  const cited = sentences.map(() => new Set<string>());
  let count = 0;
  for (const { start, end, ids } of stretches.toSorted((one, other) => one.start - other.start)) {
    for (let s = firstEndingAfter(sentences, start); s < sentences.length && sentences[s]!.start < end; s += 1) {
      count += ids.length;
      if (count > MOST_SENTENCE_CITATIONS) throw tooMany();
      for (const id of ids) cited[s]!.add(id);
    }
  }
  return cited.map((ids) => [...ids]);
}

function firstEndingAfter(sentences: readonly Span[], offset: number): number {
  return firstIndex(sentences.length, (s) => sentences[s]!.end > offset);
}

function tooMany(): ServiceError {
  const expected = `citations must name at most ${MOST_SENTENCE_CITATIONS} ids over all sentences that their spans overlap`;
  return invalidField('citations', `${expected}, got more.`);
}
