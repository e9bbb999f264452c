import { firstIndex, type Span } from '../../text/index.ts';
import { withRests } from '../../yield-regularly.ts';
import { premisesHolding, singleSentences } from '../read/premises.ts';
import type { ReadSource } from '../read/read-source.ts';
import { spanReading } from '../read/span-reading.ts';
import { compareSteps, type SurfaceFindings } from '../rules/index.ts';
import type { ScoredSpan } from '../score/score-span.ts';
import type { Comparing } from './compare-span.ts';
import { findCopy } from './copied-sentence.ts';
import type { ExaminedSpan } from './examined-span.ts';
import { featuresOf } from './features.ts';
import { closestOf, strongestOpposition, strongestSupport } from './strongest-premises.ts';

/** Puts together what was scored for a claim span and what its words say, beside the source and beside its sentences. */
export async function examineSpan(
  scored: ScoredSpan,
  besideSource: SurfaceFindings,
  comparing: Comparing,
): Promise<ExaminedSpan> {
  const { source, budget, rest } = comparing;
  const { span, premises } = scored;
  const closest = closestOf(premises);
  const claim = await withRests(spanReading(span), rest);
  const premise = await source.readings.premise(closest, rest);
  const found = {
    support: strongestSupport(premises),
    opposition: strongestOpposition(premises),
    closest,
    findings: {
      closest: await withRests(compareSteps(claim, premise, budget), rest),
      source: besideSource,
    },
  };
  return {
    ...found,
    hypothesis: span,
    surface: await surfaceMatch(scored, comparing),
    copied: await findCopy(claim, singleSentences(premises), comparing),
    features: featuresOf(scored, found),
  };
}

/** Where the source has the span's own words, and the first premise that holds that place whole. */
async function surfaceMatch(
  { span, premises }: ScoredSpan,
  { source, rest }: Comparing,
): Promise<ExaminedSpan['surface']> {
  const quotation = await source.readings.quotation(span.text, rest);
  if (quotation === undefined) return undefined;
  const [premise] = premisesHolding(quotation.span, premises, source.sentences);
  return premise && { ...quotation, premise, isSentence: isSentence(quotation.span, source) };
}

/** Whether a place is a whole sentence of the source but for the marks around its words. */
function isSentence(place: Span, { text, sentences }: ReadSource): boolean {
  const { span } = sentences[firstIndex(sentences.length - 1, (i) => sentences[i]!.span.end > place.start)]!;
  const isInside = span.start <= place.start && place.end <= span.end;
  return isInside && !/[\p{L}\p{N}]/u.test(text.slice(span.start, place.start) + text.slice(place.end, span.end));
}
