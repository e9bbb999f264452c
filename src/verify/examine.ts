import type { ComparedSpan, Quotation } from './compare-texts.ts';
import { coverage, stemsOf, weighWords } from './coverage.ts';
import { type Features, type Findings, featuresOf } from './features.ts';
import type { Premise, ScoredPremise } from './premises.ts';
import type { Hypothesis, ReadTexts } from './read-texts.ts';
import { compareReadings, readSurface, type SurfaceFindings } from './rules/index.ts';
import { allPremises, type ScoredHypothesis } from './score-premises.ts';
import { yieldRegularly } from './yield-regularly.ts';

/** The claim span's own words, found in the source. */
export interface SurfaceMatch extends Quotation {
  /** The source sentences it stands in, as scored. */
  readonly premise: ScoredPremise;
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
  /** The source opens with a pronoun for what the span names as its subject: nobody else can be meant. */
  readonly dangling: boolean;
  readonly findings: Findings;
  readonly features: Features;
}

/** What is known of both texts when the network has answered. */
export interface ExaminedTexts {
  readonly source: string;
  readonly texts: ReadTexts;
  readonly compared: readonly (ComparedSpan | undefined)[];
  readonly scored: readonly ScoredHypothesis[];
}

/** Puts together what was compared and what was scored for every asserting span. `undefined` for spans that assert nothing. */
export async function examine(given: ExaminedTexts): Promise<(ExaminedSpan | undefined)[]> {
  const rest = yieldRegularly();
  const examined: (ExaminedSpan | undefined)[] = [];
  for (const [h, hypothesis] of given.texts.hypotheses.entries()) {
    const compared = given.compared[h];
    const scored = given.scored[h]!;
    const speaks = compared !== undefined && scored.sentences.length > 0;
    examined.push(speaks ? examineSpan({ ...given, compared, scored, hypothesis }) : undefined);
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
}

function examineSpan(context: SpanContext): ExaminedSpan {
  const { scored, hypothesis, compared } = context;
  const all = allPremises(scored);
  const runs = [...scored.sentences, ...scored.windows];
  const best = maxBy(all, worth);
  const opposition = tightest(maxBy(runs, against), runs, against);
  const bestText = premiseText(context, best);
  const findings = { premise: compareReadings(compared.claim, readSurface(bestText)), source: compared.findings };
  return {
    hypothesis,
    support: tightest(best, all, worth),
    opposition,
    surface: surfaceMatch(context),
    unreadable: hypothesis.tokens.unknownTokens > 0,
    dangling: best.sentences.includes(0) && opensWithPronoun(bestText) && namesSubject(findings.source),
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

/** A passage cut out of its text: "She has appeared on the cover of Vogue." */
function opensWithPronoun(text: string): boolean {
  return /^\W{0,3}(?:he|she|it|they|his|her|its|their)\b/i.test(text);
}

/** The span begins with a name that the source does not have. */
function namesSubject({ nameFindings }: SurfaceFindings): boolean {
  const [first] = nameFindings;
  return first?.status === 'absent' && first.claim.from <= 1;
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

/** The quotation and the first premise that holds it whole. */
function surfaceMatch({ texts, scored, compared: { quotation } }: SpanContext): SurfaceMatch | undefined {
  if (quotation === undefined) return undefined;
  const { start, end } = quotation.span;
  const touched = texts.sentences.flatMap(({ span }, i) => (end > span.start && start < span.end ? [i] : []));
  const holds = ({ sentences }: ScoredPremise) => touched.every((i) => sentences.includes(i));
  const premise = [...scored.sentences, ...scored.windows].find(holds);
  return premise && { ...quotation, premise };
}

function premiseText({ source, texts }: SpanContext, { sentences }: Premise): string {
  return sentences
    .map((i) => texts.sentences[i]!.span)
    .map(({ start, end }) => source.slice(start, end))
    .join(' ');
}

function maxBy<Item>(items: readonly Item[], value: (item: Item) => number): Item {
  return items.reduce((best, item) => (value(item) > value(best) ? item : best));
}
