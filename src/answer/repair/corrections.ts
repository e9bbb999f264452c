import type { ReasonBody, SentenceBody } from '../../contract/answer.ts';
import type { ReasonCode } from '../../contract/words.ts';
import type { AnswerInput } from '../answer-input.ts';
import { offsetTable } from '../offsets.ts';

/** One value of the answer and the value of a source that may stand in its place, in the unit of the request. */
export interface Correction {
  readonly sentence: number;
  readonly start: number;
  readonly end: number;
  readonly found: string;
  readonly expected: string;
}

/** What these reasons find is one value beside another. */
const VALUES: readonly ReasonCode[] = ['number_differs', 'date_differs', 'name_differs'];
const MAX_LENGTH = 100;

/** The sentences that do not pass for one value alone, which the source has otherwise. */
export function correctionsOf(sentences: readonly SentenceBody[]): Correction[] {
  return sentences.flatMap(({ outcome, reasons }, sentence) => {
    const value = outcome !== null && outcome !== 'pass' && reasons.length === 1 ? oneValue(reasons[0]!) : undefined;
    return value === undefined ? [] : [{ sentence, ...value }];
  });
}

function oneValue({ code, expected, found }: ReasonBody): Omit<Correction, 'sentence'> | undefined {
  if (!VALUES.includes(code) || expected === null || found === null) return undefined;
  const isValue = expected.text.length <= MAX_LENGTH && !/[\n\r[\]|]/.test(expected.text + found.text);
  const { start, end, text } = found;
  return isValue && expected.text !== text ? { start, end, found: text, expected: expected.text } : undefined;
}

/** The request with all of the corrections made: explicit citations stay on the words that they are about. */
export function correctedInput(input: AnswerInput, corrections: readonly Correction[]): AnswerInput {
  const { answer, offsets, citations } = input;
  const table = offsetTable(answer, offsets);
  const at = (offset: number) => {
    const place = table.toUtf16(offset);
    if ('problem' in place) throw new Error(`A place of the answer is none: ${place.problem}. This is a bug.`);
    return place.at;
  };
  let from = 0;
  let corrected = '';
  for (const { start, end, expected } of corrections) {
    corrected += answer.slice(from, at(start)) + expected;
    from = at(end);
  }
  return {
    ...{ ...input, answer: corrected + answer.slice(from) },
    ...(typeof citations === 'string' ? {} : { citations: citations.map(moved) }),
  };

  function moved<T extends { readonly start: number; readonly end: number }>(cited: T): T {
    return { ...cited, start: shifted(cited.start), end: shifted(cited.end) };
  }

  /** An offset inside a value moves to its end. */
  function shifted(offset: number): number {
    let by = 0;
    for (const { start, end, expected } of corrections) {
      if (offset <= start) break;
      by += offsetTable(expected, offsets).length - (Math.min(offset, end) - start);
    }
    return offset + by;
  }
}
