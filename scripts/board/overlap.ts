import type { Judgement, LabelledRow } from '../../src/evaluation/labelled-rows.ts';
import { sentenceWords, splitSentences } from '../../src/text/index.ts';

interface Span {
  readonly start: number;
  readonly end: number;
}

export type OverlapJudge = (row: Pick<LabelledRow, 'claim' | 'source'>) => Judgement;

const WINDOW_SENTENCES = 3;
const THRESHOLD = 0.5;

/**
 * Baseline without a model. The score of a claim sentence is the idf-weighted share of its words in the best window of
 * three source sentences; the score of a claim is the minimum over its sentences. idf is counted over the sources of
 * `rows`, each source once.
 */
export function overlapJudge(rows: readonly Pick<LabelledRow, 'source'>[]): OverlapJudge {
  const weightOf = inverseFrequencies(new Set(rows.map(({ source }) => source)));
  return (row) => judgeByOverlap(row, weightOf);
}

type WeightOf = (word: string) => number;

function inverseFrequencies(sources: ReadonlySet<string>): WeightOf {
  const frequencies = new Map<string, number>();
  for (const source of sources) {
    for (const word of new Set(sentenceWords(source))) frequencies.set(word, (frequencies.get(word) ?? 0) + 1);
  }
  return (word) => Math.log((sources.size + 1) / ((frequencies.get(word) ?? 0) + 0.5));
}

function judgeByOverlap({ claim, source }: Parameters<OverlapJudge>[0], weightOf: WeightOf): Judgement {
  const sentences = splitSentences(source);
  const spans = [...sentences, ...windowsOf(sentences, WINDOW_SENTENCES)];
  const windows = spans.map((span) => new Set(sentenceWords(textOf(source, span))));
  const shares = splitSentences(claim).map((claimSpan) => {
    const words = [...new Set(sentenceWords(textOf(claim, claimSpan)))];
    return windows.reduce((most, window) => Math.max(most, coveredShare(words, window, weightOf)), 0);
  });
  const supported = shares.reduce((least, share) => Math.min(least, share), 1);
  return {
    verdict: supported >= THRESHOLD ? 'SUPPORTED' : 'UNCERTAIN',
    confidence: Math.max(supported, 1 - supported),
    supported,
  };
}

/** 1 for a claim without words: the source lacks none of them. */
function coveredShare(words: readonly string[], window: ReadonlySet<string>, weightOf: WeightOf): number {
  let all = 0;
  let covered = 0;
  for (const word of words) {
    all += weightOf(word);
    if (window.has(word)) covered += weightOf(word);
  }
  return all > 0 ? covered / all : 1;
}

function textOf(text: string, { start, end }: Span): string {
  return text.slice(start, end);
}

/** All windows of 2 to `size` neighbouring sentences, by first sentence and then by length. @internal */
export function windowsOf(sentences: readonly Span[], size: number): Span[] {
  return sentences.flatMap(({ start }, first) =>
    sentences.slice(first + 1, first + size).map(({ end }) => ({ start, end })),
  );
}
