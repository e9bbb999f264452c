import { answerSettings, type Config } from '../../config.ts';
import { ANSWER_LIMITS, type AnswerLimits } from '../../index.ts';

/** What an answer and its sources may hold: the limits that are settings, and the others. */
export function answerLimits(config: Config): AnswerLimits {
  return { ...ANSWER_LIMITS, ...answerSettings(config) };
}

/** A character beyond the basic plane as JSON may write it: "\ud83d\ude00". */
const LONGEST_ESCAPE = 12;
const OTHER_FIELDS_BYTES = 512 * 1024;

/** Enough for the longest texts with every character escaped, and for ids, titles and citations. */
export function maxAnswerBodyBytes({ answerLength, sourcesLength }: AnswerLimits): number {
  return LONGEST_ESCAPE * (answerLength + sourcesLength) + OTHER_FIELDS_BYTES;
}
