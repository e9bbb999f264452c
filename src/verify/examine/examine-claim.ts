import { setImmediate } from 'node:timers/promises';
import type { Pause } from '../../pause.ts';
import { range, wordKey } from '../../text/index.ts';
import { SURE_CONTRADICTION, WORTH_READING } from '../decision-constants.ts';
import { type Premise, premisesHolding, type ScoredPremise, singleSentence } from '../read/premises.ts';
import { type ClaimSpan, type ReadClaim, spanReading } from '../read/read-claim.ts';
import type { SourceSet } from '../read/read-source.ts';
import { type Place, sentencesAt } from '../read/source.ts';
import {
  asksOfTable,
  type CopyDifferences,
  copyDifferences,
  countOf,
  deniesOfExcepted,
  deniesUnlisted,
  deniesUnnamed,
  derivedClaim,
  dropsRestriction,
  isOfNumbersAlone,
  isWithinLimit,
  leavesOutDays,
  leavesOutRest,
  objectionsIn,
  PairBudget,
  proseClaim,
  recordClaim,
  type SurfaceFindings,
  type SurfaceReading,
  saysByException,
  surfaceFindings,
  tableClaim,
} from '../rules/index.ts';
import { type DocumentReads, premisesOf, type SpanReads, scoreSpan } from '../score/score-span.ts';
import type { ScoringContext } from '../score/scoring.ts';
import type { Verification } from '../verification.ts';
import { absentAmounts } from './absent-amounts.ts';
import {
  type CopiedSentence,
  closestOf,
  decidingSentence,
  type ExaminedDocument,
  type ExaminedSpan,
  featuresOf,
} from './features.ts';
import { namesHeld, namesOf, subjectsOf } from './subjects.ts';
import { isUndated } from './undated.ts';

/** A claim with the scores of the models and the findings of the rules; calibration fits the policy on these. */
export interface ExaminedClaim {
  readonly sources: SourceSet;
  /** Those of its spans that assert something, in claim order; none of a source without sentences. */
  readonly spans: readonly ExaminedSpan[];
  readonly timings: Omit<Verification['timings'], 'tokenizeMs' | 'policyMs'>;
}

/** Scores the spans of a claim with both models, meanwhile compares their words with the source, and puts both together. */
export async function examineClaim(claim: ReadClaim, scoring: ScoringContext): Promise<ExaminedClaim> {
  const { sources, permit, pause } = scoring;
  const comparison = { sources, budget: new PairBudget(scoring.comparedPairs), pause };
  const [reads, { compared, comparedMs }] = await Promise.all([
    Promise.all(claim.spans.map((span) => scoreSpan(span, scoring))),
    compareMeanwhile(claim, comparison),
  ]);
  const startedAt = performance.now();
  // A budget of its own, so that a source with many facts leaves comparisons for the premises.
  const withPremises = { ...comparison, budget: new PairBudget(scoring.comparedPairs) };
  const spans: ExaminedSpan[] = [];
  const whole = await sources.readings.whole(pause);
  for (const [i, read] of reads.entries()) {
    for (const { number, passage } of read.documents) {
      await sources.readings.readTables(number, pause);
      await readLongPassage(passage, sources, pause);
    }
    const sourceFindings = compared[i]!;
    if (read.documents.length > 0)
      spans.push(examineSpan(claim.spans[i]!, read, { ...withPremises, whole, sourceFindings }));
    await pause();
  }
  const textMs = comparedMs + performance.now() - startedAt;
  return { sources, spans, timings: { textMs, ...permit.timings } };
}

/** An ordinary passage has a third of these characters; one of marks that are hardly any tokens may have many more. */
const LONG_PASSAGE = 4_000;

/** Reads the sentences of a long passage one by one, with turns for others: the rules may compare each of them. */
async function readLongPassage(passage: Premise, { sentences, readings }: SourceSet, pause: Pause): Promise<void> {
  const length = passage.sentences.reduce((sum, i) => sum + sentences[i]!.text.length, 0);
  if (length < LONG_PASSAGE) return;
  for (const i of passage.sentences) {
    readings.premise(singleSentence(i));
    await pause();
  }
}

/** Compares the words after the model has its work and other requests had their turn. */
async function compareMeanwhile({ spans }: ReadClaim, comparison: ComparisonContext) {
  await setImmediate();
  const startedAt = performance.now();
  const compared: SurfaceFindings[] = [];
  for (const span of spans) compared.push(await compareSpan(span, comparison));
  return { compared, comparedMs: performance.now() - startedAt };
}

