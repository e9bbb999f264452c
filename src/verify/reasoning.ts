import type { NliScores } from '../nli/types.ts';
import type { Span } from '../text/index.ts';
import { decidingPremises, type JudgedSpan, quotedSpans } from './audit-trail.ts';
import type { Deciding } from './deciding.ts';
import { absentFromSource, differencesOf } from './differences.ts';
import { type Evidence, explain } from './explain.ts';
import type { ClaimJudgement } from './policy.ts';
import type { PremiseReadings } from './premise-readings.ts';
import { type Mark, quote, shares } from './quotation.ts';
import type { ReadTexts } from './read-texts.ts';
import { compareSteps, PairBudget, type SurfaceFindings, type SurfaceReading, surfaceSteps } from './rules/index.ts';
import { SourceWords } from './source-words.ts';
import type { Verdict, VerifyInput } from './types.ts';
import { sharedPlaces } from './word-differences.ts';
import { writtenSteps } from './written-text.ts';
import { type Rest, withRests, yieldRegularly } from './yield-regularly.ts';

const CONCLUSIONS: Record<Verdict, string> = {
  SUPPORTED: 'The source supports every part of the claim',
  UNSUPPORTED: 'The source contradicts at least one part of the claim',
  UNCERTAIN: 'The source neither supports the whole claim nor contradicts any part of it',
};

export interface Judged {
  readonly judged: readonly JudgedSpan[];
  readonly claim: ClaimJudgement;
  readonly texts: ReadTexts;
  readonly readings: PremiseReadings;
}

/**
 * A numbered explanation: what was found, the words of the source, then the scores. Equal numbers give equal text. Rejects
 * once the signal has aborted.
 */
export async function writeReasoning(
  { source }: VerifyInput,
  { judged, claim, texts, readings }: Judged,
  signal?: AbortSignal,
): Promise<string> {
  const rest = yieldRegularly(signal);
  const given = { source, texts, readings, words: new SourceWords(source, texts), budget: new PairBudget(), rest };
  const lines: string[] = [];
  for (const span of judged) lines.push(await spanLine(span, given));
  const conclusion = judged.every(({ examined }) => examined === undefined)
    ? 'The claim asserts nothing that a source could settle'
    : CONCLUSIONS[claim.verdict];
  lines.push(`${conclusion}: ${claim.verdict}, confidence ${claim.confidence.toFixed(2)}.`);
  return lines.map((line, i) => `${i + 1}. ${line}`).join('\n');
}

/** Evidence with the places of the source to quote and what matters in them. */
interface Quotable extends Evidence {
  readonly runs: readonly Span[];
  /** Offsets into the source. */
  readonly marks: readonly Mark[];
}

/** What the lines of one explanation share. */
interface Given {
  readonly source: string;
  readonly texts: ReadTexts;
  readonly readings: PremiseReadings;
  readonly words: SourceWords;
  readonly budget: PairBudget;
  readonly rest: Rest;
}

async function spanLine(span: JudgedSpan, given: Given): Promise<string> {
  const evidence: Quotable[] = [];
  for (const deciding of decidingPremises(span)) evidence.push(await quotable({ span, deciding }, given));
  const differing = evidence.flatMap(({ differences }) => differences.claimPlaces);
  const found = explain(span, evidence).map((sentence, i) => {
    const one = evidence[i];
    return one === undefined
      ? sentence
      : `${sentence} Quoted: ${quotation(given.source, one)} (${scoresOf(one.premise.scores)})`;
  });
  await given.rest();
  return `${quote(span.hypothesis.text, weighted(differing, DIFFERENT))} ${found.join('. ')}`;
}

function scoresOf({ entailment, neutral, contradiction }: NliScores): string {
  return `entailment ${entailment.toFixed(2)}, neutral ${neutral.toFixed(2)}, contradiction ${contradiction.toFixed(2)}`;
}

