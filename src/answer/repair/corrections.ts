import type { SentenceBody } from '../../contract/answer.ts';
import type { ReasonCode } from '../../contract/words.ts';
import type { AnswerInput } from '../answer-request.ts';
import { offsetTable } from '../offsets.ts';
import { isOpen } from './removal.ts';

/** A value of the answer that a source has otherwise. Offsets are in the unit of the request. */
export interface Correction {
  readonly sentence: number;
  readonly start: number;
  readonly end: number;
  readonly expected: string;
}

const VALUES: readonly ReasonCode[] = ['number_differs', 'date_differs', 'name_differs'];
const MAX_LENGTH = 100;

/** A correction of each sentence that does not pass because of one value. */
export function correctionsOf(sentences: readonly SentenceBody[]): Correction[] {
  return sentences.flatMap((body, sentence) => {
    const [reason, ...others] = body.reasons;
    if (!isOpen(body) || reason === undefined || others.length > 0 || !VALUES.includes(reason.code)) return [];
    const { expected, found } = reason;
    if (expected === null || found === null || expected.text === found.text) return [];
    const isValue = expected.text.length <= MAX_LENGTH && !/[\n\r[\]|]/.test(expected.text + found.text);
    return isValue ? [{ sentence, start: found.start, end: found.end, expected: expected.text }] : [];
  });
}

/** A place of the answer in UTF-16 units. */
export function utf16Span({ answer, offsets }: AnswerInput, { start, end }: Correction) {
  const table = offsetTable(answer, offsets);
  const [from, to] = [table.toUtf16(start), table.toUtf16(end)];
  if (!('at' in from && 'at' in to)) throw new Error('A reason has a place outside of the answer. This is a bug.');
  return { start: from.at, end: to.at };
}

/** The request with a value corrected. Explicit citations stay on the words that they cite. */
export function withCorrection(input: AnswerInput, correction: Correction): AnswerInput {
  const { answer, citations, offsets } = input;
  const { start, end, expected } = correction;
  const span = utf16Span(input, correction);
  const length = offsetTable(expected, offsets).length;
  const corrected = { ...input, answer: answer.slice(0, span.start) + expected + answer.slice(span.end) };
  if (typeof citations === 'string') return corrected;
  const moved = (at: number) => (at <= start ? at : at < end ? start + length : at + length - (end - start));
  const cited = citations.map((one) => ({ ...one, start: moved(one.start), end: moved(one.end) }));
  return { ...corrected, citations: cited };
}