/** Puts together what was scored for a claim span and what its words say, compared with the source and with its sentences. */
function examineSpan(
  span: ClaimSpan,
  reads: SpanReads,
  comparison: ComparisonContext & Pick<ComparedSpan, 'whole' | 'sourceFindings'>,
): ExaminedSpan {
  const { sources, whole, sourceFindings } = comparison;
  const claim = spanReading(span);
  const premiseFindings = premiseFindingsOf(claim, comparison);
  const compared = { claim, names: namesOf(span, subjectsOf(span, claim)), premiseFindings, sourceFindings, whole };
  const documents = reads.documents.map((one) => examineDocument(one, compared, sources));
  return {
    hypothesis: span,
    evidencePairs: reads.evidencePairs,
    documents: withReplaced(documents, sources),
    sourceFindings,
    absentAmounts: absentAmounts(sourceFindings, sources),
    surface: surfaceMatch(span, reads, sources),
  };
}

/** A claim span as the rules read it, and its findings. */
interface ComparedSpan extends Pick<ExaminedSpan, 'sourceFindings'> {
  readonly claim: SurfaceReading;
  /** The keys of its names. */
  readonly names: ReadonlySet<string>;
  readonly premiseFindings: PremiseFindings;
  /** All sources as the rules read them. */
  readonly whole: SurfaceReading;
}

/** The findings of the rules in a span and a premise. */
type PremiseFindings = (premise: Premise) => SurfaceFindings;

/** The documents, each with whether it says that it is replaced, or another one that it replaces it. */
function withReplaced(
  documents: readonly Omit<ExaminedDocument, 'isReplaced'>[],
  { readings }: SourceSet,
): ExaminedDocument[] {
  const openings = documents.map(({ number }) => readings.opening(number));
  const replaced = openings.flatMap(({ replaces }) => replaces);
  return documents.map((document, i) => ({
    ...document,
    isReplaced: openings[i]!.isReplaced || replaced.some((keys) => isTitle(keys, document.titleWords)),
  }));
}

function isTitle(keys: ReadonlySet<string>, titleWords: ReadonlySet<string>): boolean {
  return keys.size > 0 && [...keys].every((key) => titleWords.has(key));
}

function examineDocument(
  reads: DocumentReads,
  { claim, names: ofSpan, premiseFindings, sourceFindings, whole: all }: ComparedSpan,
  sources: SourceSet,
): Omit<ExaminedDocument, 'isReplaced'> {
  const closest = closestOf(reads.sentences);
  const { facts } = premiseFindings(closest);
  const { first, end } = sources.sentences[closest.sentences[0]!]!.document;
  const whole = range(first, end);
  // The passage is compared only where a fact conflicts, which is rare.
  const isInPassage = (i: number) =>
    reads.passage.sentences.length > 1 && premiseFindings(reads.passage).facts[i]!.status === 'match';
  const conflicts = facts.filter(({ status }, i) => status === 'conflict' && !isInPassage(i)).length;
  const isOnOtherDays = conflicts === 0 && leavesOutDays(claim, sources.readings.premise(closest), all);
  const conflictingFacts = isOnOtherDays ? 1 : conflicts;
  const isWhole = whole.length === sources.sentences.length;
  const support = decidingSentence(reads, 'entailment');
  const opposition = decidingSentence(reads, 'contradiction');
  const { records } = sources.sources[reads.number]!;
  const tables = sources.readings.tables(reads.number);
  const said = sources.readings.premise(support);
  const against = sources.readings.premise(opposition);
  const besides = () =>
    reads.passage.sentences
      .filter((i) => !support.sentences.includes(i))
      .map((i) => sources.readings.premise(singleSentence(i)));
  const places = support.sentences.map((i) => sources.sentences[i]!.span);
  const document = () => sources.readings.documentIn(all, reads.number);
  const ofTables =
    records === undefined ? (tableClaim(claim, tables) ?? proseClaim(claim, document())) : recordClaim(claim, records);
  const derived =
    ofTables === undefined ? derivedClaim(claim, document(), { isChanged: conflictingFacts > 0 }) : undefined;
  const { titleWords } = sources.readings.opening(reads.number);
  const { names } = isWhole ? sourceFindings : premiseFindings({ sentences: whole });
  const isNamed = isNamedIn(sources, { first, end });
  return {
    ...reads,
    closest,
    range: { first, end },
    conflictingFacts,
    titleWords,
    names: namesHeld(ofSpan, { first, end }, sources.readings.words()),
    copied: findCopy({ claim, premiseFindings }, reads.sentences, sources),
    computed: ofTables ?? derived?.computed,
    isUnproven:
      ofTables === undefined &&
      (derived === undefined
        ? records === undefined && asksOfTable(claim, tables, places)
        : derived.computed === undefined),
    needsCalculation: derived?.isAsked === true && derived.computed === undefined,
    // Where its words ask for no calculation, another value in its place may contradict it.
    isUnderivable: derived?.isGiven === false && derived.isAsked,
    mayFollow: derived !== undefined && derived.computed === undefined && derived.mayFollow,
    support,
    objectionsInWords: objectionsIn(claim, said, besides),
    isOfNumbers: isOfNumbersAlone(
      claim,
      { support: said, passage: () => sources.readings.premise(reads.passage) },
      titleWords,
    ),
    deniesUnnamed: {
      support: deniesUnlisted(claim, said, isNamed),
      opposition: deniesUnnamed(claim, against, isNamed, opposition.scores.contradiction >= SURE_CONTRADICTION),
    },
    isWithinLimit: isWithinLimit(claim, against),
    isWithinException: deniesOfExcepted(claim, against),
    isSaidByException: saysByException(claim, said) || saysByException(claim, against),
    isUndated: isUndated(claim, { number: reads.number, premises: [support, closest] }, sources),
    opposition,
    features: featuresOf(reads, {
      matchingFacts: countOf(facts, 'match'),
      conflictingFacts,
      absentNames: countOf(names, 'absent'),
    }),
  };
}

