import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { PACKAGE_ROOT } from '../../src/package.ts';
import { answer } from './answer.ts';

const lines = (name: string) =>
  readFileSync(join(PACKAGE_ROOT, 'test/regression', name), 'utf8')
    .split('\n')
    .filter((line) => line !== '');

/** Every tenth claim with its source; models/claim-nli/CALIBRATION.md has the figures of all. */
const ROWS = lines('neighbours.jsonl')
  .filter((_, i) => i % 10 === 0)
  .map((line) => JSON.parse(line) as { claim: string; grounding_source: string });
const NEIGHBOURS = lines('neighbours-unrelated.txt').slice(0, 10).join(' ');

it('ten sentences about something else behind a source change few verdicts', async () => {
  const changed: string[] = [];
  for (const { claim, grounding_source: source } of ROWS) {
    const alone = await answer(claim, source);
    const among = await answer(claim, `${source} ${NEIGHBOURS}`);
    if (alone.verdict !== among.verdict) changed.push(`${alone.verdict} ${among.verdict} ${claim}`);
  }
  expect(ROWS).toHaveLength(30);
  expect(changed.length).toBeLessThanOrEqual(2);
});
