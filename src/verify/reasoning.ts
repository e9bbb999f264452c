import type { NliScores } from '../nli/types.ts';
import type { Span } from '../text/index.ts';
import { decidingPremises, type JudgedSpan, quotedSpans } from './audit-trail.ts';
import type { Deciding } from './deciding.ts';
import { differencesOf } from './differences.ts';
import { type Evidence, explain } from './explain.ts';
import type { ClaimJudgement } from './policy.ts';
import { type Mark, quote, shares } from './quotation.ts';
import type { ReadTexts } from './read-texts.ts';
import type { Verdict, VerifyInput } from './types.ts';
import { sharedPlaces } from './word-differences.ts';

const CONCLUSIONS: Record<Verdict, string> = {
  SUPPORTED: 'The source supports every part of the claim',
  UNSUPPORTED: 'The source contradicts at least one part of the claim',
  UNCERTAIN: 'The source neither supports the whole claim nor contradicts any part of it',
};

export interface Judged {
  readonly judged: readonly JudgedSpan[];
  readonly claim: ClaimJudgement;
  readonly texts: ReadTexts;
}

/** A numbered explanation: what was found, the words of the source, then the scores. Equal numbers give equal text. */
export function writeReasoning(input: VerifyInput, { judged, claim, texts }: Judged): string {
  const lines = judged.map((span) => spanLine(input, span, texts));
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

function spanLine({ source }: VerifyInput, span: JudgedSpan, texts: ReadTexts): string {
  const evidence = decidingPremises(span).map((deciding) => quotable(source, { span, deciding, texts }));
  const differing = evidence.flatMap(({ differences }) => differences.claimPlaces);
  const found = explain(span, evidence).map((sentence, i) => {
    const one = evidence[i];
    return one === undefined
      ? sentence
      : `${sentence} Quoted: ${quotation(source, one)} (${scoresOf(one.premise.scores)})`;
  });
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
  readonly texts: ReadTexts;
}

/** What a place is worth to a shortened quotation: where the texts differ, around the words of a copy, words in common. */
const DIFFERENT = 100;
const AROUND = 50;
const SHARED = 1;
/** How far from the words of a copy the words stand that deny or report them. */
const FRAME_REACH = 50;

function quotable(source: string, { span, deciding, texts }: Decided): Quotable {
  const { surface } = span.examined!;
  const runs = quotedSpans(span, deciding.premise, texts);
  const sentences = deciding.premise.sentences.map((i) => texts.sentences[i]!.span);
  // Line ends keep a phrase from running on into a sentence that stands elsewhere; the rules joined with spaces.
  const premise = sentences.map(({ start, end }) => source.slice(start, end)).join('\n');
  const compared = { claim: span.hypothesis.text, source: premise };
  const differences = differencesOf({ examined: span.examined!, basis: deciding.basis, texts: compared, source });
  const holdsWords =
    surface !== undefined && runs.some(({ start, end }) => start <= surface.span.start && end >= surface.span.end);
  const inSource = placeIn(sentences);
  const marks = [
    ...weighted(differences.sourcePlaces.map(inSource), DIFFERENT),
    ...weighted(holdsWords ? framePlaces(surface!.span) : [], AROUND),
    ...weighted(sharedPlaces(compared).map(inSource), SHARED),
  ];
  return { ...deciding, texts: compared, differences, holdsWords, runs, marks };
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
