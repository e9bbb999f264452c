import { matchOf } from '../../contract/words.ts';
import type { Pause } from '../../pause.ts';
import type { Span } from '../../text/index.ts';
import type { DecidedSpan } from '../decide/policy.ts';
import type { ExaminedSpan } from '../examine/features.ts';
import { spanReading } from '../read/read-claim.ts';
import type { SourceSet } from '../read/read-source.ts';
import { type Place, placeOf } from '../read/source.ts';
import { readWritten, type WrittenWord } from '../read/written-text.ts';
import { PairBudget, surfaceFindings } from '../rules/index.ts';
import { contentMissing, sharedPlaces } from './compared-words.ts';
import { computedEvidence } from './computed-evidence.ts';
import { type DecidingPremise, shown, withOtherPart } from './deciding.ts';
import { AGREEING, type ComparedTexts, type EvidenceFinding, EXCHANGED } from './finding.ts';
import { absentFromSource, findingsOf } from './findings.ts';
import { DIFFERENT, type Mark } from './quotation.ts';
import { unsettledBy } from './unsettled.ts';

/** A deciding premise with the place of the source to quote. */
export interface DecidedPlace extends DecidingPremise {
  readonly place: Place;
}

/** A deciding premise compared with the claim span, with what matters in the place to quote. */
export interface DecidedEvidence extends DecidedPlace {
  /** The text of `place`. */
  readonly text: string;
  /** All that the two texts say of each other; places are offsets into the source of `place`. */
  readonly findings: readonly EvidenceFinding[];
  /** Content words of the claim span that the premise has in no form. */
  readonly lacking: readonly WrittenWord[];
  /** The claim span's own words are part of what is quoted. */
  readonly holdsWords: boolean;
  /** Offsets into the source of `place`. */
  readonly marks: readonly Mark[];
}

/** The premises that decided a span, each compared with it word by word. */
export function decidedEvidence(span: DecidedSpan, sources: SourceSet): DecidedEvidence[] {
  if (span.computed !== undefined) return computedEvidence(span, span.computed, sources);
  const evidence = decidingPlaces(span, sources).map((deciding) => evidenceOf(span, deciding, sources));
  const [first, second] = evidence;
  return second?.basis === first?.basis ? evidence.map((one) => withoutStated(one, evidence)) : evidence;
}

/** Reads of the whole source what `decidedEvidence` compares, with turns for others. Rejects as `pause` does. */
export async function readForEvidence(span: DecidedSpan, sources: SourceSet, pause: Pause): Promise<void> {
  if (span.computed !== undefined) return;
  const { readings } = sources;
  const claim = readWritten(span.examined.hypothesis.text);
  const isCompared = ({ premise }: DecidedPlace) =>
    isComparedEverywhere(span.examined, contentMissing(claim, readings.written(premise)));
  if (decidingPlaces(span, sources).some(isCompared)) await readings.readEverywhere(pause);
}

/** True where a premise lacks words of the claim that another sentence may have. */
function isComparedEverywhere(examined: ExaminedSpan, lacking: readonly WrittenWord[]): boolean {
  return lacking.length > 0 || absentFromSource(examined).length > 0;
}

/** Without the values set against words of the span that another sentence of the same side has. */
function withoutStated(one: DecidedEvidence, all: readonly DecidedEvidence[]): DecidedEvidence {
  const isStated = ({ code, found }: EvidenceFinding, { lacking }: DecidedEvidence) =>
    found !== undefined &&
    code !== 'negated' &&
    !AGREEING.has(code) &&
    !lacking.some(({ start, end }) => start < found.end && found.start < end);
  const others = all.filter((other) => other !== one);
  return { ...one, findings: one.findings.filter((finding) => !others.some((other) => isStated(finding, other))) };
}

/** The sides for which the deciding premises are chosen. */
const DECIDES: Readonly<Partial<Record<DecidingPremise['basis'], 'for' | 'against'>>> = {
  support: 'for',
  opposition: 'against',
};

/** Where a span was decided, without the comparison of words, which takes long. */
export function decidedPlaces(span: DecidedSpan, sources: SourceSet): readonly DecidedPlace[] {
  if (span.computed !== undefined) return computedEvidence(span, span.computed, sources);
  return decidingPlaces(span, sources);
}

