import type { VerifyInput } from '../../../src/index.ts';
import type { AskedPair } from '../scored-pairs.ts';

export interface PeerWork {
  readonly input: VerifyInput;
  readonly pairs: readonly AskedPair[];
}

/** Another way to run the same network. */
export interface Peer {
  readonly name: string;
  /** Runs in another process, whose CPU time is not seen here. */
  readonly isElsewhere?: boolean;
  /** Logits of all pairs, three a pair in the order of the model's labels, pairs in the order given. */
  score(work: PeerWork): Promise<Float32Array>;
  close(): Promise<void>;
}
