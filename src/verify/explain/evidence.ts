import { matchOf } from '../../contract/words.ts';
import type { NliScores } from '../../nli/types.ts';
import type { Span } from '../../text/index.ts';
import { bothSides, type DecidingPremise, OBJECTION_ROWS } from '../decide/objections.ts';
import type { DecidedSpan } from '../decide/policy.ts';
import type { ComparisonContext } from '../examine/examine-claim.ts';
import { overlap, type Premise, type ScoredPremise, singleSentences } from '../read/premises.ts';
import { spanReading } from '../read/read-claim.ts';
import type { ReadSource } from '../read/read-source.ts';
import { readWritten, type WrittenText } from '../read/written-text.ts';
import type { Both } from '../rules/findings.ts';
import { contentMissing, sharedPlaces } from './compared-words.ts';
import { absentFromSource, type ComparedTexts, type EvidenceFinding, EXCHANGED, findingsOf } from './findings.ts';
import type { Mark } from './quotation.ts';

/** A deciding premise beside the claim span, with the places of the source to quote and what matters in them. */
export interface DecidedEvidence extends DecidingPremise {
  /** All that the two say beside each other; places are offsets into the source. */
  readonly findings: readonly EvidenceFinding[];
  /** The claim span's own words are part of what is quoted. */
  readonly holdsWords: boolean;
  /** The places to quote, in order. */
  readonly runs: readonly Span[];
  /** The scores of each run: those of the premise where it is the only one, else of its strongest sentence. */
  readonly runScores: readonly NliScores[];
  /** Offsets into the source. */
  readonly marks: readonly Mark[];
}

/** The premises that decided a span, each read beside it word by word. */
export async function decidedEvidence(span: DecidedSpan, given: ExplanationContext): Promise<DecidedEvidence[]> {
  const evidence: DecidedEvidence[] = [];
  for (const deciding of decidingPremises(span)) evidence.push(await evidenceOf(span, deciding, given));
  return evidence;
}

export type ExplanationContext = Pick<ComparisonContext, 'source' | 'pause'>;

/** Priority of places when a quotation is cut: differences first, then the words around a copy, then words in common. */
export const DIFFERENT = 100;
const AROUND = 50;
const SHARED = 1;
/** How far from the words of a copy the words stand that deny or report them. */
const FRAME_REACH = 50;

async function evidenceOf(
  span: DecidedSpan,
  deciding: DecidingPremise,
  { source, pause }: ExplanationContext,
): Promise<DecidedEvidence> {
  const { text, readings } = source;
  const { premise } = deciding;
  const { examined } = span;
  const { surface } = examined;
  const runs = quotedSpans(span, premise, source.sentences);
  const sentences = premise.sentences.map((i) => source.sentences[i]!.span);
  const claim = examined.hypothesis.text;
  // Line ends keep a phrase from running on into a sentence that stands elsewhere; the rules joined with spaces.
  const compared = { claim, source: sentences.map(({ start, end }) => text.slice(start, end)).join('\n') };
  const words = { claim: readWritten(claim), source: await readings.written(premise, pause) };
  const both = {
    claim: await spanReading(examined.hypothesis, pause),
    source: await readings.premise(premise, pause),
  };
  const inSource = placeIn(sentences);
  const findings = findingsOf({
    ...{ examined, texts: compared, words, readings: both },
    found: await foundBeside(span, deciding),
    everywhere: lacksWords(words, examined) ? await readings.writtenEverywhere(pause) : words.source,
  }).map((finding) => ({ ...finding, places: finding.places.map(inSource) }));
  await pause();
  const holdsWords =
    surface !== undefined && runs.some(({ start, end }) => start <= surface.span.start && end >= surface.span.end);
  const marks = [
    ...weighted(differingPlaces(findings), DIFFERENT),
    ...weighted(holdsWords ? framePlaces(surface!.span) : [], AROUND),
    ...weighted(sharedPlaces(words).map(inSource), SHARED),
  ];
  const runScores = runs.length === 1 ? [premise.scores] : runs.map((run) => scoresIn(run, span, deciding, source));
  return { ...deciding, findings, holdsWords, runs, runScores, marks };
}

/** Where a premise has another value or a negation, else whatever it says otherwise. */
function differingPlaces(findings: readonly EvidenceFinding[]): Span[] {
  const plain = findings.filter(({ code }) => code === 'negated' || EXCHANGED.has(code));
  const others = findings.filter(({ code }) => code !== 'antonym');
  return (plain.length > 0 ? plain : others).flatMap(({ places }) => places);
}

/** Whether the premise lacks words of the claim, so that they are to be looked for in the whole source, which takes time. */
function lacksWords({ claim, source }: Both<WrittenText>, examined: DecidedSpan['examined']): boolean {
  return contentMissing(claim, source).length > 0 || absentFromSource(examined).length > 0;
}

