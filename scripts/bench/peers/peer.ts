import type { AskedPair } from '../pair-source.ts';

/** Another way to run the verdict model. */
export interface Peer {
  readonly name: string;
  /** Pairs of a batch. */
  readonly rows: number;
  /** Measured over all pairs too, as it would read them without a first phase. */
  readonly readsAll?: boolean;
  /** Runs in another process, whose CPU time is not seen here. */
  readonly isElsewhere?: boolean;
  /** Logits of all pairs, three a pair in the order of the model's labels, pairs in the order given. */
  score(pairs: readonly AskedPair[]): Promise<Float32Array>;
}

/** Peers that were opened together. */
export interface OpenedPeers {
  readonly peers: readonly Peer[];
  /** Why there are fewer than there might be. */
  readonly notes: readonly string[];
  close(): Promise<void>;
}
