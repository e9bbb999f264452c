import type { NliModel, NliScores, Pair, Phase, TokenizedText } from '../../nli/types.ts';
import type { Pause } from '../../pause.ts';
import { isFunctionWord, sentenceWords, wordKey } from '../../text/index.ts';
import { CANDIDATES, SENTENCES } from '../decision-constants.ts';
import { type Premise, premisesHolding, type ScoredPremise, singleSentence } from '../read/premises.ts';
import type { ClaimSpan } from '../read/read-claim.ts';
import type { SourceSet } from '../read/read-source.ts';
import { coverage, coverages, type SourceWords, weighWords } from '../read/source-readings.ts';
import type { ScoringContext } from './scoring.ts';
import { chooseForVerdict } from './select.ts';

/** The premises of one document that the verdict model read for a claim span. */
export interface DocumentReads {
  /** The number of the document. */
  readonly number: number;
  readonly passage: ScoredPremise;
  /** The best-ranked first; of a passage of one sentence, that sentence too. */
  readonly sentences: readonly ScoredPremise[];
}

/** Everything that the models read for one claim span. */
export interface SpanReads {
  /** The document with the best-ranked sentence first. */
  readonly documents: readonly DocumentReads[];
  /** Pairs that the evidence model scored; 0 when the phase was skipped. */
  readonly evidencePairs: number;
}

/** All premises of the documents of a span, each once: a passage of one sentence is among the sentences. */
export function premisesOf<One extends Premise>({
  documents,
}: {
  readonly documents: readonly { readonly passage: One; readonly sentences: readonly One[] }[];
}): One[] {
  return documents.flatMap(({ passage, sentences }) =>
    passage.sentences.length > 1 ? [passage, ...sentences] : sentences,
  );
}

/**
 * Both phases: the evidence model ranks the sentences that can be read alone, and the verdict model reads a passage and a few
 * sentences of the best documents.
 */
export async function scoreSpan(span: ClaimSpan, scoring: ScoringContext): Promise<SpanReads> {
  const { sources, encoder, pause } = scoring;
  await pause();
  const words = sources.readings.words();
  await pause();
  const weighed = weighWords(sentenceWords(span.text), words);
  const bySentence = coverages(weighed, words);
  const read = (phase: Phase, premises: readonly Premise[]) =>
    scorePremises(premises, { span, phase, coverageOf: coverageBy(weighed, words, bySentence) }, scoring);
  const settling = await copyThatSettles(span, scoring, (premise) => read('verdict', [premise]));
  if (settling !== undefined) return { documents: [settling], evidencePairs: 0 };
  const candidates = mostCovered(sources.standingAlone, bySentence).map(singleSentence);
  const isRanked = needsRanking(sources, candidates.length);
  const ranked = isRanked
    ? await read(encoder.evidence === undefined ? 'verdict' : 'evidence', candidates)
    : candidates.map((one) => ({ ...one, scores: UNREAD, coverage: bySentence[one.sentences[0]!]! }));
  await pause();
  const chosen = chooseForVerdict(ranked, sources, {
    tokensOf: (i) => tokensIn(sources, i, encoder.verdict),
    aboutAs: (seed) => sharingWords([span.normalised, sources.sentences[seed]!.normalised], words),
    isCoherent: (document) => sources.readings.isCoherent(document),
  });
  const scores = await read('verdict', premisesOf({ documents: chosen }));
  const byKey = new Map(scores.map((one) => [one.sentences.join(), one]));
  const scored = (premise: Premise) => byKey.get(premise.sentences.join())!;
  return {
    documents: chosen.map(({ number, passage, sentences }) => ({
      number,
      passage: scored(passage),
      sentences: sentences.map(scored),
    })),
    evidencePairs: isRanked && encoder.evidence !== undefined ? candidates.length : 0,
  };
}

/** Those of some sentences that have most of a span's words, ascending; the first among equals. */
function mostCovered(sentences: readonly number[], coverages: readonly number[]): readonly number[] {
  if (sentences.length <= CANDIDATES) return sentences;
  return sentences
    .toSorted((one, other) => coverages[other]! - coverages[one]! || one - other)
    .slice(0, CANDIDATES)
    .sort((one, other) => one - other);
}

/** Returns which sentences of the source share a content word with one of the texts; numbers do not count. */
function sharingWords(texts: readonly string[], { places }: SourceWords): (sentence: number) => boolean {
  const keys = new Set(texts.flatMap(contentWords).map(wordKey));
  const sharing = new Set([...keys].flatMap((key) => places.get(key) ?? []));
  return (sentence) => sharing.has(sentence);
}

