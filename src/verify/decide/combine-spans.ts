import { VERDICTS, type Verdict } from '../../contract/verify.ts';
import type { ExaminedSpan } from '../examine/features.ts';
import { logOdds } from '../score/scoring.ts';
import type { Calibration, CONFIDENCE_SIGNS } from './calibration.ts';
import { type DecidedSpan, decideSpan, probabilityOf } from './policy.ts';

export interface ClaimDecision {
  readonly verdict: Verdict;
  /** Calibrated probability that the verdict is right, 0 to 1. */
  readonly confidence: number;
  /** Calibrated probability of each verdict; sums to 1. */
  readonly probabilities: Readonly<Record<Verdict, number>>;
  /** What the confidence was told from; undefined for a claim that asserts nothing. */
  readonly confidenceSigns: Readonly<Record<(typeof CONFIDENCE_SIGNS)[number], number>> | undefined;
}

/** Decides a whole claim from the spans of it that assert something. */
export function decideClaim(spans: readonly ExaminedSpan[], calibration: Calibration): ClaimDecision {
  return combineSpans(
    spans.map((span) => decideSpan(span, calibration)),
    calibration,
  );
}

/** What is kept back of the confidence that a claim which asserts nothing cannot be settled. */
const NOTHING_ASSERTED = 0.05;

/**
 * Combines the spans: one contradicted span makes the claim UNSUPPORTED, every span entailed makes it SUPPORTED, anything
 * else is UNCERTAIN. A claim is as entailed as its least entailed span, and as contradicted as its most contradicted one.
 */
export function combineSpans(spans: readonly DecidedSpan[], { confidence }: Calibration): ClaimDecision {
  const verdict = verdictOf(spans);
  const least = spans.toSorted((a, b) => a.entailed - b.entailed)[0];
  const most = spans.toSorted((a, b) => b.contradicted - a.contradicted)[0];
  const supported = least?.entailed ?? 0;
  const unsupported = most?.contradicted ?? 0;
  const uncertain = Math.max(0, 1 - supported - unsupported);
  const probabilities = { SUPPORTED: supported, UNSUPPORTED: unsupported, UNCERTAIN: uncertain };
  const deciding = verdict === 'UNSUPPORTED' ? most : least;
  const confidenceSigns = deciding && signsOf(deciding, verdict, probabilities);
  const value =
    confidenceSigns === undefined ? 1 - NOTHING_ASSERTED : probabilityOf(confidenceSigns, confidence[verdict]);
  return { verdict, probabilities, confidenceSigns, confidence: Math.round(value * 1e4) / 1e4 };
}

/** The text around a sentence that says a span word for word makes it no less sure. */
const WORD_FOR_WORD = { coverage_closest: 1, coverage_source: 1, source_size: Math.log(2) } as const;

function signsOf(
  { examined, matchType: match }: DecidedSpan,
  verdict: Verdict,
  probabilities: ClaimDecision['probabilities'],
) {
  const { coverage_closest, coverage_source, source_size } = examined.features;
  const others = VERDICTS.filter((other) => other !== verdict).map((other) => probabilities[other]);
  return {
    probability: logOdds(probabilities[verdict]),
    runner_up: logOdds(Math.max(...others)),
    ...(match === 'exact_match' ? WORD_FOR_WORD : { coverage_closest, coverage_source, source_size }),
  };
}

function verdictOf(spans: readonly DecidedSpan[]): Verdict {
  if (spans.some(({ matchType }) => matchType === 'contradiction')) return 'UNSUPPORTED';
  const entailed = ({ matchType }: DecidedSpan) => matchType === 'exact_match' || matchType === 'paraphrase_match';
  return spans.length > 0 && spans.every(entailed) ? 'SUPPORTED' : 'UNCERTAIN';
}
