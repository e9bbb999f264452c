import type { MatchType } from '../../../src/contract/words.ts';
import type { NliScores } from '../../../src/nli/types.ts';
import { pauseRegularly } from '../../../src/pause.ts';
import type { Objection } from '../../../src/verify/decide/calibration.ts';
import type { DecidedSpan } from '../../../src/verify/decide/policy.ts';
import { comparedOnce } from '../../../src/verify/examine/examine-claim.ts';
import { type ExaminedSpan, FEATURES, type Features } from '../../../src/verify/examine/features.ts';
import type { ScoredPremise } from '../../../src/verify/read/premises.ts';
import type { ReadSource } from '../../../src/verify/read/read-source.ts';
import type { Quotation } from '../../../src/verify/read/source-readings.ts';
import { copyDifferences, PairBudget } from '../../../src/verify/rules/index.ts';
import type { VerifyInput } from '../../../src/verify/verification.ts';
import { compareSurface, readSurface } from '../rules/support/compare-surface.ts';
import { premise } from './examined-span.ts';
import { pieceOf, plainSource } from './plain-source.ts';

/** What was decided of a span, and which sentences decided; scores may be given for each of them. */
export interface DecidedSpanPlan {
  readonly matchType: MatchType;
  readonly objections?: readonly Objection[];
  /** Probabilities; of an open span below those that lean to a side unless told otherwise. */
  readonly entailed?: number;
  readonly contradicted?: number;
  readonly support?: ScoredPlan;
  readonly opposition?: ScoredPlan;
  readonly closest?: ScoredPlan;
  readonly copied?: ScoredPlan;
  readonly surface?: Quotation & { readonly premise: ScoredPlan };
}

/** Source sentences by number, how the model reads them together, and the share of the claim's words they hold. */
export interface ScoredPlan {
  readonly sentences: readonly number[];
  readonly scores: NliScores;
  readonly coverage?: number;
}

export interface BuiltSpan {
  readonly source: ReadSource;
  readonly span: DecidedSpan;
}

const NEUTRAL: ScoredPlan = { sentences: [0], scores: { entailment: 0.1, neutral: 0.8, contradiction: 0.1 } };

/** The whole claim as one span beside the sentences of a source, with real findings and made-up scores. */
export function decidedSpan(input: VerifyInput, plan: DecidedSpanPlan): BuiltSpan {
  const { claim, source } = input;
  const read = plainSource(source);
  const hypothesis = { ...pieceOf(claim, { start: 0, end: claim.length }), asserts: true, foreign: false };
  const scored = ({ sentences: numbers, scores, coverage = 1 }: ScoredPlan): ScoredPremise =>
    premise(scores, coverage, [...numbers]);
  const textOf = (one: ScoredPremise) => one.sentences.map((i) => read.sentences[i]!.text).join(' ');
  const [support, opposition, closest] = [plan.support, plan.opposition, plan.closest].map((one) =>
    scored(one ?? NEUTRAL),
  ) as [ScoredPremise, ScoredPremise, ScoredPremise];
  const copied = plan.copied && scored(plan.copied);
  const examined: ExaminedSpan = {
    ...{ hypothesis, support, opposition, closest },
    premises: [support, opposition, closest],
    sharesSubject: () => true,
    sharesNames: () => true,
    surface: plan.surface && { ...plan.surface, isSentence: false, premise: scored(plan.surface.premise) },
    copied: copied && {
      premise: copied,
      differences: copyDifferences(
        readSurface(claim),
        readSurface(textOf(copied)),
        compareSurface(claim, textOf(copied)),
      )!,
    },
    besidePremise: comparedOnce(readSurface(claim), {
      ...{ source: read, budget: new PairBudget(), pause: pauseRegularly() },
    }),
    findings: {
      closest: compareSurface(claim, textOf(closest)),
      source: compareSurface(claim, source),
    },
    features: Object.fromEntries(FEATURES.map((name) => [name, 0])) as Features,
  };
  const { matchType, objections = [], entailed = 0.3, contradicted = 0.3 } = plan;
  return {
    source: read,
    span: { examined, matchType, objections, entailed, contradicted },
  };
}