function contentWords(text: string): string[] {
  return sentenceWords(text).filter((word) => !isFunctionWord(word) && !/^\d+$/.test(word));
}

/** Scores of a sentence that no model has ranked. */
const UNREAD: NliScores = { entailment: 0, neutral: 1, contradiction: 0 };

/** True if sentences have to be ranked: not where the verdict model reads every one of a single document. */
export function needsRanking({ sentences }: Pick<SourceSet, 'sentences'>, candidates: number): boolean {
  return candidates > SENTENCES || holdsSeveral({ sentences });
}

function holdsSeveral({ sentences }: Pick<SourceSet, 'sentences'>): boolean {
  return sentences.at(-1)?.document.number !== sentences[0]?.document.number;
}

/** The sentence that plainly states the span word for word and so decides it, where its scores settle it. */
async function copyThatSettles(
  span: ClaimSpan,
  { sources, settles, pause }: ScoringContext,
  read: (premise: Premise) => Promise<ScoredPremise[]>,
): Promise<DocumentReads | undefined> {
  // Another document may deny what this one states.
  if (settles === undefined || holdsSeveral(sources)) return undefined;
  const quotation = sources.readings.quotation(span.text);
  await pause();
  if (quotation === undefined || quotation.factuality !== undefined) return undefined;
  const [holding] = premisesHolding(quotation.place, sources.standingAlone.map(singleSentence), sources.sentences);
  if (holding === undefined) return undefined;
  const [passage] = await read(holding);
  if (!settles(passage!.scores)) return undefined;
  const { number } = sources.sentences[holding.sentences[0]!]!.document;
  return { number, passage: passage!, sentences: [passage!] };
}

/** Returns the weighted share of the words that a premise has. */
function coverageBy(
  weighed: ReadonlyMap<string, number>,
  words: SourceWords,
  bySentence: readonly number[],
): (premise: Premise) => number {
  return ({ sentences }) =>
    sentences.length === 1
      ? bySentence[sentences[0]!]!
      : coverage(
          weighed,
          sentences.map((i) => words.sentences[i]!),
        );
}

/** Premises of which the tokens and the words in common are put together without a pause. */
const PREMISES_AT_ONCE = 64;

/** The premises with their scores for a claim span, and with the share of its words that they hold. */
async function scorePremises(
  premises: readonly Premise[],
  { span, phase, coverageOf }: { span: ClaimSpan; phase: Phase; coverageOf: (premise: Premise) => number },
  { sources, encoder, permit, pause }: ScoringContext,
): Promise<ScoredPremise[]> {
  const model = encoder[phase]!;
  const hypothesis = model.tokenize(span.normalised);
  const pairs: Pair[] = [];
  for (const [i, premise] of premises.entries()) {
    if (i % PREMISES_AT_ONCE === 0) await pause();
    pairs.push({ premise: tokensOf(sources, premise, model), hypothesis });
  }
  const scores = await scoreInParts(pairs, (part) => permit.score(phase, part), pause);
  const scored: ScoredPremise[] = [];
  for (const [i, premise] of premises.entries()) {
    // One answer of the model often ends the wait of many spans: each continues in its own turn.
    if (i % PREMISES_AT_ONCE === 0) await pause();
    scored.push({ ...premise, scores: scores[i]!, coverage: coverageOf(premise) });
  }
  return scored;
}

/** A premise as a model reads it: its first sentence, and the others as they continue from it. */
export function tokensOf(
  { sentences }: Pick<SourceSet, 'sentences'>,
  premise: Pick<Premise, 'sentences'>,
  model: Pick<NliModel, 'tokenize' | 'join'>,
): TokenizedText {
  const [first, ...others] = premise.sentences;
  const start = model.tokenize(sentences[first!]!.normalised);
  if (others.length === 0) return start;
  return model.join([start, ...others.map((i) => model.tokenize(sentences[i]!.normalised, 'continuation'))]);
}

/** The most tokens that a sentence takes in a passage, at its start or within it. */
export function tokensIn({ sentences }: Pick<SourceSet, 'sentences'>, index: number, model: NliModel): number {
  const { normalised } = sentences[index]!;
  return Math.max(model.tokenize(normalised).ids.length, model.tokenize(normalised, 'continuation').ids.length);
}

/** Pairs that are queued for a model without a pause: each takes a few microseconds. */
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
