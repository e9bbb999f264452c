import { afterAll, beforeAll, expect, it } from 'vitest';
import { sourceNumbers } from '../../../../src/verify/rules/compute/source-numbers.ts';
import { surfaceReading } from '../../../../src/verify/rules/reading.ts';
import { CodeCounter } from '../../../support/work/code-counter.ts';

const counter = new CodeCounter((url) => url.includes('/rules/compute/'));
beforeAll(() => counter.start());
afterAll(() => counter.stop());

it.each([
  ['numbers', sourceNumbers, 'It has 5 cars and 6 beds. '],
  ['ranges', sourceNumbers, 'It rose from 5 to 6 beds. '],
] as const)('reads the numbers of a text in time that grows as the text: %s', async (_, read, unit) => {
  const workOn = (times: number) => {
    const reading = surfaceReading(unit.repeat(times));
    return counter.count(async () => read(reading));
  };
  const [short, long] = [await workOn(250), await workOn(1_000)];
  expect(long / short).toBeLessThanOrEqual(5);
});
