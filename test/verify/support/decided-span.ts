import type { MatchType } from '../../../src/contract/words.ts';
import type { NliScores } from '../../../src/nli/types.ts';
import type { DecidedSpan } from '../../../src/verify/decide/policy.ts';
import type { PromiseName } from '../../../src/verify/decide/promises.ts';
import type { DecidingSentence, ExaminedDocument, ExaminedSpan } from '../../../src/verify/examine/features.ts';
import type { ScoredPremise } from '../../../src/verify/read/premises.ts';
import type { SourceSet } from '../../../src/verify/read/read-source.ts';
import type { Quotation } from '../../../src/verify/read/source-readings.ts';
import { copyDifferences, countOf } from '../../../src/verify/rules/index.ts';
import type { VerifyInput } from '../../../src/verify/verification.ts';
import { compareSurface, readSurface } from '../rules/support/compare-surface.ts';
import { examinedDocument, premise } from './examined-span.ts';
import { pieceOf, plainSource } from './plain-source.ts';

/** The decision on a span, and the sentences that decided it; each may have scores. */
export interface DecidedSpanPlan {
  readonly matchType: MatchType;
  readonly objections?: readonly PromiseName[];
  /** Probabilities; by default below those that lean to a side. */
  readonly entailed?: number;
  readonly contradicted?: number;
  /** By default the sentences that support it. */
  readonly passage?: ScoredPlan;
  readonly support?: ScoredPlan;
  readonly opposition?: ScoredPlan;
  readonly closest?: ScoredPlan;
  readonly copied?: ScoredPlan;
  readonly surface?: Quotation & { readonly premise: ScoredPlan };
  /** Another document contradicts the span by this sentence. */
  readonly opposing?: ScoredPlan;
}

/** Source sentences by number, the scores of the model, and the share of the claim's words that they contain. */
export interface ScoredPlan {
  readonly sentences: readonly number[];
  readonly scores: NliScores;
  readonly coverage?: number;
  readonly inContext?: true;
}

export interface BuiltSpan {
  readonly source: SourceSet;
  readonly span: DecidedSpan;
}

const NEUTRAL: ScoredPlan = { sentences: [0], scores: { entailment: 0.1, neutral: 0.8, contradiction: 0.1 } };

/** The whole claim as one span with the sentences of a source: the findings are real, the scores are not. */
export function decidedSpan(input: VerifyInput, plan: DecidedSpanPlan): BuiltSpan {
  const { claim, source } = input;
  const read = plainSource(source);
  const hypothesis = { ...pieceOf(claim, { start: 0, end: claim.length }), asserts: true, foreign: false };
  const scored = ({ sentences: numbers, scores, coverage = 1 }: ScoredPlan): ScoredPremise =>
    premise(scores, coverage, [...numbers]);
  const shown = (one: ScoredPlan = NEUTRAL): DecidingSentence => ({
    ...scored(one),
    inContext: one.inContext ?? false,
  });
  const textOf = (one: ScoredPremise) => one.sentences.map((i) => read.sentences[i]!.text).join(' ');
  const closest = scored(plan.closest ?? NEUTRAL);
  const copied = plan.copied && scored(plan.copied);
  const document = examinedDocument({
    range: { first: 0, end: read.sentences.length },
    passage: scored(plan.passage ?? plan.support ?? NEUTRAL),
    sentences: [closest],
    ...{ support: shown(plan.support), opposition: shown(plan.opposition), closest },
    conflictingFacts: countOf(compareSurface(claim, textOf(closest)).facts, 'conflict'),
    copied: copied && {
      premise: copied,
      differences: copyDifferences(
        readSurface(claim),
        readSurface(textOf(copied)),
        compareSurface(claim, textOf(copied)),
      )!,
    },
  });
  const opposing: ExaminedDocument | undefined =
    plan.opposing && examinedDocument({ opposition: shown(plan.opposing) });
  const examined: ExaminedSpan = {
    hypothesis,
    documents: opposing === undefined ? [document] : [document, opposing],
    ...{ absentAmounts: 0, evidencePairs: 0 },
    surface: plan.surface && { ...plan.surface, isSentence: false, premise: scored(plan.surface.premise) },
    sourceFindings: compareSurface(claim, source),
  };
  const { matchType, objections = [], entailed = 0.3, contradicted = 0.3 } = plan;
  return {
    source: read,
    span: { examined, document, opposing, matchType, objections, entailed, contradicted },
  };
}
