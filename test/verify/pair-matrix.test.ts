import { expect, it } from 'vitest';
import type { SelectionLimits } from '../../src/verify/score/scoring.ts';
import type { VerifyInput } from '../../src/verify/verification.ts';
import { pairMatrix } from '../../src/verify/verify-claims.ts';
import { byWords, fakeEncoder } from '../support/fake-encoder.ts';
import { scoreClaim } from './support/score-claim.ts';

const CLAIM = 'Hi! The red mill closed in June.';
const SOURCE = 'The red mill closed in May. The red mill never closed in June. Rain fell. Snow fell in Rome.';

async function rowsOf(input: VerifyInput, encoder = fakeEncoder(), limits: Partial<SelectionLimits> = {}) {
  const { claim, source, scored } = await scoreClaim(input, encoder, limits);
  return pairMatrix(claim, source, scored).rows;
}

it('says which sentences count as being about the same matter: those the verdict model read with enough of the words', async () => {
  const relevant = (rows: Awaited<ReturnType<typeof rowsOf>>) => rows.map((row) => row.map((cell) => cell.relevant));
  expect(relevant(await rowsOf({ claim: CLAIM, source: SOURCE }))).toEqual([[], [true, true, false, false]]);
  const noneInCommon = { claim: 'Ada sold it.', source: 'Rain fell. Snow fell.' };
  expect(relevant(await rowsOf(noneInCommon))).toEqual([[false, false]]);
  const oneCandidate = await rowsOf({ claim: CLAIM, source: SOURCE }, fakeEncoder({ evidence: byWords }), {
    candidates: 1,
  });
  expect(oneCandidate[1]!.map(({ phase, relevant: counts }) => phase === 'evidence' && counts)).not.toContain(true);
});
