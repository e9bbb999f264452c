import { closestOf, decidingOpposition, decidingSupport } from './choose-deciding.ts';
import type { ComparedSpan, Quotation } from './compare-texts.ts';
import { type CopiedSentence, findCopy } from './copied-sentence.ts';
import { type Features, featuresOf } from './features.ts';
import type { Premise, ScoredPremise } from './premises.ts';
import type { Hypothesis, ReadTexts } from './read-texts.ts';
import { compareReadings, readSurface, type SurfaceFindings, type SurfaceReading } from './rules/index.ts';
import type { ScoredHypothesis } from './score-premises.ts';
import { yieldRegularly } from './yield-regularly.ts';

/** The claim span's own words, found in the source. */
export interface SurfaceMatch extends Quotation {
  /** A premise that the verdict model read and that holds the words whole. */
  readonly premise: ScoredPremise;
}

/** What the words of a claim span say beside those of its premises and of the whole source. */
export interface Findings {
  readonly support: SurfaceFindings;
  readonly opposition: SurfaceFindings;
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
  readonly source: string;
  readonly texts: ReadTexts;
  readonly compared: readonly (ComparedSpan | undefined)[];
  readonly scored: readonly ScoredHypothesis[];
}

/** Puts together what was compared and what was scored for every asserting span. `undefined` for spans that assert nothing. */
export async function examine(given: ExaminedTexts): Promise<(ExaminedSpan | undefined)[]> {
  const rest = yieldRegularly();
  const readings = new Map<string, SurfaceReading>();
  const examined: (ExaminedSpan | undefined)[] = [];
  for (const [h, hypothesis] of given.texts.hypotheses.entries()) {
    const compared = given.compared[h];
    const scored = given.scored[h]!;
    const speaks = compared !== undefined && scored.sentences.length > 0;
    examined.push(speaks ? await examineSpan({ ...given, compared, scored, hypothesis, readings }) : undefined);
    await rest();
  }
  return examined;
}

interface SpanContext {
  readonly source: string;
  readonly texts: ReadTexts;
  readonly compared: ComparedSpan;
  readonly scored: ScoredHypothesis;
  readonly hypothesis: Hypothesis;
  /** What was read already, by the sentences of the premise: the spans of a claim share most of it. */
  readonly readings: Map<string, SurfaceReading>;
}

async function examineSpan(context: SpanContext): Promise<ExaminedSpan> {
  const { scored, hypothesis, compared } = context;
  const support = decidingSupport(scored);
  const opposition = decidingOpposition(scored);
  const closest = closestOf(scored);
  const against = (premise: Premise) => compareReadings(compared.claim, readingOf(context, premise));
  const findings = {
    support: against(support),
    opposition: against(opposition),
    closest: against(closest),
    source: compared.findings,
  };
  return {
    hypothesis,
    support,
    opposition,
    closest,
    surface: surfaceMatch(context),
    copied: await findCopy(compared.claim, scored.sentences, (premise) => readingOf(context, premise)),
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

function readingOf({ readings, source, texts }: SpanContext, { sentences }: Premise): SurfaceReading {
  const known = readings.get(sentences.join());
  if (known !== undefined) return known;
  const spans = sentences.map((i) => texts.sentences[i]!.span);
  const reading = readSurface(spans.map(({ start, end }) => source.slice(start, end)).join(' '));
  readings.set(sentences.join(), reading);
  return reading;
}
