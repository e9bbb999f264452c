import type { CitedSpan } from '../../contract/answer-request.ts';
import { ServiceError } from '../../errors.ts';
import type { Span } from '../../text/index.ts';
import type { AnswerInput } from '../answer-input.ts';
import { type OffsetTable, offsetTable } from '../offsets.ts';

/** An explicit citation in UTF-16 offsets of the caller's answer. */
export interface CitedStretch extends Span {
  readonly ids: readonly string[];
}

/**
 * The explicit citations of a request; none where it cites otherwise. Throws `invalid_request` for an offset that is no
 * edge of a character of the answer, and for a span without a character.
 */
export function citedSpans({ answer, citations, offsets }: AnswerInput): CitedStretch[] {
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
  throw new ServiceError('invalid_request', message, { details: { field } });
}

function empty({ start, end }: CitedSpan, field: string): ServiceError {
  const message = `${field} must be greater than the start of its span, ${start}, got ${end}.`;
  return new ServiceError('invalid_request', message, { details: { field } });
}