/** The scores of the sentence of a run that says most of what the premise decides; read together they are of no run alone. */
function scoresIn(
  run: Span,
  { examined }: DecidedSpan,
  { premise, basis }: DecidingPremise,
  { sentences }: ReadSource,
): NliScores {
  const value = ({ scores }: ScoredPremise) => (basis === 'opposition' ? scores.contradiction : scores.entailment);
  const own = singleSentences(examined.premises).filter(({ sentences: [index] }) => {
    const { start, end } = sentences[index!]!.span;
    return premise.sentences.includes(index!) && start >= run.start && end <= run.end;
  });
  return own.toSorted((a, b) => value(b) - value(a))[0]?.scores ?? premise.scores;
}

/** The findings of exactly the premise that decided; none beside the span's own words. */
async function foundBeside(
  { examined }: DecidedSpan,
  { premise, basis }: DecidingPremise,
): Promise<ComparedTexts['found']> {
  if (basis === 'surface') return { facts: [], names: [], negation: false };
  if (basis === 'copied') return examined.copied!.differences;
  return examined.besidePremise(premise);
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

export function weighted(places: readonly Span[], weight: number): Mark[] {
  return places.map(({ start, end }) => ({ start, end, weight }));
}

/** The places to quote of a deciding premise: the words of an exact match, else its runs of neighbouring sentences. */
function quotedSpans(
  { examined, matchType }: DecidedSpan,
  premise: Premise,
  sentences: ReadSource['sentences'],
): Span[] {
  if (matchOf(matchType).verbatim) return [examined.surface!.span];
  const runs: Span[] = [];
  for (const [i, index] of premise.sentences.entries()) {
    const { span, document } = sentences[index]!;
    const before = runs.at(-1);
    const goesOn = premise.sentences[i - 1] === index - 1 && index > document.first;
    if (before !== undefined && goesOn) runs[runs.length - 1] = { start: before.start, end: span.end };
    else runs.push(span);
  }
  return runs;
}

/** The premises that decided a span: one, two where the source disagrees with itself, none where nothing matches. */
function decidingPremises(span: DecidedSpan): readonly DecidingPremise[] {
  const { matchType } = span;
  const { support, opposition, surface } = span.examined;
  const { stance, verbatim } = matchOf(matchType);
  if (verbatim) return [{ premise: surface!.premise, matchType, basis: 'surface' }];
  if (stance === 'for') return [{ premise: support, matchType, basis: 'support' }];
  return stance === 'against' ? [{ premise: opposition, matchType, basis: 'opposition' }] : unsettledBy(span);
}

/** The premises that the first objection shows, else those that nearly decided the span, else the closest. */
function unsettledBy(span: DecidedSpan): readonly DecidingPremise[] {
  const { examined, matchType, objections } = span;
  for (const { name, shows } of OBJECTION_ROWS) {
    const shown = objections.includes(name) ? (shows?.(examined) ?? []) : [];
    if (shown.length > 0) return shown;
  }
  const { support, opposition, closest } = examined;
  const leaning = objections.length === 0 ? leaningOf(span) : undefined;
  if (leaning === 'torn') return bothSides(examined);
  if (leaning === 'nearly_supported') return [{ premise: support, matchType, basis: 'support' }];
  if (leaning !== undefined) return [{ premise: opposition, matchType, basis: 'opposition' }];
  return isSameMatter(span) ? [{ premise: closest, matchType, basis: 'closest' }] : [];
}

/** Least probability of a side that a span nearly reaches: more likely than if the three verdicts were equally likely. */
const NEAR = 0.35;

/** Least probability that the model itself gives in the place that is shown: a reader sees it. */
const READ = 0.3;

/** Which way a span that is not settled leans; undefined where the source says neither, and where it is settled. */
export function leaningOf({ matchType, entailed, contradicted, examined }: DecidedSpan) {
  if (matchOf(matchType).stance !== 'open') return undefined;
  const isFor = entailed >= NEAR && examined.support.scores.entailment >= READ;
  const isAgainst = contradicted >= NEAR && examined.opposition.scores.contradiction >= READ;
  if (isFor && isAgainst) return overlap(examined.support, examined.opposition) ? 'torn_within' : 'torn';
  if (isFor) return 'nearly_supported';
  return isAgainst ? 'nearly_contradicted' : undefined;
}

/** The closest sentence speaks of the same matter only when it holds this share of the span's words. */
const SAME_MATTER = 0.3;

export function isSameMatter({ examined }: DecidedSpan): boolean {
  return examined.closest.coverage >= SAME_MATTER;
}
