import { type LineGrammar, LineRecords } from './line-records.ts';

/** A record is a line, whatever it holds. */
const ANY_LINE: LineGrammar<undefined> = {
  start: undefined,
  scan: () => undefined,
  outcome: () => 'record',
  brokenProblem: '',
  unclosedProblem: '',
};

export function jsonLines(maxBytes: number): LineRecords<undefined> {
  return new LineRecords(ANY_LINE, maxBytes);
}
