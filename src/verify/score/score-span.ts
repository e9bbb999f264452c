import type { CrossEncoder, Pair, TokenizedText } from '../../nli/nli-interface.ts';
import { sentenceWords } from '../../text/index.ts';
import { coverage, coverages, type SourceWords, type WeightedWord, weighWords } from '../read/coverage.ts';
import { type Premise, premisesHolding, type ScoredPremise, singleSentence } from '../read/premises.ts';
import type { ClaimSpan } from '../read/read-claim.ts';
import type { ReadSource } from '../read/read-source.ts';
import type { PairCounts } from '../verification.ts';
import { choosePremises } from './choose-premises.ts';
import { scoreInParts } from './score-in-parts.ts';
import {
  type Scoring,
  type SelectedEvidence,
  type SentenceScores,
  type SpanInSource,
  selectEvidence,
} from './select-evidence.ts';

/** Everything that the models read for one claim span. */
export interface ScoredSpan {
  readonly span: ClaimSpan;
  /** What the verdict model read: the candidate sentences in source order, then the premises of several sentences. */
  readonly premises: readonly ScoredPremise[];
  /** What the evidence model read in each sentence that may stand alone; empty when the first phase was skipped. */
  readonly evidence: readonly SentenceScores[];
  /** Weighted share of the span's words found anywhere in the source. */
  readonly sourceCoverage: number;
  /** Sentences of the whole source, read or not. */
  readonly sourceSentences: number;
  readonly pairs: PairCounts;
}

/**
 * Both phases: the evidence model reads every sentence and names candidates, the verdict model reads those, then the
 * windows around the best of them and the best ones together.
 */
export async function scoreSpan(span: ClaimSpan, source: ReadSource, scoring: Scoring): Promise<ScoredSpan> {
  const { limits, rest } = scoring;
  const words = await source.readings.words(rest);
  const weighed = weighWords(sentenceWords(span.text), words);
  const alone = coverages(weighed, words);
  const asked = { span, source, covers: coverageBy(weighed, words, alone) };
  const selected = await selectEvidence(asked, scoring);
  await rest();
  const sentences = await readByVerdict(selected.candidates.map(singleSentence), asked, scoring);
  const isSettled = await isCopyThatSettles(sentences, asked, scoring);
  const chosen = isSettled ? [] : choosePremises(sentences, source, limits.windowSentences);
  await rest();
  const fitting = chosen.filter(
    (premise) => tokensOf(source, premise, scoring.encoder.verdict).ids.length <= source.maxPremiseTokens,
  );
  const premises = [...sentences, ...(await readByVerdict(fitting, asked, scoring))];
  return {
    ...{ span, premises },
    evidence: selected.read,
    sourceCoverage: coverage(weighed, [words.places]),
    sourceSentences: source.sentences.length,
    pairs: countPairs(selected, premises, scoring),
  };
}

/** Whether one of the sentences plainly states the span word for word, and so decides it. */
async function isCopyThatSettles(
  sentences: readonly ScoredPremise[],
  { span, source }: SpanInSource,
  { settles, rest }: Scoring,
): Promise<boolean> {
  if (settles === undefined) return false;
  const quotation = await source.readings.quotation(span.text, rest);
  if (quotation === undefined || quotation.factuality !== undefined) return false;
  return premisesHolding(quotation.span, sentences, source.sentences).some(({ scores }) => settles(scores));
}

function countPairs(
  { candidates, read }: SelectedEvidence,
  { length: verdict }: readonly Premise[],
  { limits }: Scoring,
): PairCounts {
  const wanted = Math.min(limits.candidates, read.length);
  return { evidence: read.length, verdict, cut: Math.max(0, wanted - candidates.length) };
}

function coverageBy(weighed: readonly WeightedWord[], { sentences }: SourceWords, alone: readonly number[]) {
  return (premise: Premise) =>
    premise.kind === 'sentence'
      ? alone[premise.sentences[0]!]!
      : coverage(
          weighed,
          premise.sentences.map((i) => sentences[i]!),
        );
}

/** Premises of which the tokens and the words in common are put together without a pause. */
const PREMISES_AT_ONCE = 64;

/** The premises with the verdict model's scores and the share of the span's words that they hold. */
async function readByVerdict(
  premises: readonly Premise[],
  { span, source, covers }: SpanInSource,
  { encoder: { verdict }, permit, rest }: Scoring,
): Promise<ScoredPremise[]> {
  const hypothesis = verdict.tokenize(span.normalised);
  const pairs: Pair[] = [];
  for (const [i, premise] of premises.entries()) {
    if (i % PREMISES_AT_ONCE === 0) await rest();
    pairs.push({ premise: tokensOf(source, premise, verdict), hypothesis });
  }
  const scores = await scoreInParts(pairs, (part) => permit.score('verdict', part), rest);
  const scored: ScoredPremise[] = [];
  for (const [i, premise] of premises.entries()) {
    // One answer of the model often ends the wait of many spans: each goes on in a turn of its own.
    if (i % PREMISES_AT_ONCE === 0) await rest();
    scored.push({ ...premise, scores: scores[i]!, coverage: covers(premise) });
  }
  return scored;
}

/** A premise as the verdict model reads it: its first sentence, and the others as they go on from it. */
export function tokensOf(
  { sentences }: Pick<ReadSource, 'sentences'>,
  premise: Pick<Premise, 'sentences'>,
  model: Pick<CrossEncoder['verdict'], 'tokenize' | 'join'>,
): TokenizedText {
  const [first, ...rest] = premise.sentences;
  const start = model.tokenize(sentences[first!]!.normalised);
  if (rest.length === 0) return start;
  return model.join([start, ...rest.map((i) => model.tokenize(sentences[i]!.normalised, 'continuation'))]);
}
