import { afterAll, beforeAll, expect, it } from 'vitest';
import { proseClaim } from '../../../../src/verify/rules/compute/prose-claims.ts';
import { proseTableSteps, proseTables } from '../../../../src/verify/rules/compute/prose-tables.ts';
import { sourceNumbers } from '../../../../src/verify/rules/compute/source-numbers.ts';
import { surfaceReading } from '../../../../src/verify/rules/reading.ts';
import { CodeCounter } from '../../../support/work/code-counter.ts';

const counter = new CodeCounter((url) => url.includes('/rules/compute/'));
beforeAll(() => counter.start());
afterAll(() => counter.stop());

it.each([
  ['numbers', sourceNumbers, 'It has 5 cars and 6 beds. '],
  ['ranges', sourceNumbers, 'It rose from 5 to 6 beds. '],
  ['names that end in numbers', proseTables, 'Bodo 388 and Bergen 412. '],
] as const)('reads the numbers of a text in time that grows as the text: %s', async (_, read, unit) => {
  const workOn = (times: number) => {
    const reading = surfaceReading(unit.repeat(times));
    return counter.count(async () => read(reading));
  };
  const [short, long] = [await workOn(250), await workOn(1_000)];
  expect(long / short).toBeLessThanOrEqual(5);
});

it('reads the sentences of a text that give values in steps of one sentence, once', () => {
  const reading = surfaceReading('Bodo has 388 beds and Bergen has 412 beds. '.repeat(1_000));
  const steps = proseTableSteps(reading);
  let count = 0;
  let step = steps.next();
  for (; !step.done; step = steps.next()) count += 1;
  expect(count).toBe(1_000);
  expect(step.value).toHaveLength(1_000);
  expect(proseTables(reading)).toBe(step.value);
});

it('compares a claim with few of the sentences about its names', async () => {
  const claim = surfaceReading('Bodo has more beds than Bergen.');
  const workOn = (times: number) => {
    const reading = surfaceReading('Bodo has 388 beds and Bergen has 412 beds. '.repeat(times));
    const document = { reading, start: 0, end: reading.text.length, tables: [], moved: 0 };
    proseTables(reading);
    return counter.count(async () => proseClaim(claim, document));
  };
  const [few, many] = [await workOn(20), await workOn(1_000)];
  expect(many / few).toBeLessThanOrEqual(3);
});
