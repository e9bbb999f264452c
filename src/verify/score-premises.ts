import type { CrossEncoder, NliScores, Pair, ScoringPermit, TokenizedText } from '../nli/types.ts';
import { type ChosenPremises, choosePremises } from './choose-premises.ts';
import { coverage, coverages, readWords, type TextWords } from './coverage.ts';
import { type Premise, premiseOf, type ScoredPremise } from './premises.ts';
import { premiseLimit, type ReadTexts } from './read-texts.ts';
import { scoreInParts } from './score-in-parts.ts';
import { type SelectedEvidence, type SelectionLimits, selectEvidence } from './select-evidence.ts';
import type { PairCounts } from './types.ts';
import { type Rest, yieldRegularly } from './yield-regularly.ts';

/** Everything that the verdict model read for one hypothesis. */
export interface ScoredHypothesis {
  /** The candidate sentences, in source order. */
  readonly sentences: readonly ScoredPremise[];
  /** Windows around the sentences that matter most. */
  readonly windows: readonly ScoredPremise[];
  /** The best sentences from anywhere in the source, read as one premise. */
  readonly digest: ScoredPremise | undefined;
  /** Weighted share of the hypothesis's words found anywhere in the source. */
  readonly sourceCoverage: number;
  /** Sentences of the whole source, read or not. */
  readonly sourceSentences: number;
  /** What the evidence model read in every sentence that may stand alone; empty when the first phase was skipped. */
  readonly evidence: readonly NliScores[];
}

/** Every premise that was read for one hypothesis, each sentence before the wider ones. */
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
  readonly turn: ScoringPermit;
  readonly limits: SelectionLimits;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Both phases: the evidence model reads every sentence and names candidates, the verdict model reads those, then the
 * windows around the best of them and the best ones together.
 */
export async function scorePremises(texts: ReadTexts, options: ScoringOptions): Promise<ScoringRun> {
  const rest = yieldRegularly(options.signal);
  const words = await readWords(texts, rest);
  const spans = texts.sentences.map(({ span }) => span);
  const covered = words.hypotheses.map((own) => coverages(own, words));
  await rest();
  const selected = await selectEvidence(texts, { ...options, coverages: covered, rest });
  const singles = selected.map(({ candidates }) => candidates.map((i) => premiseOf(spans, [i])));
  const sentences = await withScores(
    { premises: singles, scores: await askVerdict(texts, singles, { ...options, rest }), words },
    rest,
  );
  const chosen: ChosenPremises[] = [];
  for (const scored of sentences) {
    await rest();
    const size = { sentences: spans.length, windowSentences: options.limits.windowSentences };
    chosen.push(choosePremises(scored, size));
  }
  const wider = await fittingPremises(texts, chosen, { ...options, rest });
  const further = await withScores(
    { premises: wider, scores: await askVerdict(texts, wider, { ...options, rest }), words },
    rest,
  );
  return {
    hypotheses: sentences.map((scored, h) => ({
      sentences: scored,
      ...separate(further[h]!, chosen[h]!),
      sourceCoverage: coverage(words.hypotheses[h]!, [words.places]),
      sourceSentences: spans.length,
      evidence: selected[h]!.scores,
    })),
    pairs: countPairs(selected, [...singles, ...wider], options.limits),
  };
}

function countPairs(
  selected: readonly SelectedEvidence[],
  read: readonly (readonly Premise[])[],
  { candidates }: SelectionLimits,
): PairCounts {
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
  const first = selected.filter(({ scores }) => scores.length > 0);
  return {
    evidence: sum(first.map(({ scores }) => scores.length)),
    verdict: sum(read.map(({ length }) => length)),
    cut: sum(first.map(({ candidates: kept, scores }) => Math.min(candidates, scores.length) - kept.length)),
  };
}

function separate(wider: readonly ScoredPremise[], { digest }: ChosenPremises) {
  const isDigest = (premise: ScoredPremise) => digest !== undefined && premise.sentences.join() === digest.join();
  return { windows: wider.filter((premise) => !isDigest(premise)), digest: wider.find(isDigest) };
}

/** The chosen windows and digests that the verdict model can read beside the longest hypothesis. */
async function fittingPremises(
  texts: ReadTexts,
  chosen: readonly ChosenPremises[],
  { encoder: { verdict }, rest }: Pick<ScoringOptions, 'encoder'> & { readonly rest: Rest },
): Promise<readonly (readonly Premise[])[]> {
  const spans = texts.sentences.map(({ span }) => span);
  const limit = premiseLimit(verdict, texts.hypotheses);
  const fitting: Premise[][] = [];
  for (const { windows, digest } of chosen) {
    const premises = [...windows, ...(digest ? [digest] : [])].map((run) => premiseOf(spans, run));
    fitting.push(premises.filter((premise) => tokensOf(texts, premise, verdict).ids.length <= limit));
    await rest();
  }
  return fitting;
}

/** Scores each hypothesis against its own list of premises, all at once. */
async function askVerdict(
  texts: ReadTexts,
  premises: readonly (readonly Premise[])[],
  { encoder: { verdict }, turn, rest }: ScoringOptions & { readonly rest: Rest },
): Promise<readonly (readonly NliScores[])[]> {
  const pairs: Pair[] = [];
  for (const [h, list] of premises.entries()) {
    await rest();
    const hypothesis = verdict.tokenize(texts.hypotheses[h]!.normalised);
    for (const premise of list) pairs.push({ premise: tokensOf(texts, premise, verdict), hypothesis });
  }
  const scores = await scoreInParts(pairs, (part) => turn.score('verdict', part), rest);
  let at = 0;
  return premises.map((list) => list.map(() => scores[at++]!));
}

interface Answered {
  readonly premises: readonly (readonly Premise[])[];
  readonly scores: readonly (readonly NliScores[])[];
  readonly words: TextWords;
}

/** Each hypothesis's premises with their scores, and the share of its words that they hold. */
async function withScores({ premises, scores, words }: Answered, rest: Rest): Promise<ScoredPremise[][]> {
  const scored: ScoredPremise[][] = [];
  for (const [h, list] of premises.entries()) {
    const covered = ({ sentences }: Premise) =>
      coverage(
        words.hypotheses[h]!,
        sentences.map((i) => words.sentences[i]!),
      );
    const withScore = (premise: Premise, i: number): ScoredPremise => ({
      sentences: premise.sentences,
      span: premise.span,
      scores: scores[h]![i]!,
      coverage: covered(premise),
    });
    scored.push(list.map(withScore));
    await rest();
  }
  return scored;
}

/** A premise as the verdict model reads it: its first sentence, and the others as they go on from it. */
export function tokensOf(
  { sentences }: ReadTexts,
  premise: Premise,
  model: Pick<CrossEncoder['verdict'], 'tokenize' | 'join'>,
): TokenizedText {
  const [first, ...rest] = premise.sentences;
  const start = model.tokenize(sentences[first!]!.normalised);
  if (rest.length === 0) return start;
  return model.join([start, ...rest.map((i) => model.tokenize(sentences[i]!.normalised, 'continuation'))]);
}
