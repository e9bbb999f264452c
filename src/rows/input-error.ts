/** What a file has more of than it may, for whoever reads the error by program. */
export interface Excess {
  readonly limit: number;
  readonly received: number;
  /** From 1. */
  readonly line: number;
}

/** An input that cannot be used; the message is a sentence for the user. */
export class InputError extends Error {
  override readonly name = 'InputError';
  readonly excess: Excess | undefined;

  constructor(message: string, excess?: Excess) {
    super(message);
    this.excess = excess;
  }
}
