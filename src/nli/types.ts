/** Natural-language-inference labels, in the order used everywhere inside this product. */
export const NLI_LABELS = ['entailment', 'neutral', 'contradiction'] as const;
export type NliLabel = (typeof NLI_LABELS)[number];

/** Softmax over the three logits of one (premise, hypothesis) pair; sums to 1. */
export type NliScores = Readonly<Record<NliLabel, number>>;

/** A text as the model reads it. Made once per request and used in many pairs. */
export interface TokenizedText {
  /** Token ids without special tokens. */
  readonly ids: Int32Array;
  /** How many of them are the tokenizer's unknown token: what the model cannot see. */
  readonly unknownTokens: number;
  /** Equal for two texts exactly when their ids are equal. */
  readonly key: string;
}

export type TextPlace = 'start' | 'continuation';

export interface Pair {
  readonly premise: TokenizedText;
  readonly hypothesis: TokenizedText;
}

/** Milliseconds in which pairs of a request waited and none of them ran, and in which at least one ran. */
export interface ScoringTimings {
  readonly queueMs: number;
  readonly inferenceMs: number;
}

export type ProviderInUse = 'cpu' | 'cuda';

/** What `/info` says of the model. */
export interface ModelInfo {
  readonly id: string;
  readonly version: string;
  /** sha256 of the ONNX file, hex. */
  readonly sha256: string;
  readonly provider: ProviderInUse;
  /** Why `EXECUTION_PROVIDER=auto` did not take CUDA. */
  readonly providerFallback: string | undefined;
  /** Tokens of a whole pair, special tokens included. */
  readonly maxPairTokens: number;
  readonly workers: number;
  readonly threadsPerWorker: number;
}

/** Counters since the start, and what waits now. */
export interface CrossEncoderStats {
  readonly queuedTokens: number;
  readonly queuedEntries: number;
  readonly batches: number;
  /** Rows times longest row, summed over batches. */
  readonly batchTokens: number;
  /** Tokens of padding among them. */
  readonly paddingTokens: number;
  /** Pairs of clients that hung up, dropped before they ran. */
  readonly droppedEntries: number;
  /** Requests refused because the queue was full. */
  readonly refused: number;
  readonly scoredPairs: number;
  /** Pairs answered from the cache of scores. */
  readonly cachedPairs: number;
  readonly workerRestarts: number;
}

/** One request at the network. */
export interface ScoringTurn {
  /**
   * Scores pairs, in order; equal pairs of the request once. It may be called again before it has answered, and is never
   * refused. Rejects with `service_unavailable` when a worker was lost.
   */
  score(pairs: readonly Pair[]): Promise<readonly NliScores[]>;
  readonly timings: ScoringTimings;
  /** Gives the place back, always: what still waits is dropped. */
  end(): void;
}

/** Does this premise entail this hypothesis? The door of nli/; a fake stands behind it in tests. */
export interface CrossEncoder {
  readonly info: ModelInfo;
  /**
   * Reads a text for the model. A `continuation` follows another text after a space: the ids of a window are those of
   * its first sentence followed by those of the other sentences as continuations.
   */
  tokenize(text: string, place?: TextPlace): TokenizedText;
  /** The ids of texts that follow one another: the first read as a start, the others as continuations. */
  join(parts: readonly TokenizedText[]): TokenizedText;
  /** Tokens left for premise and hypothesis together once the special tokens of a pair are placed. */
  readonly maxContentTokens: number;
  /**
   * A place in the queue for a request whose pairs will have about so many tokens. Throws `service_unavailable` while
   * they would not fit, before any work is put into the request, and the reason of a signal that has aborted. An abort
   * later drops what has not been run yet and rejects with its reason.
   */
  admit(tokens: number, signal?: AbortSignal): ScoringTurn;
  /** Why pairs cannot be scored now and will not be again in this process; undefined while all is well. */
  readonly fault: string | undefined;
  readonly stats: CrossEncoderStats;
  close(): Promise<void>;
}
