/** What a file has more of than it may, for whoever reads the error by program. */
export interface Excess {
  readonly limit: number;
  readonly received: number;
  /** From 1. */
  readonly line: number;
}

/** Options of a file by the names of the API; each reader calls them by its own. */
export type FileOptionName = 'claim_column' | 'source_column' | 'encoding';

interface InputErrorFacts {
  readonly excess?: Excess | undefined;
  /** Options with which the file may be read. */
  readonly options?: readonly FileOptionName[] | undefined;
}

/** An input that cannot be used; the message is a sentence for the user. */
export class InputError extends Error {
  override readonly name = 'InputError';
  readonly excess: Excess | undefined;
  readonly options: readonly FileOptionName[];

  constructor(message: string, { excess, options = [] }: InputErrorFacts = {}) {
    super(message);
    this.excess = excess;
    this.options = options;
  }
}
