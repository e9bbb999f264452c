import { firstIndex } from '../../text/index.ts';
import type { ScoredPremise } from '../read/premises.ts';
import type { ClaimSpan } from '../read/read-claim.ts';
import type { ReadSource } from '../read/read-source.ts';
import type { Quotation } from '../read/source-readings.ts';
import { compareSteps } from '../rules/index.ts';
import { type ScoredSpan, sentencesOf } from '../score/score-span.ts';
import { withRests } from '../yield-regularly.ts';
import { closestOf, decidingOpposition, decidingSupport } from './choose-deciding.ts';
import type { ComparedSpan, Comparing, Findings } from './compare-span.ts';
import { type CopiedSentence, findCopy } from './copied-sentence.ts';
import { type Features, featuresOf } from './features.ts';

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
  { source, budget, rest }: Comparing,
): Promise<ExaminedSpan> {
  const readingOf = (premise: ScoredPremise) => source.readings.premise(premise, rest);
  const support = decidingSupport(scored);
  const opposition = decidingOpposition(scored);
  const closest = closestOf(scored);
  const findings = {
    closest: await withRests(compareSteps(compared.claim, await readingOf(closest), budget), rest),
    source: compared.findings,
  };
  return {
    hypothesis: scored.span,
    support,
    opposition,
    closest,
    surface: surfaceMatch(compared.quotation, scored, source),
    copied: await findCopy(compared.claim, sentencesOf(scored), { readingOf, budget, rest }),
    findings,
    features: featuresOf({ scored, support, opposition, closest, findings }),
  };
}

/** The quotation and the first premise that holds it whole. */
function surfaceMatch(
  quotation: Quotation | undefined,
  { premises }: ScoredSpan,
  { sentences }: ReadSource,
): SurfaceMatch | undefined {
  if (quotation === undefined) return undefined;
  const { start, end } = quotation.span;
  const first = firstIndex(sentences.length, (i) => sentences[i]!.span.end > start);
  const past = firstIndex(sentences.length, (i) => sentences[i]!.span.start >= end);
  const touched = Array.from({ length: past - first }, (_, i) => first + i);
  const holdsAll = (premise: ScoredPremise) => touched.every((i) => premise.sentences.includes(i));
  const premise = premises.find((one) => one.kind !== 'top_sentences' && holdsAll(one));
  return premise && { ...quotation, premise };
}
