/** Words of a claim, and what the models read in their place. */
export interface Replacement {
  readonly own: string;
  readonly written: string;
}

export interface Placed extends Replacement {
  /** Offset into the claim. */
  readonly at: number;
}
