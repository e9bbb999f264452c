import { DEFAULT_CALIBRATION, type VerifyInput } from '../../src/index.ts';
import { assembleBatch } from '../../src/nli/batch.ts';
import { MAX_BATCH_MS, openCrossEncoder } from '../../src/nli/cross-encoder.ts';
import { PROVIDERS, type ProviderInUse } from '../../src/nli/providers.ts';
import { pairKey } from '../../src/nli/tokenizer.ts';
import type { CrossEncoder, NliModel, Pair, Phase } from '../../src/nli/types.ts';
import type { PhaseBatch } from '../../src/nli/workers/thread.ts';
import type { ExaminedClaim } from '../../src/verify/examine/examine-claim.ts';
import type { ExaminedSpan } from '../../src/verify/examine/features.ts';
import { premisesOf, tokensOf } from '../../src/verify/score/score-span.ts';
import { examinedClaim } from '../../src/verify/verify-claims.ts';
import type { BareModel, Settings } from './bench-context.ts';

/** A scored pair: its texts, for peers that read texts, and its token ids. */
export interface AskedPair extends Pair {
  readonly premiseText: string;
  readonly hypothesisText: string;
  readonly tokens: number;
}

export interface ReadPairs extends Readonly<Record<Phase, readonly AskedPair[]>> {
  /** The pairs of the verdict model without the evidence phase: every sentence, and the longer premises of two phases. */
  readonly all: readonly AskedPair[];
}

/** Finds the pairs of a request with its own verifier, because the measured one must not have cached the texts. */
export interface PairSource {
  /** Milliseconds per token of each model, as measured by the product; 0 for a phase without a model. */
  readonly msPerToken: Readonly<Record<Phase, number>>;
  read(input: VerifyInput): Promise<ReadPairs>;
  close(): Promise<void>;
}

export async function openPairSource(settings: Settings): Promise<PairSource> {
  const { encoder } = await openCrossEncoder({
    ...settings,
    verdict: { dir: settings.modelDir, file: settings.modelFile },
    evidence: { dir: settings.evidenceModelDir },
    provider: settings.executionProvider,
    scoreCachePairs: 0,
  });
  // The pairs do not depend on the calibration.
  const parts = { ...settings, encoder, calibration: DEFAULT_CALIBRATION };
  return {
    msPerToken: { evidence: encoder.evidence?.msPerToken ?? 0, verdict: encoder.verdict.msPerToken },
    read: async (input) => readPairs(await examinedClaim(input, parts, {}), encoder),
    close: () => encoder.close(),
  };
}

/** Indices of the sentences of a premise, and the hypothesis next to it. */
interface Reading {
  readonly sentences: readonly number[];
  readonly hypothesis: string;
}

function readPairs({ sources, spans }: ExaminedClaim, { verdict, evidence }: CrossEncoder): ReadPairs {
  const everySentence = ({ hypothesis }: ExaminedSpan): Reading[] =>
    sources.sentences.map((_, sentence) => ({ sentences: [sentence], hypothesis: hypothesis.normalised }));
  const read = spans.flatMap((span) =>
    premisesOf(span).map(({ sentences }): Reading => ({ sentences, hypothesis: span.hypothesis.normalised })),
  );
  const first = spans.filter(({ evidencePairs }) => evidencePairs > 0).flatMap(everySentence);
  const wider = read.filter(({ sentences }) => sentences.length > 1);
  const asked = (model: NliModel, readings: readonly Reading[]) => askedPairs(sources, model, readings);
  return {
    evidence: evidence === undefined ? [] : asked(evidence, first),
    verdict: asked(verdict, read),
    all: asked(verdict, [...spans.flatMap(everySentence), ...wider]),
  };
}

function askedPairs(sources: ExaminedClaim['sources'], model: NliModel, readings: readonly Reading[]): AskedPair[] {
  const pairs = new Map<string, AskedPair>();
  for (const { sentences, hypothesis: hypothesisText } of readings) {
    const premise = tokensOf(sources, { sentences }, model);
    const hypothesis = model.tokenize(hypothesisText);
    const premiseText = sentences.map((i) => sources.sentences[i]!.normalised).join(' ');
    const tokens = model.overheadTokens + premise.ids.length + hypothesis.ids.length;
    pairs.set(pairKey({ premise, hypothesis }), { premise, hypothesis, premiseText, hypothesisText, tokens });
  }
  return [...pairs.values()];
}

/** Maximum number of rows of a batch for rows of a given length, special tokens included. */
type RowLimit = (tokens: number) => number;

/** The rows that the product puts into a batch. */
export function rowLimit(provider: ProviderInUse, msPerToken: number): RowLimit {
  const mostTokens = Math.min(MAX_BATCH_MS / msPerToken, PROVIDERS[provider].batchTokens);
  return (tokens) => Math.max(1, Math.floor(mostTokens / tokens));
}

export function inRows<Pair>(pairs: readonly Pair[], rows: number): Pair[][] {
  return Array.from({ length: Math.ceil(pairs.length / rows) }, (_, i) => pairs.slice(i * rows, (i + 1) * rows));
}

/** Sorted by length, longest first, so that groups need little padding. */
export function longestFirst<Pair extends Pick<AskedPair, 'tokens'>>(pairs: readonly Pair[]): Pair[] {
  return [...pairs].sort((a, b) => b.tokens - a.tokens);
}

export function byLength<Pair extends Pick<AskedPair, 'tokens'>>(pairs: readonly Pair[], limit: RowLimit): Pair[][] {
  const sorted = longestFirst(pairs);
  const batches: Pair[][] = [];
  for (let at = 0; at < sorted.length; at += batches.at(-1)!.length) {
    batches.push(sorted.slice(at, at + limit(sorted[at]!.tokens)));
  }
  return batches;
}

/** At least `count` pairs in groups of `rows` of similar length, evenly spaced: padding is about that of all pairs. */
export function sampled<Pair extends Pick<AskedPair, 'tokens'>>(
  pairs: readonly Pair[],
  { rows, count }: { readonly rows: number; readonly count: number },
): Pair[] {
  const sorted = longestFirst(pairs);
  const runs = Math.ceil(count / rows);
  if (runs * rows >= sorted.length) return sorted;
  const part = sorted.length / runs;
  return Array.from({ length: runs }, (_, i) => {
    const start = Math.round((i + 0.5) * part - rows / 2);
    return sorted.slice(start, start + rows);
  }).flat();
}

export function totalTokens(pairs: readonly Pick<AskedPair, 'tokens'>[]): number {
  return pairs.reduce((sum, { tokens }) => sum + tokens, 0);
}

export function assembled(
  phase: PhaseBatch['phase'],
  batches: readonly AskedPair[][],
  { directory, tokenizer }: BareModel,
): PhaseBatch[] {
  return batches.map((pairs) => ({ phase, batch: assembleBatch(pairs, tokenizer.template, directory.padTokenId) }));
}