/** The runs of a premise, each in its own quotation marks: between them stands text that was not read with them. */
function quotation(source: string, { runs, marks }: Quotable): string {
  const pieces = runs.map(({ start, end }) => source.slice(start, end));
  const lengths = shares(pieces);
  return pieces.map((text, i) => quote(text, within(marks, runs[i]!), lengths[i]!)).join(' ... and ... ');
}

interface Decided {
  readonly span: JudgedSpan;
  readonly deciding: Deciding;
}

/** What a place is worth to a shortened quotation: where the texts differ, around the words of a copy, words in common. */
const DIFFERENT = 100;
const AROUND = 50;
const SHARED = 1;
/** How far from the words of a copy the words stand that deny or report them. */
const FRAME_REACH = 50;

async function quotable({ span, deciding }: Decided, given: Given): Promise<Quotable> {
  const { source, texts, readings, rest } = given;
  const { premise } = deciding;
  const examined = span.examined!;
  const { surface } = examined;
  const runs = quotedSpans(span, premise, texts);
  const sentences = premise.sentences.map((i) => texts.sentences[i]!.span);
  const claim = span.hypothesis.text;
  // Line ends keep a phrase from running on into a sentence that stands elsewhere; the rules joined with spaces.
  const compared = { claim, source: sentences.map(({ start, end }) => source.slice(start, end)).join('\n') };
  const words = { claim: await withRests(writtenSteps(claim), rest), source: await given.words.of(premise, rest) };
  const both = { claim: await withRests(surfaceSteps(claim), rest), premise: await readings.of(premise, rest) };
  const differences = differencesOf({
    ...{ examined, basis: deciding.basis, texts: compared, words, readings: both },
    findings: await findingsOf({ span, deciding }, both, given),
    everywhere: absentFromSource(examined).length > 0 ? await given.words.everywhere(rest) : undefined,
  });
  await rest();
  const holdsWords =
    surface !== undefined && runs.some(({ start, end }) => start <= surface.span.start && end >= surface.span.end);
  const inSource = placeIn(sentences);
  const marks = [
    ...weighted(differences.sourcePlaces.map(inSource), DIFFERENT),
    ...weighted(holdsWords ? framePlaces(surface!.span) : [], AROUND),
    ...weighted(sharedPlaces(words).map(inSource), SHARED),
  ];
  return { ...deciding, words, differences, holdsWords, runs, marks };
}

interface BothReadings {
  readonly claim: SurfaceReading;
  readonly premise: SurfaceReading;
}

/** The findings of exactly the premise that decided, where the rules have a say. */
async function findingsOf(
  { span, deciding: { basis } }: Decided,
  { claim, premise }: BothReadings,
  { budget, rest }: Given,
): Promise<SurfaceFindings | undefined> {
  if (basis === 'surface' || basis === 'copied') return undefined;
  if (basis === 'closest') return span.examined!.findings.closest;
  return withRests(compareSteps(claim, premise, budget), rest);
}

function framePlaces({ start, end }: Span): Span[] {
  return [
    { start: start - FRAME_REACH, end: start },
    { start: end, end: end + FRAME_REACH },
  ];
}

/** Turns places of the joined sentences into places of the source. */
function placeIn(sentences: readonly Span[]): (place: Span) => Span {
  const joined = sentences.map((_, i) =>
    sentences.slice(0, i).reduce((sum, { start, end }) => sum + end - start + 1, 0),
  );
  return ({ start, end }) => {
    const i = Math.max(
      0,
      joined.findLastIndex((from) => from <= start),
    );
    const moved = sentences[i]!.start - joined[i]!;
    return { start: start + moved, end: end + moved };
  };
}

function weighted(places: readonly Span[], weight: number): Mark[] {
  return places.map(({ start, end }) => ({ start, end, weight }));
}

/** The marks that a run of the source holds, as offsets into the run. */
function within(marks: readonly Mark[], run: Span): Mark[] {
  return marks
    .map(({ start, end, weight }) => ({
      start: Math.max(0, start - run.start),
      end: Math.min(run.end, end) - run.start,
      weight,
    }))
    .filter(({ start, end }) => start < end);
}
