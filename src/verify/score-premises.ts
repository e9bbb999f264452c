import type { CrossEncoder, NliScores, ScoringTurn, TokenizedText } from '../nli/types.ts';
import type { AskedSentences } from './ask-sentences.ts';
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
  readonly pairs: PairCounts;
}

export interface ScoringOptions {
  readonly encoder: CrossEncoder;
  readonly turn: ScoringTurn;
  /** Longest window, in sentences. */
  readonly windowSentences: number;
}

/**
 * Takes the scores of the single sentences as they come, then asks about the windows and the digest that those scores and
 * the words in common point to. Windows left out are counted.
 */
export async function scorePremises(asked: AskedSentences, options: ScoringOptions): Promise<ScoringRun> {
  const { texts } = asked;
  const words = await readWords(texts);
  const spans = texts.sentences.map(({ span }) => span);
  const singles = spans.map((_, i) => premiseOf(spans, [i]));
  const sentenceScores = await asked.scores;
  const sentences = await withScores(
    sentenceScores.map((scores) => (scores.length === 0 ? [] : singles)),
    sentenceScores,
    words,
  );
  const chosen = sentences.map((scored) => choosePremises(scored, options.windowSentences));
  const fits = (premise: Premise) => tokensOf(texts, premise, options.encoder).ids.length <= texts.premiseLimit;
  const wider = chosen.map(({ windows, digest }) =>
    [...windows, ...(digest ? [digest] : [])].map((run) => premiseOf(spans, run)).filter(fits),
  );
  const further = await withScores(wider, await askWider(texts, wider, options), words);
  return {
    hypotheses: sentences.map((scored, h) => ({
      sentences: scored,
      ...separate(further[h]!, chosen[h]!),
      sourceCoverage: coverage(words.hypotheses[h]!, words.sentences),
    })),
    pairs: {
      scored: [...sentences, ...further].reduce((sum, scored) => sum + scored.length, 0),
      skipped: chosen.reduce((sum, { skippedWindows }) => sum + skippedWindows, 0),
    },
  };
}

function separate(wider: readonly ScoredPremise[], { digest }: ChosenPremises) {
  const isDigest = (premise: ScoredPremise) => digest !== undefined && premise.sentences.join() === digest.join();
  return { windows: wider.filter((premise) => !isDigest(premise)), digest: wider.find(isDigest) };
}

/** Scores each hypothesis against its own list of premises, all at once. */
async function askWider(
  texts: ReadTexts,
  premises: readonly (readonly Premise[])[],
  { encoder, turn }: ScoringOptions,
): Promise<readonly (readonly NliScores[])[]> {
  const pairs = premises.flatMap((list, h) =>
    list.map((premise) => ({
      premise: tokensOf(texts, premise, encoder),
      hypothesis: texts.hypotheses[h]!.tokens,
    })),
  );
  const scores = await turn.score(pairs);
  let at = 0;
  return premises.map((list) => list.map(() => scores[at++]!));
}

/** Each hypothesis's premises with their scores, and the share of its words that they hold. */
async function withScores(
  premises: readonly (readonly Premise[])[],
  scores: readonly (readonly NliScores[])[],
  words: TextWords,
): Promise<ScoredPremise[][]> {
  const rest = breather();
  const scored: ScoredPremise[][] = [];
  for (const [h, list] of premises.entries()) {
    const covered = ({ sentences }: Premise) =>
      coverage(
        words.hypotheses[h]!,
        sentences.map((i) => words.sentences[i]!),
      );
    scored.push(list.map((premise, i) => ({ ...premise, scores: scores[h]![i]!, coverage: covered(premise) })));
    await rest();
  }
  return scored;
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
