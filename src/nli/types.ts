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

/** Evidence selection reads everything with a small model, the verdict reads the candidates with the model that decides. */
export const PHASES = ['evidence', 'verdict'] as const;
export type Phase = (typeof PHASES)[number];

/** What `/info` says of a model. */
export interface ModelInfo {
  readonly id: string;
  readonly version: string;
  /** sha256 of the manifest's file list, hex. */
  readonly sha256: string;
  /** Path of the ONNX graph in use, relative to the model directory. */
  readonly graph: string;
  /** Languages that the manifest says the model reads; undefined when it does not say. */
  readonly languages: readonly string[] | undefined;
  readonly provider: ProviderInUse;
  /** Why `EXECUTION_PROVIDER=auto` did not take CUDA. */
  readonly providerFallback: string | undefined;
  /** Tokens of a whole pair, special tokens included. */
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
  /** Special tokens of a pair. */
  readonly overheadTokens: number;
  /** Milliseconds of one worker's time that a token of a pair costs, measured at warm-up while all workers run. */
  readonly msPerToken: number;
  /** What a pair of so many tokens counts for in the queue, special tokens included, in the same milliseconds. */
  pairMs(tokens: number): number;
}

/** Counters of one phase since the start. */
export interface PhaseStats {
  readonly batches: number;
  /** Rows times longest row, summed over batches. */
  readonly batchTokens: number;
  /** Tokens of padding among them. */
  readonly paddingTokens: number;
  readonly scoredPairs: number;
  /** Pairs answered without the model: equal ones of a request, and those of the cache or the store of scores. */
  readonly cachedPairs: number;
}

/** Who asks for a place in the queue. */
export interface Caller {
  /**
   * Whom the request is for, by any name. Room in the queue and the order in it are shared out equally among the clients
   * that are in it. Left out: one client, the same for all such requests.
   */
  readonly client?: string | undefined;
  /** Aborted when nobody waits for the answer any more. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Why a request was refused: its client had its share of the queue and nothing was free beside the reserve, or not even
 * the reserve had room.
 */
export const REFUSALS = ['over_share', 'queue_full'] as const;
export type Refusal = (typeof REFUSALS)[number];

/** Counters since the start, and what waits now. */
export interface CrossEncoderStats {
  /** Milliseconds of model time that wait, of all workers together. */
  readonly queuedMs: number;
  readonly queuedEntries: number;
  /** Pairs of clients that hung up, dropped before they ran. */
  readonly droppedEntries: number;
  /** Requests refused because the queue had no room for them. */
  readonly refused: Readonly<Record<Refusal, number>>;
  readonly workerRestarts: number;
  readonly phases: Readonly<Record<Phase, PhaseStats>>;
}

/** One request, from the time it is admitted until it ends. */
export interface ScoringTurn {
  /**
   * Replaces what the request was expected to cost by the most that its pairs can, of both phases together, before any
   * of them is scored. Throws `service_unavailable` when that is more and does not fit.
   */
  announce(costMs: number): void;
  /**
   * Scores pairs with the model of a phase, in order; equal pairs of the request once. The pairs' texts are tokenized by
   * the same model. It may be called again before it has answered. Rejects with `service_unavailable` when a worker was
   * lost, and when the pairs cost more than was announced and that does not fit.
   */
  score(phase: Phase, pairs: readonly Pair[]): Promise<readonly NliScores[]>;
  /** Of both phases together. */
  readonly timings: ScoringTimings;
  /** Gives the place back, always: what still waits is dropped. */
  end(): void;
}

/** Does this premise entail this hypothesis? One or two models behind one queue and one pool of workers. */
export interface CrossEncoder {
  readonly verdict: NliModel;
  /** Undefined when the verdict model reads every pair. */
  readonly evidence: NliModel | undefined;
  /**
   * A place in the queue for a request whose pairs will cost about so many milliseconds of one worker's time, in both
   * phases together. Throws `service_unavailable` while the client has no room for them, before any work is put into the
   * request, and the reason of a signal that has aborted. An abort later drops what has not been run yet and rejects
   * with its reason.
   */
  admit(costMs: number, caller?: Caller): ScoringTurn;
  /** Why pairs cannot be scored now and will not be again in this process; undefined while all is well. */
  readonly fault: string | undefined;
  readonly stats: CrossEncoderStats;
  close(): Promise<void>;
}

/** Scores kept across processes, by the model that gave them and the token ids of the pair. */
export interface ScoreStore {
  get(modelSha256: string, pairKey: string): NliScores | undefined;
  set(modelSha256: string, pairKey: string, scores: NliScores): void;
}
