import type { NliModel, NliScores, Pair, Phase, TokenizedText } from '../../nli/types.ts';
import type { Pause } from '../../pause.ts';
import { sentenceWords } from '../../text/index.ts';
import { ABOUT_THE_SAME, type Premise, premisesHolding, type ScoredPremise, singleSentence } from '../read/premises.ts';
import type { ClaimSpan } from '../read/read-claim.ts';
import type { ReadSource } from '../read/read-source.ts';
import { coverage, coverages, type SourceWords, weighWords, wordsHeld } from '../read/source-readings.ts';
import { choosePremises, readsEverything, type ScoringContext } from './scoring.ts';
import { strangersAmong } from './strangers.ts';

/** Everything that the models read for one claim span. */
export interface ScoredSpan {
  readonly span: ClaimSpan;
  /** Read by the verdict model: the candidate sentences in source order, then the premises of several sentences. */
  readonly premises: readonly ScoredPremise[];
  /** Read by the evidence model: each sentence that may stand alone, in source order; empty when the phase was skipped. */
  readonly evidence: readonly ScoredPremise[];
  /** Weighted share of the span's words found in the sentences of the source that are about the same. */
  readonly sourceCoverage: number;
  /** Sentences of the whole source, read or not, that have enough of the span's words to be about the same. */
  readonly sourceSentences: number;
  /** Candidates that were left out because the request had more than its share of verdict pairs. */
  readonly cut: number;
}

/**
 * Both phases: the evidence model reads every sentence that may stand alone, unless there are no more of them than the
 * verdict model may read; the verdict model reads the candidates that these scores name, then the windows around the best
 * of them and the best ones together.
 */
export async function scoreSpan(span: ClaimSpan, scoring: ScoringContext): Promise<ScoredSpan> {
  const { source, encoder, limits, pause } = scoring;
  const { sourceCoverage, alone, read, evidence, chosen } = await selectEvidence(span, scoring);
  await pause();
  const sentences = await read('verdict', chosen);
  const isSettled = await isCopyThatSettles(span, sentences, scoring);
  const wider = isSettled
    ? []
    : choosePremises(sentences, source, { windowSentences: limits.windowSentences, coverages: alone });
  await pause();
  const fitting = wider.filter(
    (premise) => tokensOf(source, premise, encoder.verdict).ids.length <= source.maxPremiseTokens,
  );
  const premises = [...sentences, ...(await read('verdict', fitting))];
  return {
    ...{ span, premises, evidence },
    sourceCoverage,
    sourceSentences: alone.filter((share) => share >= ABOUT_THE_SAME).length,
    cut: Math.max(0, Math.min(limits.candidates, evidence.length) - sentences.length),
  };
}

/** The first phase alone: the sentences that the verdict model is to read for a span. */
async function selectEvidence(span: ClaimSpan, scoring: ScoringContext) {
  const { source, encoder, perSpan, pause } = scoring;
  const words = await source.readings.words(pause);
  const own = sentenceWords(span.text);
  const weighed = weighWords(own, words);
  const { content, held } = wordsHeld(own, words);
  const alone = coverages(weighed, words);
  const strangers = await strangersAmong({ content, held, coverages: alone }, source, pause);
  for (const i of strangers) alone[i] = 0;
  // What is about something else holds grammar, too: a claim's "to" or "than" is not found there.
  const isAbout = (i: number) => held.has(i) && !strangers.has(i);
  const about = { has: (key: string) => words.places.get(key)?.some(isAbout) ?? false };
  const sourceCoverage = coverage(weighed, [content.size === 0 ? words.places : about]);
  const covers = coverageBy(weighed, words, alone);
  const read = (phase: Phase, premises: readonly Premise[]) =>
    scorePremises(premises, { span, phase, covers }, scoring);
  const candidates = (scoring.nearest?.to(span) ?? source.standingAlone).map(singleSentence);
  const isOnePhase = readsEverything(encoder, candidates.length, perSpan);
  const evidence = isOnePhase ? [] : await read('evidence', candidates);
  const chosen: readonly Premise[] = isOnePhase ? candidates : chooseCandidates(evidence, perSpan);
  return { sourceCoverage, alone, read, evidence, chosen };
}

/** Whether one of the sentences plainly states the span word for word, and so decides it. */
async function isCopyThatSettles(
  span: ClaimSpan,
  sentences: readonly ScoredPremise[],
  { source, settles, pause }: ScoringContext,
): Promise<boolean> {
  if (settles === undefined) return false;
  const quotation = await source.readings.quotation(span.text, pause);
  if (quotation === undefined || quotation.factuality !== undefined) return false;
  return premisesHolding(quotation.span, sentences, source.sentences).some(({ scores }) => settles(scores));
}

