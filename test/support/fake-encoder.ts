import { setImmediate } from 'node:timers/promises';
import type { CrossEncoder, ModelInfo, NliModel, NliScores, Pair, Phase, TokenizedText } from '../../src/nli/types.ts';
import { verifierOf } from '../../src/verifier.ts';
import { type Calibration, DEFAULT_CALIBRATION } from '../../src/verify/decide/calibration.ts';
import { IDLE_STATS } from './idle-stats.ts';

/** How a scripted model reads one pair, both texts as the encoder got them, words apart by single spaces. */
export type ReadPair = (premise: string, hypothesis: string) => NliScores;

export interface AskedPair {
  readonly phase: Phase;
  readonly premise: string;
  readonly hypothesis: string;
}

export interface FakeEncoder extends CrossEncoder {
  readonly asked: readonly AskedPair[];
  readonly tokenized: readonly string[];
}

export interface FakeEncoderOptions {
  readonly read?: ReadPair;
  /** The evidence model; undefined: the verdict model reads every pair. */
  readonly evidence?: ReadPair | undefined;
  /** Tokens a whole pair may have; longer pairs are refused loudly, as no model would read them. */
  readonly maxPairTokens?: number;
}

const SPECIAL_TOKENS = 3;
const TOKEN = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|[\p{L}\p{N}\p{M}]+|\S/gu;
/** A token of the verdict model costs nineteen times one of the evidence model, as with the bundled models. */
const MS_PER_TOKEN = { evidence: 0.03125, verdict: 0.59375 } as const;
/** Scores that favour one label and share the rest between the two others. */
export function scores(label: keyof NliScores, probability = 0.96): NliScores {
  const rest = (1 - probability) / 2;
  return { entailment: rest, neutral: rest, contradiction: rest, [label]: probability };
}

/** Entailed as far as the premise holds the hypothesis's words: enough of a model for everything but quality. */
export const byWords: ReadPair = (premise, hypothesis) => {
  const there = new Set(premise.split(' '));
  const words = hypothesis.split(' ');
  const found = words.filter((word) => there.has(word)).length / words.length;
  return { entailment: 0.02 + 0.94 * found, neutral: 0.97 - 0.95 * found, contradiction: 0.01 + 0.01 * found };
};

/** Models without weights: one token a word, any way of scoring, no worker, no queue. */
export function fakeEncoder(options: FakeEncoderOptions = {}): FakeEncoder {
  const { read = byWords, evidence, maxPairTokens = 512 } = options;
  const asked: AskedPair[] = [];
  const vocabulary = new Vocabulary();
  const readers = { evidence, verdict: read };
  const readPair = (phase: Phase, pair: Pair): NliScores => {
    const reader = readers[phase];
    if (reader === undefined) throw new Error(`The fake was asked for the phase ${phase}, which has no model.`);
    const length = pair.premise.ids.length + pair.hypothesis.ids.length;
    if (length > maxPairTokens - SPECIAL_TOKENS) throw new Error(`The fake was given a pair of ${length} tokens.`);
    const [premise, hypothesis] = [vocabulary.textOf(pair.premise), vocabulary.textOf(pair.hypothesis)];
    asked.push({ phase, premise, hypothesis });
    return reader(premise, hypothesis);
  };
  return {
    asked,
    tokenized: vocabulary.tokenized,
    verdict: fakeModel('verdict', vocabulary, maxPairTokens),
    evidence: evidence && fakeModel('evidence', vocabulary, maxPairTokens),
    admit: (_, { signal } = {}) => ({
      reserve: () => undefined,
      turn: async () => undefined,
      async score(phase, pairs) {
        signal?.throwIfAborted();
        await setImmediate();
        signal?.throwIfAborted();
        return pairs.map((pair) => readPair(phase, pair));
      },
      timings: { queueMs: 0, inferenceMs: 0 },
      end: () => undefined,
    }),
    fault: undefined,
    stats: IDLE_STATS,
    close: async () => undefined,
  };
}

function fakeModel(phase: Phase, vocabulary: Vocabulary, maxPairTokens: number): NliModel {
  return {
    info: fakeModelInfo(phase === 'verdict' ? 'fake-nli' : 'fake-evidence', maxPairTokens),
    tokenize: (text) => vocabulary.tokenize(text),
    join: (parts) => joined(parts),
    maxContentTokens: maxPairTokens - SPECIAL_TOKENS,
    overheadTokens: SPECIAL_TOKENS,
    msPerToken: MS_PER_TOKEN[phase],
    pairMs: (tokens) => tokens * MS_PER_TOKEN[phase],
  };
}

/** Words by number, as they come; shared by the fake models, so that texts can be distinguished from ids. */
class Vocabulary {
  readonly tokenized: string[] = [];
  readonly #words: string[] = [];
  readonly #idOf = new Map<string, number>();

  tokenize(text: string): TokenizedText {
    this.tokenized.push(text);
    return textFrom((text.toLowerCase().match(TOKEN) ?? []).map((word) => ({ id: this.#toId(word), word })));
  }

  textOf({ ids }: TokenizedText): string {
    return Array.from(ids, (id) => this.#words[id]).join(' ');
  }

  #toId(word: string): number {
    const known = this.#idOf.get(word);
    if (known !== undefined) return known;
    this.#idOf.set(word, this.#words.length);
    return this.#words.push(word) - 1;
  }
}

/** The encoder with models that fail on every pair. */
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

function fakeModelInfo(id: string, maxPairTokens: number): ModelInfo {
  return {
    id,
    version: '0',
    sha256: (id === 'fake-nli' ? '00' : '11').repeat(32),
    graph: 'onnx/model.onnx',
    languages: ['en'],
    provider: 'cpu',
    providerFallback: undefined,
    maxPairTokens,
    workers: 1,
    threadsPerWorker: 1,
  };
}

/** The probabilities that the verdict model gives for the passage decide; no document contradicts words that it does not have. */
export const PLAIN_CALIBRATION: Calibration = {
  ...DEFAULT_CALIBRATION,
  name: 'plain',
  entailed: { bias: 0, weights: { passage_entailment: 1 } },
  contradicted: { bias: 0, weights: { passage_contradiction: 1 } },
};

export interface FakeVerifierParts {
  readonly calibration?: Calibration;
}

export function verifierOn(encoder: CrossEncoder, { calibration = PLAIN_CALIBRATION }: FakeVerifierParts = {}) {
  return verifierOf({ encoder, calibration, maxRequestMs: Number.POSITIVE_INFINITY, version: '0.0.1' });
}
