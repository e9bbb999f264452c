import type { Span } from '../../../text/index.ts';

/** How a value of a claim is worked out from values of a source. */
export type Operation =
  | 'cell'
  | 'maximum'
  | 'minimum'
  | 'comparison'
  | 'count'
  | 'every'
  | 'sum'
  | 'average'
  | 'difference'
  | 'percentage_change'
  | 'percentage_points'
  | 'share'
  | 'ratio'
  | 'product';

/** A value of the source that was computed with, as it is written there; offsets are into the source. */
export interface Operand extends Span {
  readonly value: string;
}

/** The result of the values of a source for a claim span: for it, against it, or neither, with the reason. */
export interface Computed {
  readonly stance: 'for' | 'against' | 'open';
  readonly operation: Operation;
  readonly operands: readonly Operand[];
  /** The value of the source, as shown to a reader. */
  readonly result: string;
  /** The whole computation for a reader: "612 - 540 = 72". */
  readonly formula: string;
  /** The rows or sentences of the operands, each a place of the source to quote. */
  readonly places: readonly Span[];
  /** Every word of the claim is held; else some verb or adverb is not, and the model has to agree. */
  readonly isWhole: boolean;
  /** The words of the claim span that the result contradicts; offsets into the span. */
  readonly found: Span | undefined;
  /** Why it is open. */
  readonly reason: 'ambiguous_reference' | 'not_settled' | undefined;
}

/** A number for a reader: without the tail of a double. */
export function shownNumber(value: number): string {
  return String(Number(value.toPrecision(6)));
}

/** The same with its places moved. */
export function moved(computed: Computed | undefined, by: number): Computed | undefined {
  if (computed === undefined) return undefined;
  const move = <Placed extends Span>(one: Placed) => ({ ...one, start: one.start + by, end: one.end + by });
  return { ...computed, operands: computed.operands.map(move), places: computed.places.map(move) };
}
