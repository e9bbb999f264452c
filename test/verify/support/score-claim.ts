import { splitSources } from '../../../src/answer/sources.ts';
import type { CrossEncoder } from '../../../src/nli/types.ts';
import { pauseRegularly } from '../../../src/pause.ts';
import { type ExaminedClaim, examineClaim } from '../../../src/verify/examine/examine-claim.ts';
import { type ReadClaim, readClaim } from '../../../src/verify/read/read-claim.ts';
import { readSource, readSources, type SourceSet } from '../../../src/verify/read/read-source.ts';
import { premisesOf } from '../../../src/verify/score/score-span.ts';
import type { Verification, VerifyInput } from '../../../src/verify/verification.ts';
import { sourcesOf } from '../../answer/support/answer-on.ts';
import { verifierOn } from '../../support/fake-encoder.ts';

export interface ReadTexts {
  readonly claim: ReadClaim;
  readonly source: SourceSet;
}

/** Splits both texts for the models. */
export async function readTexts(input: VerifyInput, encoder: CrossEncoder): Promise<ReadTexts> {
  const pause = pauseRegularly();
  const claim = readClaim(input.claim, encoder);
  return { claim, source: await readSource(input.source, { encoder, parts: claim.parts }, pause) };
}

export interface ScoredClaim extends ExaminedClaim {
  readonly pairs: Verification['pairs'];
}

/** Reads both texts, has both models score them, and counts the pairs. */
export async function scoreClaim(input: VerifyInput, encoder: CrossEncoder): Promise<ScoredClaim> {
  const examined = await verifierOn(encoder).examine(input);
  const sum = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0);
  const pairs = {
    evidence: sum(examined.spans.map(({ evidencePairs }) => evidencePairs)),
    verdict: sum(examined.spans.map((span) => premisesOf(span).length)),
  };
  return { ...examined, pairs };
}

/** Examines a claim against several documents of one source. */
export async function examineDocuments(
  text: string,
  documents: readonly string[],
  encoder: CrossEncoder,
): Promise<ExaminedClaim> {
  const pause = pauseRegularly();
  const claim = readClaim(text, encoder);
  const split = await splitSources(sourcesOf(...documents), pause);
  const sources = await readSources(split, { encoder, parts: claim.parts }, pause);
  const permit = encoder.admit(0, {});
  return examineClaim(claim, { sources, encoder, permit, pause });
}
