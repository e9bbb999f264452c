import type { Span } from './span.ts';

/** A named value of a record, with the place of "name: value" in the text that the record is read in. */
export interface RecordField extends Span {
  readonly name: string;
  /** As prose has it, a number with its unit: "42.50 EUR". */
  readonly value: string;
  readonly kind: 'number' | 'boolean' | 'text' | 'none' | 'list' | 'object';
  /** It tells its object from the others. */
  readonly isIdentity: boolean;
  /** Of a list its items that are no objects, as prose has them. */
  readonly items: readonly string[];
  /** Of a list its objects, and of an object that one. */
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
