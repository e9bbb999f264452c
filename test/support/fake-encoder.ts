import { setImmediate } from 'node:timers/promises';
import type { CrossEncoder, ModelInfo, NliScores, Pair, TokenizedText } from '../../src/nli/types.ts';
import { type Calibration, DEFAULT_CALIBRATION } from '../../src/verify/calibration.ts';
import { ClaimVerifier } from '../../src/verify/verify.ts';

/** How a scripted network reads one pair, both texts as the encoder got them, words apart by single spaces. */
export type ReadPair = (premise: string, hypothesis: string) => NliScores;

export interface AskedPair {
  readonly premise: string;
  readonly hypothesis: string;
}

export interface FakeEncoder extends CrossEncoder {
  /** Every pair put to the network so far. */
  readonly asked: readonly AskedPair[];
  /** Every text put to the tokenizer so far, in order. */
  readonly tokenized: readonly string[];
}

export interface FakeEncoderOptions {
  readonly read?: ReadPair;
  /** Tokens a whole pair may have; longer pairs are refused loudly, as no network would read them. */
  readonly maxPairTokens?: number;
}

const SPECIAL_TOKENS = 3;
const TOKEN = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|[\p{L}\p{N}\p{M}]+|\S/gu;
const NO_STATS = {
  queuedTokens: 0,
  queuedEntries: 0,
  batches: 0,
  batchTokens: 0,
  paddingTokens: 0,
  droppedEntries: 0,
  refused: 0,
  scoredPairs: 0,
  cachedPairs: 0,
  workerRestarts: 0,
};

/** Scores that favour one label and share the rest between the two others. */
export function scores(label: keyof NliScores, probability = 0.96): NliScores {
  const rest = (1 - probability) / 2;
  return { entailment: rest, neutral: rest, contradiction: rest, [label]: probability };
}

/** Entailed as far as the premise holds the hypothesis's words: enough of a network for everything but quality. */
export const byWords: ReadPair = (premise, hypothesis) => {
  const there = new Set(premise.split(' '));
  const words = hypothesis.split(' ');
  const found = words.filter((word) => there.has(word)).length / words.length;
  return { entailment: 0.02 + 0.94 * found, neutral: 0.97 - 0.95 * found, contradiction: 0.01 + 0.01 * found };
};

/** A network without weights: one token a word, any way of scoring, no worker, no queue. */
export function fakeEncoder({ read = byWords, maxPairTokens = 512 }: FakeEncoderOptions = {}): FakeEncoder {
  const words: string[] = [];
  const idOf = new Map<string, number>();
  const asked: AskedPair[] = [];
  const tokenized: string[] = [];
  const textOf = ({ ids }: TokenizedText) => Array.from(ids, (id) => words[id]).join(' ');
  const toId = (word: string) => {
    const known = idOf.get(word);
    if (known !== undefined) return known;
    idOf.set(word, words.length);
    return words.push(word) - 1;
  };
  const readPair = (pair: Pair): NliScores => {
    const length = pair.premise.ids.length + pair.hypothesis.ids.length;
    if (length > maxPairTokens - SPECIAL_TOKENS) throw new Error(`The fake was given a pair of ${length} tokens.`);
    const texts = { premise: textOf(pair.premise), hypothesis: textOf(pair.hypothesis) };
    asked.push(texts);
    return read(texts.premise, texts.hypothesis);
  };
  return {
    asked,
    tokenized,
    info: modelInfo(maxPairTokens),
    maxContentTokens: maxPairTokens - SPECIAL_TOKENS,
    tokenize(text) {
      tokenized.push(text);
      return textFrom((text.toLowerCase().match(TOKEN) ?? []).map((word) => ({ id: toId(word), word })));
    },
    join: (parts) => joined(parts),
    admit: (_, signal) => ({
      async score(pairs) {
        signal?.throwIfAborted();
        await setImmediate();
        signal?.throwIfAborted();
        return pairs.map(readPair);
      },
      timings: { queueMs: 0, inferenceMs: 0 },
      end: () => undefined,
    }),
    fault: undefined,
    stats: NO_STATS,
    close: async () => undefined,
  };
}

/** The encoder with a network that fails on every pair. */
export function failing(encoder: CrossEncoder, reason: Error): CrossEncoder {
  return {
    ...encoder,
    admit: (...asked) => ({ ...encoder.admit(...asked), score: () => Promise.reject(reason) }),
  };
}

function textFrom(tokens: readonly { id: number; word: string }[]): TokenizedText {
  const ids = Int32Array.from(tokens, ({ id }) => id);
  const unknownTokens = tokens.filter(({ word }) => /[^\p{ASCII}]/u.test(word)).length;
  return { ids, unknownTokens, key: ids.join() };
}

function joined(parts: readonly TokenizedText[]): TokenizedText {
  const ids = Int32Array.from(parts.flatMap((part) => [...part.ids]));
  return { ids, unknownTokens: parts.reduce((sum, part) => sum + part.unknownTokens, 0), key: ids.join() };
}

function modelInfo(maxPairTokens: number): ModelInfo {
  return {
    id: 'fake-nli',
    version: '0',
    sha256: '00'.repeat(32),
    provider: 'cpu',
    providerFallback: undefined,
    maxPairTokens,
    workers: 1,
    threadsPerWorker: 1,
  };
}

/** Follows the network and nothing else: what it reads most strongly in any sentence or window decides. */
export const PLAIN_CALIBRATION: Calibration = {
  ...DEFAULT_CALIBRATION,
  name: 'plain',
  entailed: {
    bias: 0,
    curves: {
      entailment_window: [
        [-7, -7],
        [7, 7],
      ],
    },
  },
  contradicted: {
    bias: -4,
    curves: {
      contradiction_window: [
        [0, 0],
        [1, 8],
      ],
    },
  },
};

/** The whole pipeline on a fake network, judged by PLAIN_CALIBRATION unless told otherwise. */
export function verifierOn(encoder: CrossEncoder, parts: { calibration?: Calibration; windowSentences?: number } = {}) {
  return new ClaimVerifier({ encoder, calibration: PLAIN_CALIBRATION, windowSentences: 3, ...parts });
}
