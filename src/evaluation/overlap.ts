import type { Judge, Judgement, LabelledRow } from './labelled-rows.ts';

interface Span {
  readonly start: number;
  readonly end: number;
}

/** The functions of src/text that the baseline needs. */
export interface TextTools {
  readonly splitSentences: (text: string) => readonly Span[];
  readonly sentenceWords: (text: string) => readonly string[];
}

const WINDOW_SENTENCES = 3;
const THRESHOLD = 0.5;

/**
 * Baseline without a model. The score of a claim sentence is the idf-weighted share of its words in the best window of
 * three source sentences; the score of a claim is the minimum over its sentences. idf is counted over the sources of
 * `rows`, each source once.
 */
export function overlapJudge(rows: readonly LabelledRow[], tools: TextTools): Judge {
  const weightOf = inverseFrequencies(new Set(rows.map(({ source }) => source)), tools);
  return (row) => Promise.resolve(judgeByOverlap(row, tools, weightOf));
}

type WeightOf = (word: string) => number;

function inverseFrequencies(sources: ReadonlySet<string>, { sentenceWords }: TextTools): WeightOf {
  const frequencies = new Map<string, number>();
  for (const source of sources) {
    for (const word of new Set(sentenceWords(source))) frequencies.set(word, (frequencies.get(word) ?? 0) + 1);
  }
  return (word) => Math.log((sources.size + 1) / ((frequencies.get(word) ?? 0) + 0.5));
}

function judgeByOverlap({ claim, source }: LabelledRow, tools: TextTools, weightOf: WeightOf): Judgement {
  const sentences = tools.splitSentences(source);
  const spans = [...sentences, ...windowsOf(sentences, WINDOW_SENTENCES)];
  const windows = spans.map((span) => ({ span, words: new Set(tools.sentenceWords(textOf(source, span))) }));
  const found = tools.splitSentences(claim).map((claimSpan) => {
    const words = [...new Set(tools.sentenceWords(textOf(claim, claimSpan)))];
    const shares = windows.map((window) => coveredShare(words, window.words, weightOf));
    const share = shares.reduce((most, one) => Math.max(most, one), 0);
    return { claimSpan, share, sourceSpan: windows[shares.indexOf(share)]?.span };
  });
  const supported = found.reduce((least, { share }) => Math.min(least, share), 1);
  return {
    verdict: supported >= THRESHOLD ? 'SUPPORTED' : 'UNCERTAIN',
    confidence: Math.max(supported, 1 - supported),
    supported,
    reasoning: `${Math.round(supported * 100)} % of the claim's words, weighted by rarity, are in one window of the source.`,
    auditTrail: found.map(({ claimSpan, sourceSpan, share }) => ({
      claimSpan,
      sourceSpan: share > 0 ? sourceSpan : undefined,
      matchType: share >= THRESHOLD ? 'paraphrase_match' : 'insufficient_evidence',
    })),
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

/**
 * All windows of 2 to `size` neighbouring sentences, by first sentence and then by length.
 * @internal
 */
export function windowsOf(sentences: readonly Span[], size: number): Span[] {
  return sentences.flatMap(({ start }, first) =>
    sentences.slice(first + 1, first + size).map(({ end }) => ({ start, end })),
  );
}
