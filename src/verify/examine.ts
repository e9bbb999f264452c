import { closestOf, decidingOpposition, decidingSupport } from './choose-deciding.ts';
import type { ComparedSpan, Quotation } from './compare-texts.ts';
import { type CopiedSentence, findCopy } from './copied-sentence.ts';
import { type Features, featuresOf } from './features.ts';
import type { PremiseReadings } from './premise-readings.ts';
import type { ScoredPremise } from './premises.ts';
import type { Hypothesis, ReadTexts } from './read-texts.ts';
import { compareSteps, PairBudget, type SurfaceFindings } from './rules/index.ts';
import type { ScoredHypothesis } from './score-premises.ts';
import { type Rest, withRests, yieldRegularly } from './yield-regularly.ts';

/** The claim span's own words, found in the source. */
export interface SurfaceMatch extends Quotation {
  /** A premise that the verdict model read and that holds the words whole. */
  readonly premise: ScoredPremise;
}

/** What the words of a claim span say beside those of the closest sentence and of the whole source. */
export interface Findings {
  readonly closest: SurfaceFindings;
  readonly source: SurfaceFindings;
}

/** One claim span with all that the policy may look at. */
export interface ExaminedSpan {
  readonly hypothesis: Hypothesis;
  /** The premise that speaks most for the span. */
  readonly support: ScoredPremise;
  /** The premise that speaks most against it. */
  readonly opposition: ScoredPremise;
  /** The single sentence with most words in common. */
  readonly closest: ScoredPremise;
  readonly surface: SurfaceMatch | undefined;
  /** The source sentence that the span copies but for a number, date, name or negation. */
  readonly copied: CopiedSentence | undefined;
  readonly findings: Findings;
  readonly features: Features;
}

/** What is known of both texts when the models have answered. */
export interface ExaminedTexts {
  readonly texts: ReadTexts;
  readonly readings: PremiseReadings;
  readonly compared: readonly (ComparedSpan | undefined)[];
  readonly scored: readonly ScoredHypothesis[];
}

/**
 * Puts together what was compared and what was scored for every asserting span. `undefined` for spans that assert nothing.
 * Rejects once the signal has aborted.
 */
export async function examine(given: ExaminedTexts, signal?: AbortSignal): Promise<(ExaminedSpan | undefined)[]> {
  const rest = yieldRegularly(signal);
  const budget = new PairBudget();
  const examined: (ExaminedSpan | undefined)[] = [];
  for (const [h, hypothesis] of given.texts.hypotheses.entries()) {
    const compared = given.compared[h];
    const scored = given.scored[h]!;
    const speaks = compared !== undefined && scored.sentences.length > 0;
    examined.push(speaks ? await examineSpan({ ...given, compared, scored, hypothesis, budget, rest }) : undefined);
    await rest();
  }
  return examined;
}

interface SpanContext {
  readonly texts: ReadTexts;
  readonly readings: PremiseReadings;
  readonly compared: ComparedSpan;
  readonly scored: ScoredHypothesis;
  readonly hypothesis: Hypothesis;
  readonly budget: PairBudget;
  readonly rest: Rest;
}

async function examineSpan(context: SpanContext): Promise<ExaminedSpan> {
  const { scored, hypothesis, compared, readings, budget, rest } = context;
  const support = decidingSupport(scored);
  const opposition = decidingOpposition(scored);
  const closest = closestOf(scored);
  const findings = {
    closest: await withRests(compareSteps(compared.claim, await readings.of(closest, rest), budget), rest),
    source: compared.findings,
  };
  const readingOf = (premise: ScoredPremise) => readings.of(premise, rest);
  return {
    hypothesis,
    support,
    opposition,
    closest,
    surface: surfaceMatch(context),
    copied: await findCopy(compared.claim, scored.sentences, { readingOf, budget, rest }),
    findings,
    features: featuresOf({ scored, support, opposition, closest, findings }),
  };
}

/** The quotation and the first premise that holds it whole. */
function surfaceMatch({ texts, scored, compared: { quotation } }: SpanContext): SurfaceMatch | undefined {
  if (quotation === undefined) return undefined;
  const { start, end } = quotation.span;
  const touched = texts.sentences.flatMap(({ span }, i) => (end > span.start && start < span.end ? [i] : []));
  const holds = ({ sentences }: ScoredPremise) => touched.every((i) => sentences.includes(i));
  const premise = [...scored.sentences, ...scored.windows].find(holds);
  return premise && { ...quotation, premise };
}
