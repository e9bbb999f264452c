import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AnswerInput } from '../../src/answer/answer-request.ts';
import { verifierOf } from '../../src/verifier.ts';
import { PLAIN_CALIBRATION } from '../support/fake-encoder.ts';
import { CodeCounter, READS_TEXTS } from '../support/work/code-counter.ts';
import { HOSTILE, longest, ORDINARY, type Units } from '../support/work/hostile-texts.ts';
import { indifferentEncoder } from '../support/work/indifferent-encoder.ts';

/** How many times the work of an ordinary answer of its size an answer may cost. */
const MAX_TIMES = 4;
const SOURCES = 3;
const ANSWER_LENGTH = 2_000;

/** Every sentence of the answer cites, so that the cited source is asked alone too. */
function inputOf(units: Units): AnswerInput {
  const { claim, source } = longest(units);
  const answer = [...claim.repeat(Math.ceil(ANSWER_LENGTH / claim.length))].slice(0, ANSWER_LENGTH).join('');
  return {
    answer,
    sources: Array.from({ length: SOURCES }, (_, i) => ({ id: String(i), text: source.slice(0, 7_000) })),
    citations: [{ start: 0, end: [...answer].length, source_ids: ['1'] }],
    uncertain: 'review',
    minConfidence: 0,
    offsets: 'code_point',
  };
}

const calibration = PLAIN_CALIBRATION;
const verifier = verifierOf({
  encoder: indifferentEncoder(),
  calibration,
  maxRequestMs: 1e9,
  version: '0.0.1',
});
const counter = new CodeCounter((url) => READS_TEXTS.test(url));
const workOf = (units: Units) =>
  counter.count(async () => {
    JSON.stringify(await verifier.verifyPrepared(await verifier.prepareAnswer(inputOf(units))));
  });
let ordinary: number;

beforeAll(async () => {
  await counter.start();
  const works: number[] = [];
  for (const units of Object.values(ORDINARY)) works.push(await workOf(units));
  ordinary = works.reduce((sum, work) => sum + work, 0) / works.length;
});
afterAll(() => counter.stop());

describe('the work of a long answer', () => {
  it.each(Object.entries(HOSTILE))('is at most four times that of an ordinary one: %s', async (_, units) => {
    expect((await workOf(units)) / ordinary).toBeLessThanOrEqual(MAX_TIMES);
  });
});
