import type { Span } from '../../../text/index.ts';
import type { Computed } from '../compute/computed.ts';
import type { NamedField } from './named-fields.ts';
import type { IndexedField } from './record-index.ts';
import type { Statement } from './statement.ts';
import type { NamedState } from './states.ts';

/** A statement about one value of a record. */
export interface Assertion {
  readonly field: IndexedField;
  readonly stance: 'for' | 'against' | 'open';
  /** Words of the statement that it is made of. */
  readonly covers: readonly number[];
  /** The negation that it is read with. */
  readonly denier?: number | undefined;
  /** The words of the statement that the value contradicts. */
  readonly found?: Span | undefined;
  /** The statement does not name the value: the model has to agree. */
  readonly isLoose?: boolean;
  /** It is open because the record may not know it; else the value is not clearly the one that is meant. */
  readonly isUnknown?: boolean;
  /** The statement has a text of the record, and not the name of the value. */
  readonly isUnnamed?: boolean;
}

/** A statement, and the words of it that say which object it is about, or how many: they do not describe its values. */
export interface Asserting {
  readonly statement: Statement;
  readonly taken: ReadonlySet<number>;
  readonly fields: readonly IndexedField[];
  readonly named: readonly NamedField[];
}

/** With the states that the words of the statement name, those of its subject left out. */
export interface AssertingStates extends Asserting {
  readonly states: readonly NamedState[];
}

/** A statement as some values of a record settle it. */
export interface Settled extends Pick<Computed, 'stance' | 'operation' | 'isWhole'> {
  readonly decisive: readonly Assertion[];
}
