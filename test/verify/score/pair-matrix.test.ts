import { expect, it } from 'vitest';
import { pairMatrix } from '../../../src/verify/score/pair-matrix.ts';
import { byWords, fakeEncoder } from '../../support/fake-encoder.ts';
import { scoreClaim } from '../support/score-claim.ts';

const CLAIM = 'Hi! The red mill closed in June.';
const SOURCE = 'The red mill closed in May. The red mill never closed in June. Rain fell. Snow fell in Rome.';

it('says which sentences count as being about the same matter: those the verdict model read with enough of the words', async () => {
  const everyPair = pairMatrix(await scoreClaim({ claim: CLAIM, source: SOURCE }, fakeEncoder()));
  expect(everyPair.relevant).toEqual([[], [true, true, false, false]]);
  const noneInCommon = { claim: 'Ada sold it.', source: 'Rain fell. Snow fell.' };
  expect(pairMatrix(await scoreClaim(noneInCommon, fakeEncoder())).relevant).toEqual([[false, false]]);
  const oneCandidate = await scoreClaim({ claim: CLAIM, source: SOURCE }, fakeEncoder({ evidence: byWords }), {
    candidates: 1,
  });
  const { relevant, phases } = pairMatrix(oneCandidate);
  expect(phases[1]!.map((phase, i) => phase === 'evidence' && relevant[1]![i])).not.toContain(true);
});
