import type { CrossEncoder } from '../../../src/nli/types.ts';
import { pauseRegularly } from '../../../src/pause.ts';
import type { ExaminedClaim } from '../../../src/verify/examine/examine-claim.ts';
import { type ReadClaim, readClaim } from '../../../src/verify/read/read-claim.ts';
import { type ReadSource, readSource } from '../../../src/verify/read/read-source.ts';
import type { ScoredSpan } from '../../../src/verify/score/score-span.ts';
import type { SelectionLimits } from '../../../src/verify/score/scoring.ts';
import type { Verification, VerifyInput } from '../../../src/verify/verification.ts';
import { verifierOn } from '../../support/fake-encoder.ts';

export interface ReadTexts {
  readonly claim: ReadClaim;
  readonly source: ReadSource;
}

/** Splits both texts for the models. */
export async function readTexts(input: VerifyInput, encoder: CrossEncoder): Promise<ReadTexts> {
  const pause = pauseRegularly();
  const claim = await readClaim(input.claim, encoder, pause);
  return { claim, source: await readSource(input.source, { encoder, parts: claim.parts }, pause) };
}

export interface ScoredClaim extends ExaminedClaim {
  readonly pairs: Verification['pairs'];
}

/** Reads both texts and puts them through both phases. */
export async function scoreClaim(
  input: VerifyInput,
  encoder: CrossEncoder,
  limits: Partial<SelectionLimits> = {},
): Promise<ScoredClaim> {
  const verifier = verifierOn(encoder, { limits });
  const examination = await verifier.examine(input);
  const sum = (count: (span: ScoredSpan) => number) =>
    examination.scored.reduce((total, span) => total + count(span), 0);
  const evidence = sum((span) => span.evidence.length);
  const verdict = sum(({ premises }) => premises.length);
  return { ...examination, pairs: { evidence, verdict, cut: sum(({ cut }) => cut) } };
}
