import { premisesHolding, type ScoredPremise, singleSentences } from '../read/premises.ts';
import type { ClaimSpan } from '../read/read-claim.ts';
import type { ReadSource } from '../read/read-source.ts';
import type { Quotation } from '../read/source-readings.ts';
import { compareSteps } from '../rules/index.ts';
import type { ScoredSpan } from '../score/score-span.ts';
import { withRests } from '../yield-regularly.ts';
import type { ComparedSpan, Comparing, Findings } from './compare-span.ts';
import { type CopiedSentence, findCopy } from './copied-sentence.ts';
import { type Features, featuresOf } from './features.ts';
import { closestOf, strongestOpposition, strongestSupport } from './strongest-premises.ts';

/** The claim span's own words, found in the source. */
export interface SurfaceMatch extends Quotation {
  /** A premise that the verdict model read and that holds the words whole. */
  readonly premise: ScoredPremise;
}

/** One claim span with all that the policy may look at. */
export interface ExaminedSpan {
  readonly hypothesis: ClaimSpan;
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

/** Puts together what was compared and what was scored for a claim span. */
export async function examineSpan(
  scored: ScoredSpan,
  compared: ComparedSpan,
  comparing: Comparing,
): Promise<ExaminedSpan> {
  const { source, budget, rest } = comparing;
  const { premises } = scored;
  const support = strongestSupport(premises);
  const opposition = strongestOpposition(premises);
  const closest = closestOf(premises);
  const reading = await source.readings.premise(closest, rest);
  const findings = {
    closest: await withRests(compareSteps(compared.claim, reading, budget), rest),
    source: compared.findings,
  };
  return {
    hypothesis: scored.span,
    support,
    opposition,
    closest,
    surface: surfaceMatch(compared.quotation, premises, source),
    copied: await findCopy(compared.claim, singleSentences(premises), comparing),
    findings,
    features: featuresOf({ scored, support, opposition, closest, findings }),
  };
}

/** The quotation and the first premise that holds it whole. */
function surfaceMatch(
  quotation: Quotation | undefined,
  premises: readonly ScoredPremise[],
  { sentences }: ReadSource,
): SurfaceMatch | undefined {
  if (quotation === undefined) return undefined;
  const [premise] = premisesHolding(quotation.span, premises, sentences);
  return premise && { ...quotation, premise };
}
