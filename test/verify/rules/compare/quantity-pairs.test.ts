import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { compareSurface } from '../support/compare-surface.ts';

interface Row {
  readonly id: string;
  readonly relation: 'equal' | 'unequal' | 'other';
  readonly claim: string;
  readonly grounding_source: string;
}

const ROWS = readFileSync(new URL('../../../regression/quantities.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line): Row => JSON.parse(line));

describe('pairs of test/regression/quantities.jsonl', () => {
  it.each(ROWS)('$id: $claim | $grounding_source', ({ relation, claim, grounding_source: source }) => {
    const statuses = compareSurface(claim, source).facts.map(({ status }) => status);
    if (relation === 'equal') expect(new Set(statuses)).toEqual(new Set(['match']));
    else expect(statuses.includes('conflict')).toBe(relation === 'unequal');
  });
});
