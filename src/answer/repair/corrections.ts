import type { SentenceBody } from '../../contract/answer.ts';
import type { ReasonCode } from '../../contract/words.ts';
import type { Span } from '../../text/index.ts';
import type { AnswerInput } from '../answer-request.ts';
import { type OffsetTable, offsetTable } from '../offsets.ts';
import { isOpen } from './removal.ts';

/** A value of the answer that a source has otherwise. Offsets are in the unit of the request. */
export interface Correction {
  readonly sentence: number;
  readonly start: number;
  readonly end: number;
  readonly utf16: Span;
  readonly expected: string;
}

const VALUES: readonly ReasonCode[] = ['number_differs', 'date_differs', 'name_differs'];
const MAX_LENGTH = 100;

/** A correction of each sentence that does not pass because of one value. `table`: of the answer. */
export function correctionsOf(sentences: readonly SentenceBody[], table: OffsetTable): Correction[] {
  return sentences.flatMap((body, sentence) => {
    const [reason, ...others] = body.reasons;
    if (!isOpen(body) || reason === undefined || others.length > 0 || !VALUES.includes(reason.code)) return [];
    const { expected, found } = reason;
    if (expected === null || found === null || expected.text === found.text) return [];
    const isValue = expected.text.length <= MAX_LENGTH && !/[\n\r[\]|]/.test(expected.text + found.text);
    if (!isValue) return [];
    const { start, end } = found;
    return [{ sentence, start, end, utf16: utf16Span({ start, end }, table), expected: expected.text }];
  });
}

function utf16Span({ start, end }: Span, table: OffsetTable): Span {
  const [from, to] = [table.toUtf16(start), table.toUtf16(end)];
  if (!('at' in from && 'at' in to)) throw new Error('A reason has a place outside of the answer. This is a bug.');
  return { start: from.at, end: to.at };
}

/** The request with a value corrected; apply the last correction first. Explicit citations stay on the words that they cite. */
export function withCorrection(input: AnswerInput, correction: Correction): AnswerInput {
  const { answer, citations, offsets } = input;
  const { start, end, utf16, expected } = correction;
  const length = offsetTable(expected, offsets).length;
  const corrected = { ...input, answer: answer.slice(0, utf16.start) + expected + answer.slice(utf16.end) };
  if (typeof citations === 'string') return corrected;
  const moved = (at: number) => (at <= start ? at : at < end ? start + length : at + length - (end - start));
  const cited = citations.map((one) => ({ ...one, start: moved(one.start), end: moved(one.end) }));
  return { ...corrected, citations: cited };
}
