import type { Caller } from '../../nli/types.ts';
import { pauseRegularly } from '../../pause.ts';
import type { VerifierParts } from '../../verify/claim-pipeline.ts';
import { agreesWithCopy } from '../../verify/decide/policy.ts';
import type { ReadClaim } from '../../verify/read/read-claim.ts';
import { expectedCostMs } from '../../verify/score/highest-cost.ts';
import { type Scoring, sentencesPerSpan } from '../../verify/score/scoring.ts';
import type { Candidate, Finder } from '../index/finder.ts';
import { selectCandidates } from './select-candidates.ts';

/** What sentences of a draft are checked with. */
export interface CheckingParts {
  readonly parts: VerifierParts;
  readonly finder: Finder;
  readonly caller: Caller;
}

/** What a claim is scored with, but for the source, which is made of the candidates. */
export type ScoringCandidates = Omit<Scoring, 'source' | 'nearest'>;

/** Sentences that the word index names for a claim. */
const FOUND_SENTENCES = 100;
/** As in an answer: a draft has many sentences. */
const COMPARED_PAIRS = 1_000;

/**
 * Finds the candidates of a claim in a folder, 100 by their words and of these the ones that the evidence model names, and
 * works on with them and the same place in the queue.
 */
export async function withCandidates<Result>(
  claim: ReadClaim,
  { parts, finder, caller }: CheckingParts,
  work: (candidates: readonly Candidate[], scoring: ScoringCandidates) => Promise<Result>,
): Promise<Result> {
  const { encoder, limits, calibration } = parts;
  const words = claim.spans.map(({ normalised }) => normalised).join(' ');
  const found = await finder.nearest(words, FOUND_SENTENCES);
  const texts = { claim: claim.text, source: found.map(textOf).join('\n') };
  const permit = encoder.admit(expectedCostMs(texts, encoder, limits), caller);
  try {
    await permit.turn();
    const scoring = {
      ...{ encoder, permit, limits, comparedPairs: COMPARED_PAIRS, perSpan: sentencesPerSpan(1, limits) },
      settles: settlesBy(calibration),
      pause: pauseRegularly(caller.signal, permit.turn),
    };
    return await work(await selectCandidates(claim, found, scoring), scoring);
  } finally {
    permit.end();
  }
}

function settlesBy(calibration: VerifierParts['calibration']): Scoring['settles'] {
  return (scores) => agreesWithCopy(scores, calibration);
}

function textOf({ passage, sentence }: Candidate): string {
  const { start, end } = passage.spans[sentence]!;
  return passage.text.slice(start, end);
}