function decidingPlaces(span: DecidedSpan, sources: SourceSet): DecidedPlace[] {
  const { sentences } = sources;
  const isVerbatim = matchOf(span.matchType).verbatim;
  return decidingPremises(span, sources).map((deciding) => {
    const held = deciding.premise.sentences.map((i) => sentences[i]!);
    return { ...deciding, place: isVerbatim ? span.examined.surface!.place : placeOf(held) };
  });
}

/** Priority of places when a quotation is cut, after differences: a copy, in the middle of its frame, then words in common. */
const COPIED = 50;
const SHARED = 1;

function evidenceOf(
  span: DecidedSpan,
  deciding: DecidedPlace,
  { sentences: all, sources, readings }: SourceSet,
): DecidedEvidence {
  const { premise, place } = deciding;
  const { examined } = span;
  const { surface } = examined;
  const sentences = premise.sentences.map((i) => all[i]!);
  const claim = examined.hypothesis.text;
  // Line ends keep a phrase from running on into a sentence from another place; the rules join with spaces.
  const compared = { claim, source: sentences.map(({ text }) => text).join('\n') };
  const words = { claim: readWritten(claim), source: readings.written(premise) };
  const both = {
    claim: spanReading(examined.hypothesis),
    source: readings.premise(premise),
  };
  const lacking = contentMissing(words.claim, words.source);
  const inSource = placeIn(sentences.map((one) => one.span));
  const findings = findingsOf({
    examined,
    texts: compared,
    words,
    readings: both,
    found: foundBeside(span, deciding, both),
    decides: DECIDES[deciding.basis],
    isOpen: matchOf(span.matchType).stance === 'open',
    everywhere: isComparedEverywhere(examined, lacking) ? readings.everywhere() : words.source,
  }).map((finding) => ({ ...finding, places: finding.places.map(inSource) }));
  const holdsWords = surface !== undefined && contains(place, surface.place);
  const marks = [
    ...weighted(differingPlaces(findings), DIFFERENT),
    ...weighted(holdsWords ? [surface!.place] : [], COPIED),
    ...weighted(sharedPlaces(words).map(inSource), SHARED),
  ];
  const text = sources[place.source]!.text.slice(place.start, place.end);
  return { ...deciding, text, findings, lacking, holdsWords, marks };
}

function contains(place: Place, part: Place): boolean {
  return place.source === part.source && place.start <= part.start && place.end >= part.end;
}

/** The words of the span that all places lack and no other source has, as far as they count. */
export function lackingIn(
  evidence: readonly DecidedEvidence[],
  counts = (_: EvidenceFinding) => true,
): readonly EvidenceFinding[] {
  const [first = [], ...others] = evidence.map(({ findings }) =>
    findings.filter((finding) => finding.code === 'words_not_in_source' && counts(finding)),
  );
  return first.filter(({ found }) => others.every((other) => other.some((one) => one.found!.start === found!.start)));
}

/** Where a premise has another value or a negation, else whatever it says otherwise. */
function differingPlaces(findings: readonly EvidenceFinding[]): Span[] {
  const plain = findings.filter(({ code }) => code === 'negated' || EXCHANGED.has(code));
  const others = findings.filter(({ code }) => code !== 'antonym');
  return (plain.length > 0 ? plain : others).flatMap(({ places }) => places);
}

/** The findings of exactly the premise that decided; none for the span's own words. */
function foundBeside(
  { document }: DecidedSpan,
  { basis }: DecidingPremise,
  readings: ComparedTexts['readings'],
): ComparedTexts['found'] {
  if (basis === 'surface') return { facts: [], names: [], negation: false };
  if (basis === 'copied') return document.copied!.differences;
  return surfaceFindings(readings.claim, readings.source, new PairBudget());
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

/** The premises that decided a span: one, two where sources disagree or state two parts of it, none where nothing matches. */
function decidingPremises(span: DecidedSpan, sources: SourceSet): readonly DecidingPremise[] {
  const { matchType, document, opposing, examined } = span;
  const { stance, verbatim } = matchOf(matchType);
  if (verbatim) return [{ premise: examined.surface!.premise, matchType, basis: 'surface', inContext: false }];
  if (opposing !== undefined)
    return [shown(document, 'support', 'paraphrase_match'), shown(opposing, 'opposition', 'contradiction')];
  if (stance !== 'open')
    return withOtherPart(shown(document, stance === 'for' ? 'support' : 'opposition', matchType), span, sources);
  return unsettledBy(span, sources);
}