/** Tells the weighted share of the words that a premise holds. */
function coverageBy(
  weighed: ReadonlyMap<string, number>,
  words: SourceWords,
  alone: readonly number[],
): (premise: Premise) => number {
  return ({ kind, sentences }) =>
    kind === 'sentence'
      ? alone[sentences[0]!]!
      : coverage(
          weighed,
          sentences.map((i) => words.sentences[i]!),
        );
}

/** Premises of which the tokens and the words in common are put together without a pause. */
const PREMISES_AT_ONCE = 64;

/** The premises with the scores beside a claim span, and with the share of its words that they hold. */
async function scorePremises(
  premises: readonly Premise[],
  { span, phase, covers }: { span: ClaimSpan; phase: Phase; covers: (premise: Premise) => number },
  { source, encoder, permit, pause }: ScoringContext,
): Promise<ScoredPremise[]> {
  const model = encoder[phase]!;
  const hypothesis = model.tokenize(span.normalised);
  const pairs: Pair[] = [];
  for (const [i, premise] of premises.entries()) {
    if (i % PREMISES_AT_ONCE === 0) await pause();
    pairs.push({ premise: tokensOf(source, premise, model), hypothesis });
  }
  const scores = await scoreInParts(pairs, (part) => permit.score(phase, part), pause);
  const scored: ScoredPremise[] = [];
  for (const [i, premise] of premises.entries()) {
    // One answer of the model often ends the wait of many spans: each goes on in a turn of its own.
    if (i % PREMISES_AT_ONCE === 0) await pause();
    scored.push({ ...premise, scores: scores[i]!, coverage: covers(premise) });
  }
  return scored;
}

/** A premise as a model reads it: its first sentence, and the others as they go on from it. */
export function tokensOf(
  { sentences }: Pick<ReadSource, 'sentences'>,
  premise: Pick<Premise, 'sentences'>,
  model: Pick<NliModel, 'tokenize' | 'join'>,
): TokenizedText {
  const [first, ...others] = premise.sentences;
  const start = model.tokenize(sentences[first!]!.normalised);
  if (others.length === 0) return start;
  return model.join([start, ...others.map((i) => model.tokenize(sentences[i]!.normalised, 'continuation'))]);
}

/** Pairs that are put to a model without a pause: each takes a few microseconds before it waits in the queue. */
const PAIRS_AT_ONCE = 128;

/** Scores of any number of pairs, in their order. All of them wait in the queue together, as if they were put to it at once. */
export async function scoreInParts(
  pairs: readonly Pair[],
  score: (part: readonly Pair[]) => Promise<readonly NliScores[]>,
  pause: Pause,
): Promise<readonly NliScores[]> {
  const parts: Promise<readonly NliScores[]>[] = [];
  for (let first = 0; first < pairs.length; first += PAIRS_AT_ONCE) {
    await pause();
    const part = score(pairs.slice(first, first + PAIRS_AT_ONCE));
    // Awaited below: one that fails before the last is put to the model is no unhandled rejection.
    part.catch(() => undefined);
    parts.push(part);
  }
  return (await Promise.all(parts)).flat();
}

/** Reasons for a sentence to be a candidate: it may entail the span, it may contradict it, it has most of its words. */
const RANKINGS: readonly ((sentence: ScoredPremise) => number)[] = [
  ({ scores, coverage }) => scores.entailment + 2 * coverage,
  ({ scores, coverage }) => scores.contradiction * coverage,
  ({ coverage }) => coverage,
];

/** The `count` sentences that come first when the three rankings take turns, in the order of the source. */
export function chooseCandidates(read: readonly ScoredPremise[], count: number): ScoredPremise[] {
  const rankings = RANKINGS.map((worth) => highest(read.map(worth), count));
  const chosen = new Set<number>();
  // Every place of a ranking adds a sentence or finds it chosen: no more places than sentences are asked for.
  for (let place = 0; place < Math.min(count, read.length); place++) {
    for (const ranking of rankings) if (chosen.size < count) chosen.add(ranking[place]!);
  }
  return [...chosen].sort((a, b) => a - b).map((i) => read[i]!);
}

/** Indices of the `count` highest values, the highest first, the earlier first among equals. */
function highest(values: readonly number[], count: number): number[] {
  const first: number[] = [];
  for (const [i, value] of values.entries()) {
    if (first.length >= count && value <= values[first.at(-1)!]!) continue;
    let place = first.length;
    while (place > 0 && value > values[first[place - 1]!]!) place -= 1;
    first.splice(place, 0, i);
    if (first.length > count) first.pop();
  }
  return first;
}
