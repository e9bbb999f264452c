import type { CrossEncoder, Pair, TokenizedText } from '../nli/types.ts';
import { breather } from './breather.ts';
import { type ChosenPremises, choosePremises } from './choose-premises.ts';
import { coverage, readWords, type TextWords } from './coverage.ts';
import { type Premise, premiseOf, type ScoredPremise } from './premises.ts';
import type { ReadTexts } from './read-texts.ts';
import type { PairCounts } from './types.ts';

/** Everything that was scored for one hypothesis. */
export interface ScoredHypothesis {
  /** One for every source sentence, in order. */
  readonly sentences: readonly ScoredPremise[];
  /** Windows around the sentences that matter most. */
  readonly windows: readonly ScoredPremise[];
  /** The best sentences from anywhere in the source, read as one premise. */
  readonly digest: ScoredPremise | undefined;
  /** Weighted share of the hypothesis's words found anywhere in the source. */
  readonly sourceCoverage: number;
}

/** Every premise that was scored for one hypothesis, each sentence before the wider ones. */
export function allPremises({ sentences, windows, digest }: ScoredHypothesis): ScoredPremise[] {
  return [...sentences, ...windows, ...(digest ? [digest] : [])];
}

export interface ScoringRun {
  /** One for every hypothesis, in claim order. */
  readonly hypotheses: readonly ScoredHypothesis[];
  readonly queueMs: number;
  readonly inferenceMs: number;
  readonly pairs: PairCounts;
}

export interface ScoringOptions {
  readonly encoder: CrossEncoder;
  /** Longest window, in sentences. */
  readonly windowSentences: number;
  readonly signal: AbortSignal | undefined;
}

/**
 * Scores every asserting hypothesis against every source sentence, then against the windows and the digest that those
 * scores and the words in common point to. Windows left out are counted.
 */
export async function scorePremises(texts: ReadTexts, options: ScoringOptions): Promise<ScoringRun> {
  let reading: Promise<TextWords> | undefined;
  // Begun by the first caller, which by then has given the network its work.
  const words = () => (reading ??= readWords(texts));
  const spans = texts.sentences.map(({ span }) => span);
  const singles = spans.map((_, i) => premiseOf(spans, [i]));
  const first = await scoreAll(
    texts,
    texts.hypotheses.map(({ asserts }) => (asserts ? singles : [])),
    { words, options },
  );
  const chosen = first.scored.map((sentences) => choosePremises(sentences, options.windowSentences));
  const fits = (premise: Premise) => tokensOf(texts, premise, options.encoder).ids.length <= texts.premiseLimit;
  const wider = chosen.map(({ windows, digest }) =>
    [...windows, ...(digest ? [digest] : [])].map((run) => premiseOf(spans, run)).filter(fits),
  );
  const second = await scoreAll(texts, wider, { words, options, ticket: first.ticket });
  const { hypotheses, sentences: sentenceWords } = await words();
  return {
    hypotheses: first.scored.map((sentences, h) => ({
      sentences,
      ...separate(second.scored[h]!, chosen[h]!),
      sourceCoverage: coverage(hypotheses[h]!, sentenceWords),
    })),
    queueMs: first.queueMs + second.queueMs,
    inferenceMs: first.inferenceMs + second.inferenceMs,
    pairs: {
      scored: [...first.scored, ...second.scored].reduce((sum, scored) => sum + scored.length, 0),
      skipped: chosen.reduce((sum, { skippedWindows }) => sum + skippedWindows, 0),
    },
  };
}

function separate(wider: readonly ScoredPremise[], { digest }: ChosenPremises) {
  const isDigest = (premise: ScoredPremise) => digest !== undefined && premise.sentences.join() === digest.join();
  return { windows: wider.filter((premise) => !isDigest(premise)), digest: wider.find(isDigest) };
}

interface ScoreAllContext {
  readonly words: () => Promise<TextWords>;
  readonly options: ScoringOptions;
  /** Of the pairs scored before for the same request. */
  readonly ticket?: number | undefined;
}

/** Scores each hypothesis against its own list of premises, all in one submission. */
async function scoreAll(
  texts: ReadTexts,
  premises: readonly (readonly Premise[])[],
  { words: readWordsOnce, options, ticket: place }: ScoreAllContext,
) {
  const rest = breather();
  const pairs: Pair[] = [];
  for (const [h, list] of premises.entries()) {
    const hypothesis = texts.hypotheses[h]!.tokens;
    for (const premise of list) pairs.push({ premise: tokensOf(texts, premise, options.encoder), hypothesis });
    await rest();
  }
  const scoring = options.encoder.score(pairs, options.signal, place);
  const [{ scores, ...submission }, words] = await Promise.all([scoring, readWordsOnce()]);
  const scored: ScoredPremise[][] = [];
  let at = 0;
  for (const [h, list] of premises.entries()) {
    const covered = (premise: Premise) =>
      coverage(
        words.hypotheses[h]!,
        premise.sentences.map((i) => words.sentences[i]!),
      );
    scored.push(list.map((premise) => ({ ...premise, scores: scores[at++]!, coverage: covered(premise) })));
    await rest();
  }
  return { ...submission, scored };
}

/** A premise as the network reads it: its first sentence, and the others as they go on from it. */
export function tokensOf(
  { sentences }: ReadTexts,
  premise: Premise,
  encoder: Pick<CrossEncoder, 'join'>,
): TokenizedText {
  const [first, ...rest] = premise.sentences;
  if (rest.length === 0) return sentences[first!]!.tokens;
  return encoder.join([sentences[first!]!.tokens, ...rest.map((i) => sentences[i]!.continuation())]);
}
