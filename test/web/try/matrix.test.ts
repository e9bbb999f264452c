import { expect, it } from 'vitest';
import type { MatrixBody } from '../../../src/contract/verify.ts';
import type { MatchType } from '../../../src/contract/words.ts';
import { usedCells } from '../../../src/web/try/matrix.ts';

const SOURCES = ['It opened in 1998.', 'It is closed.', 'It opened in 1998.'];
const CLAIMS = ['It opened.', 'It is closed.'];
const MATRIX: MatrixBody = { claim_spans: CLAIMS, source_spans: SOURCES, scores: [], phase: [], relevant: [] };

function used(trail: readonly (readonly [claim: string, source: string, match: MatchType])[]) {
  const texts = { claim: CLAIMS.join(' '), source: SOURCES.join(' ') };
  const entries = trail.map(([claim_span, source_span, match_type]) => ({ claim_span, source_span, match_type }));
  const isUsed = usedCells(MATRIX, { ...texts, trail: entries });
  return CLAIMS.map((_claim, c) => SOURCES.map((_source, s) => isUsed(c, s)));
}

it('takes the pairs of the audit trail for used, and no other sentence', () => {
  const trail = [
    ['It opened.', 'opened in 1998', 'paraphrase_match'],
    ['It is closed.', '', 'insufficient_evidence'],
  ] as const;
  expect(used(trail)).toEqual([
    [true, false, false],
    [false, false, false],
  ]);
});

it('takes every sentence that a span of the source touches', () => {
  expect(used([['It is closed.', '1998. It is closed.', 'contradiction']])[1]).toEqual([true, true, false]);
});
