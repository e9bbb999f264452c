import { type Span, type SurfaceIndex, surfaceIndex } from '../text/index.ts';
import { breather } from './breather.ts';
import { coverage, stemsOf, weighWords } from './coverage.ts';
import { type Features, type Findings, featuresOf } from './features.ts';
import type { Premise, ScoredPremise } from './premises.ts';
import type { Hypothesis, ReadTexts } from './read-texts.ts';
import { compareReadings, readSurface, type SpeechFrame, type SurfaceReading, speechFrame } from './rules/index.ts';
import type { ScoredHypothesis } from './score-premises.ts';

/** The claim span's own words, found in the source. */
export interface SurfaceMatch {
  readonly span: Span;
  /** The source sentences it stands in, as scored. */
  readonly premise: ScoredPremise;
  /** What the source does with these words other than assert them. */
  readonly frame: SpeechFrame | undefined;
}

/** One claim span with all that the policy may look at. */
export interface ExaminedSpan {
  readonly hypothesis: Hypothesis;
  /** The tightest premise among those that speak most for the span. */
  readonly support: ScoredPremise;
  /** The premise that speaks most against it, weighted by relevance. */
  readonly opposition: ScoredPremise;
  readonly surface: SurfaceMatch | undefined;
  /** The span holds words the tokenizer cannot read. */
  readonly unreadable: boolean;
  readonly findings: Findings;
  readonly features: Features;
}

/** The source as the rules see it: nothing of it depends on the claim or on the network. */
export interface SourceReading {
  readonly source: string;
  readonly whole: SurfaceReading;
  readonly surface: SurfaceIndex;
}

export function readSource(source: string): SourceReading {
  return { source, whole: readSurface(source), surface: surfaceIndex(source) };
}

export interface ExaminedTexts {
  readonly reading: SourceReading;
  readonly texts: ReadTexts;
  readonly scored: readonly ScoredHypothesis[];
}

/** Compares every asserting span with what was scored for it, on the surface as well. `undefined` for spans that assert nothing. */
export async function examine({ reading, texts, scored }: ExaminedTexts): Promise<(ExaminedSpan | undefined)[]> {
  const rest = breather();
  const examined: (ExaminedSpan | undefined)[] = [];
  for (const [h, hypothesis] of texts.hypotheses.entries()) {
    const speaks = hypothesis.asserts && scored[h]!.sentences.length > 0;
    examined.push(speaks ? examineSpan({ reading, texts, scored: scored[h]!, hypothesis }) : undefined);
    await rest();
  }
  return examined;
}

interface SpanContext {
  readonly reading: SourceReading;
  readonly texts: ReadTexts;
  readonly scored: ScoredHypothesis;
  readonly hypothesis: Hypothesis;
}

function examineSpan(context: SpanContext): ExaminedSpan {
  const { scored, hypothesis } = context;
  const all = [...scored.sentences, ...scored.windows, ...(scored.digest ? [scored.digest] : [])];
  const runs = [...scored.sentences, ...scored.windows];
  const best = maxBy(all, worth);
  const claim = readSurface(hypothesis.text);
  const opposition = tightest(maxBy(runs, against), runs, against);
  const bestText = premiseText(context, best);
  const findings = {
    premise: compareReadings(claim, readSurface(bestText)),
    source: compareReadings(claim, context.reading.whole),
  };
  return {
    hypothesis,
    support: tightest(best, all, worth),
    opposition,
    surface: surfaceMatch(context),
    unreadable: hypothesis.tokens.unknownTokens > 0,
    findings,
    features: featuresOf({
      scored,
      best,
      opposition,
      findings,
      copyShare: copyShare(hypothesis.text, findings, bestText),
    }),
  };
}

function copyShare(text: string, { source }: Findings, premise: string): number {
  const missing = [...source.facts, ...source.nameFindings].filter(({ status }) => status !== 'match');
  const rest = missing.reduceRight(
    (kept, { claim }) => `${kept.slice(0, claim.start)}${' '.repeat(claim.end - claim.start)}${kept.slice(claim.end)}`,
    text,
  );
  const words = weighWords(stemsOf(rest), new Map(), 1);
  return coverage(words, [new Set(stemsOf(premise))]);
}

/** How much a premise speaks for a span: what the network says and the words they share, about equal in reach. */
function worth({ scores, coverage }: ScoredPremise): number {
  return scores.entailment + 2 * coverage;
}

function against({ scores, coverage }: ScoredPremise): number {
  return scores.contradiction * coverage;
}

/** A window that is hardly better than a part of it carries text that decided nothing. */
const TIGHTNESS = 0.1;

/** The shortest run of neighbouring sentences inside `best` that is about as good; a digest is none itself. */
function tightest(best: ScoredPremise, all: readonly ScoredPremise[], value: (premise: ScoredPremise) => number) {
  const parts = all.filter((premise) => isRun(premise) && premise.sentences.every((i) => best.sentences.includes(i)));
  const most = Math.max(...parts.map(value));
  const good = parts.filter((premise) => value(premise) >= most - TIGHTNESS);
  return good.reduce((least, premise) => (premise.sentences.length < least.sentences.length ? premise : least));
}

function isRun({ sentences }: Premise): boolean {
  return sentences.at(-1)! - sentences[0]! === sentences.length - 1;
}

/** More places than this say nothing new. */
const MOST_PLACES = 8;

/** Where the source says the span's own words: the first place that plainly states them, else the first place. */
function surfaceMatch({ reading, texts, scored, hypothesis }: SpanContext): SurfaceMatch | undefined {
  const { source, surface } = reading;
  const places = surface.findAll(hypothesis.text, MOST_PLACES);
  const span = places.find(({ start, end }) => speechFrame(source, start, end) === undefined) ?? places[0];
  if (span === undefined) return undefined;
  const touched = texts.sentences.flatMap(({ span: { start, end } }, i) =>
    end > span.start && start < span.end ? [i] : [],
  );
  const holds = ({ sentences }: ScoredPremise) => touched.every((i) => sentences.includes(i));
  const premise = [...scored.sentences, ...scored.windows].find(holds);
  return premise && { span, premise, frame: speechFrame(source, span.start, span.end) };
}

function premiseText({ reading, texts }: SpanContext, { sentences }: Premise): string {
  return sentences
    .map((i) => texts.sentences[i]!.span)
    .map(({ start, end }) => reading.source.slice(start, end))
    .join(' ');
}

function maxBy<Item>(items: readonly Item[], value: (item: Item) => number): Item {
  return items.reduce((best, item) => (value(item) > value(best) ? item : best));
}
