import { premisesHolding, type ScoredPremise, singleSentences } from '../read/premises.ts';
import type { ReadSource } from '../read/read-source.ts';
import type { Quotation } from '../read/source-readings.ts';
import { compareSteps } from '../rules/index.ts';
import type { ScoredSpan } from '../score/score-span.ts';
import { withRests } from '../yield-regularly.ts';
import type { ComparedSpan, Comparing } from './compare-span.ts';
import { findCopy } from './copied-sentence.ts';
import type { ExaminedSpan } from './examined-span.ts';
import { featuresOf } from './features.ts';
import { closestOf, strongestOpposition, strongestSupport } from './strongest-premises.ts';

/** Puts together what was compared and what was scored for a claim span. */
export async function examineSpan(
  scored: ScoredSpan,
  compared: ComparedSpan,
  comparing: Comparing,
): Promise<ExaminedSpan> {
  const { source, budget, rest } = comparing;
  const { premises } = scored;
  const closest = closestOf(premises);
  const reading = await source.readings.premise(closest, rest);
  const found = {
    support: strongestSupport(premises),
    opposition: strongestOpposition(premises),
    closest,
    findings: {
      closest: await withRests(compareSteps(compared.claim, reading, budget), rest),
      source: compared.findings,
    },
  };
  return {
    ...found,
    hypothesis: scored.span,
    surface: surfaceMatch(compared.quotation, premises, source),
    copied: await findCopy(compared.claim, singleSentences(premises), comparing),
    features: featuresOf(scored, found),
  };
}

/** The quotation and the first premise that holds it whole. */
function surfaceMatch(
  quotation: Quotation | undefined,
  premises: readonly ScoredPremise[],
  { sentences }: ReadSource,
): ExaminedSpan['surface'] {
  if (quotation === undefined) return undefined;
  const [premise] = premisesHolding(quotation.span, premises, sentences);
  return premise && { ...quotation, premise };
}
