import type { Span } from './span.ts';

/** A named value of a record, with the place of "name: value" in the text that the record is read in. */
export interface RecordField extends Span {
  readonly name: string;
  /** A number with its unit as in prose: "42.50 EUR". */
  readonly value: string;
  readonly kind: 'number' | 'boolean' | 'text' | 'none' | 'list' | 'object';
  /** It distinguishes its object from the others. */
  readonly isIdentity: boolean;
  /** The items of a list that are not objects, written as prose. */
  readonly items: readonly string[];
  /** The objects of a list, or the object itself. */
  readonly objects: readonly RecordObject[];
  /** Items of a list. */
  readonly length: number;
}

/** An object of a record. */
export interface RecordObject {
  /** The words of its name, of an item those of its list; '' where it has none. */
  readonly name: string;
  readonly fields: readonly RecordField[];
  /** The object that it is a value of. */
  readonly parent: RecordObject | undefined;
}
