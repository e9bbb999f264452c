import { afterAll, beforeAll, expect, it } from 'vitest';
import { readStructured } from '../../../../src/structured/index.ts';
import { recordClaim } from '../../../../src/verify/rules/index.ts';
import { CodeCounter } from '../../../support/work/code-counter.ts';
import { readSurface } from '../support/compare-surface.ts';

const counter = new CodeCounter((url) => url.includes('/verify/rules/'));
beforeAll(() => counter.start());
afterAll(() => counter.stop());

type Entries = readonly (readonly [name: string, value: unknown])[];

const entries = (count: number, entry: (i: number) => Entries[number]): Entries =>
  Array.from({ length: count }, (_, i) => entry(i));

/** How much work another claim costs against a record that was compared before. */
function workOn(claim: string, record: unknown): Promise<number> {
  const { objects } = readStructured(JSON.stringify(record), 'json');
  const compare = () => recordClaim(readSurface(claim), { objects, start: 0 });
  compare();
  return counter.count(async () => compare());
}

const items = (count: number) => Array.from({ length: count }, (_, i) => ({ name: 'Ab', z: i }));

/** A record of so many values, and a claim that the rules compare with most of them. */
const HOSTILE: Readonly<Record<string, readonly [claim: string, record: (count: number) => unknown]>> = {
  'many items and values that share a name': [
    'The x of Ab is 3.',
    (count) => ({ l: items(50), ...Object.fromEntries(entries(count / 2, (i) => [`k${i}`, { x: i }])) }),
  ],
  'lists whose names share a word': [
    'All x are 3 and two x are 4.',
    (count) => Object.fromEntries(entries(count / 3, (i) => [`x ${i}`, [{ a: 1 }, { a: 2 }]])),
  ],
  states: [
    'It was running, active, paid, open, enabled and failed.',
    (count) => Object.fromEntries(entries(count, (i) => [`k${i}`, 'failed'])),
  ],
  flags: [
    'It is active, running, paid, open, enabled and not done.',
    (count) => Object.fromEntries(entries(count, (i) => [`k${i}`, true])),
  ],
  amounts: ['It is $5 and $6 or $7 in 8.', (count) => Object.fromEntries(entries(count, (i) => [`k${i}`, i]))],
};

it.each(Object.entries(HOSTILE))(
  'costs at most ten times a claim about one of as many values: %s',
  async (_, [claim, record]) => {
    const plain = Object.fromEntries(entries(2_000, (i) => [`k${i}`, i]));
    const usual = await workOn('The k7 is 3.', plain);
    expect((await workOn(claim, record(2_000))) / usual).toBeLessThanOrEqual(10);
  },
);
