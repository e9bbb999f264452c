import { answerSettings, type Config } from '../../config.ts';
import { ANSWER_LIMITS, type AnswerLimits } from '../../index.ts';
import { maxBytesOf } from '../http/json-body.ts';

/** What an answer and its sources may hold: the limits that are settings, and the others. */
export function answerLimits(config: Config): AnswerLimits {
  return { ...ANSWER_LIMITS, ...answerSettings(config) };
}

/** Enough for the longest texts with every character escaped, and for ids, titles and citations. */
export function maxAnswerBodyBytes({ answerLength, sourcesLength }: AnswerLimits): number {
  return maxBytesOf(answerLength + sourcesLength);
}