/** True if a document has a word, in any form. */
function isNamedIn({ readings }: SourceSet, { first, end }: ExaminedDocument['range']): (word: string) => boolean {
  return (word) => (readings.words().places.get(wordKey(word)) ?? []).some((i) => first <= i && i < end);
}

/** Compares a span with premises, each when it is first asked for and then no more. */
export function premiseFindingsOf(
  claim: SurfaceReading,
  { sources, budget }: Pick<ComparisonContext, 'sources' | 'budget'>,
): PremiseFindings {
  const compared = new Map<string, SurfaceFindings>();
  return (premise) => {
    const key = premise.sentences.join();
    const found = compared.get(key) ?? surfaceFindings(claim, sources.readings.premise(premise), budget);
    compared.set(key, found);
    return found;
  };
}

/** Where the source has the span's own words, and the first premise that holds that place whole. */
function surfaceMatch(span: ClaimSpan, reads: SpanReads, sources: SourceSet): ExaminedSpan['surface'] {
  const quotation = sources.readings.quotation(span.text);
  if (quotation === undefined) return undefined;
  const [premise] = premisesHolding(quotation.place, premisesOf(reads), sources.sentences);
  if (premise === undefined) return undefined;
  const [claim, said] = [spanReading(span), sources.readings.premise(premise)];
  if (leavesOutRest(claim, said) || dropsRestriction(claim, said)) return undefined;
  return { ...quotation, premise, isSentence: isSentence(quotation.place, sources) };
}

/** True if a place is a whole sentence of its source except for the marks around its words. */
function isSentence(place: Place, { sources, sentences }: SourceSet): boolean {
  const { text } = sources[place.source]!;
  const { span } = sentences[sentencesAt(place, sentences)[0]!]!;
  const isInside = span.start <= place.start && place.end <= span.end;
  return isInside && !/[\p{L}\p{N}]/u.test(text.slice(span.start, place.start) + text.slice(place.end, span.end));
}

/** The closest sentence that the span copies with a change; `undefined` where another says the same as it does. */
export function findCopy(
  { claim, premiseFindings }: Pick<ComparedSpan, 'claim' | 'premiseFindings'>,
  sentences: readonly ScoredPremise[],
  { readings }: SourceSet,
): CopiedSentence | undefined {
  const near: CopiedSentence[] = [];
  const worthReading = sentences.filter(({ coverage }) => coverage >= WORTH_READING);
  for (const premise of worthReading.sort((a, b) => b.coverage - a.coverage)) {
    const differences = copyDifferences(claim, readings.premise(premise), premiseFindings(premise));
    if (differences !== undefined) near.push({ premise, differences });
  }
  const different = near.find(({ differences }) => isDifferent(differences));
  if (different === undefined) return undefined;
  const { held } = different.differences;
  return near.some(({ differences }) => !isDifferent(differences) && differences.held >= held) ? undefined : different;
}

function isDifferent({ facts, names, negation, exception }: CopyDifferences): boolean {
  return facts.length > 0 || names.length > 0 || negation || exception;
}

/** Shared by the comparisons of one claim. */
export interface ComparisonContext {
  readonly sources: SourceSet;
  /** Comparisons left to all spans of the claim together. */
  readonly budget: PairBudget;
  readonly pause: Pause;
}

/** Compares a span with all sources and looks its words up there, while the models are busy. */
export async function compareSpan(
  span: ClaimSpan,
  { sources: { readings }, budget, pause }: ComparisonContext,
): Promise<SurfaceFindings> {
  const whole = await readings.whole(pause);
  await pause();
  const findings = surfaceFindings(spanReading(span), whole, budget);
  await pause();
  readings.quotation(span.text);
  await pause();
  return findings;
}
