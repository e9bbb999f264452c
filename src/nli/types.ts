import type { ProviderInUse } from './providers.ts';

export type { ProviderInUse } from './providers.ts';

/** Natural-language-inference labels, in the order used everywhere inside this product. */
export const NLI_LABELS = ['entailment', 'neutral', 'contradiction'] as const;
export type NliLabel = (typeof NLI_LABELS)[number];

/** Softmax over the three logits of one (premise, hypothesis) pair; sums to 1. */
export type NliScores = Readonly<Record<NliLabel, number>>;

/** A text as token ids of one model. Tokenized once per request and used in many pairs. */
export interface TokenizedText {
  readonly ids: Int32Array;
  /** Number of unknown tokens among them: text that the model cannot read. */
  readonly unknownTokens: number;
  /** Equal for two texts exactly when their ids are equal. */
  readonly key: string;
}

export type TextPlace = 'start' | 'continuation';

export interface Pair {
  readonly premise: TokenizedText;
  readonly hypothesis: TokenizedText;
}

/** Milliseconds in which pairs of a request waited and none ran, and milliseconds in which at least one ran. */
export interface ScoringTimings {
  readonly queueMs: number;
  readonly inferenceMs: number;
}

/** In the evidence phase a small model scores all pairs; in the verdict phase the deciding model scores the candidates. */
export const PHASES = ['evidence', 'verdict'] as const;
export type Phase = (typeof PHASES)[number];

export interface ModelInfo {
  readonly id: string;
  readonly version: string;
  readonly sha256: string;
  readonly graph: string;
  /** Languages that the manifest says the model reads; undefined when it does not say. */
  readonly languages: readonly string[] | undefined;
  readonly provider: ProviderInUse;
  /** Why `EXECUTION_PROVIDER=auto` did not take CUDA. */
  readonly providerFallback: string | undefined;
  readonly maxPairTokens: number;
  readonly workers: number;
  readonly threadsPerWorker: number;
}

/** One of the two models: how it reads a text, and what a pair costs. */
export interface NliModel {
  readonly info: ModelInfo;
  /**
   * Reads a text for this model. A `continuation` follows another text after a space: the ids of a window are those of
   * its first sentence followed by those of the other sentences as continuations.
   */
  tokenize(text: string, place?: TextPlace): TokenizedText;
  /** The ids of texts that follow one another: the first read as a start, the others as continuations. */
  join(parts: readonly TokenizedText[]): TokenizedText;
  /** Tokens left for premise and hypothesis together once the special tokens of a pair are placed. */
  readonly maxContentTokens: number;
  readonly overheadTokens: number;
  readonly msPerToken: number;
  /** Cost of a pair in the queue in milliseconds, from its number of tokens, special tokens included. */
  pairMs(tokens: number): number;
}

export interface PhaseStats {
  readonly batches: number;
  /** Rows times longest row, summed over batches. */
  readonly batchTokens: number;
  readonly paddingTokens: number;
  readonly scoredPairs: number;
  /** Pairs answered without the model: duplicates in a request, and scores from the cache or the score store. */
  readonly cachedPairs: number;
}

export interface Caller {
  /** Any id: capacity and order are shared equally among clients. Requests without an id count as one client. */
  readonly client?: string | undefined;
  readonly signal?: AbortSignal | undefined;
  /**
   * Work that no one waits for. It is never refused for others' load and takes no queue capacity from them; it gets the
   * model time and the main thread's time that no other request asks for, and a small share of both whatever they ask.
   */
  readonly background?: boolean | undefined;
}

/**
 * Why a request was refused. `over_share`: its client holds its share of the queue, and only the reserve is free.
 * `queue_full`: the reserve is full too.
 */
export const REFUSALS = ['over_share', 'queue_full'] as const;
export type Refusal = (typeof REFUSALS)[number];

export interface CrossEncoderStats {
  /** Milliseconds of model time that are waiting, for all workers together; background requests not counted. */
  readonly queuedMs: number;
  /** Pairs that are waiting, but for background requests. */
  readonly queuedEntries: number;
  /** Pairs dropped before they ran, because their client disconnected. */
  readonly droppedEntries: number;
  /** Requests refused because the queue had no capacity for them. */
  readonly refused: Readonly<Record<Refusal, number>>;
  readonly workerRestarts: number;
  readonly phases: Readonly<Record<Phase, PhaseStats>>;
}

export interface ScoringPermit {
  /**
   * Replaces the reservation by the maximum cost of the request's pairs, both phases together. Call it before the first
   * pair is scored. Throws `service_unavailable` when that is more and the queue has no capacity for it.
   */
  reserve(costMs: number): void;
  /**
   * To await before work on the request's texts and between its stretches. Resolves at once, but for a background request
   * only when no other request is admitted or its share of time is due. Rejects with the signal's reason.
   */
  turn(): Promise<void>;
  /**
   * Scores pairs with the model of a phase, in order; equal pairs of the request are scored once. The pairs must be
   * tokenized by the same model. Calls may overlap. Rejects with `service_unavailable` when a worker exited, and when the
   * pairs cost more than was reserved and the queue has no capacity for it.
   */
  score(phase: Phase, pairs: readonly Pair[]): Promise<readonly NliScores[]>;
  readonly timings: ScoringTimings;
  /** Gives the permit back; pairs that still wait are dropped. Must always be called. */
  end(): void;
}

/** Scores whether a premise entails a hypothesis: one or two models behind one queue and one pool of workers. */
export interface CrossEncoder {
  readonly verdict: NliModel;
  /** Undefined when the verdict model reads every pair. */
  readonly evidence: NliModel | undefined;
  /**
   * Admits a request whose pairs will cost about `costMs` of one worker's time, both phases together, before any work is
   * done for it. Throws `service_unavailable` when the queue has no capacity for it, and the signal's reason when it has
   * aborted. A later abort drops what has not run yet and rejects with the signal's reason.
   */
  admit(costMs: number, caller?: Caller): ScoringPermit;
  /** Why this process can no longer score pairs; undefined while it can. */
  readonly fault: string | undefined;
  readonly stats: CrossEncoderStats;
  close(): Promise<void>;
}

/** Scores kept across processes, by model and by the token ids of the pair. */
export interface ScoreStore {
  get(modelSha256: string, pairKey: string): NliScores | undefined;
  set(modelSha256: string, pairKey: string, scores: NliScores): void;
}
