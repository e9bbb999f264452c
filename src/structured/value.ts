import type { Span } from '../text/index.ts';

export type StructuredFormat = 'json' | 'jsonl' | 'csv';

/** A value of a structured text and its place there. Objects and arrays have members: named ones and numbered ones. */
export type Value = Scalar | Collection;

export interface Scalar extends Span {
  readonly kind: 'string' | 'number' | 'boolean' | 'null';
  /** A string without its escapes; a number, boolean or null as written, so that no digit is rounded. */
  readonly written: string;
}

export interface Collection extends Span {
  readonly kind: 'object' | 'array';
  readonly members: readonly Member[];
}

export interface Member<Held extends Value = Value> {
  readonly name: string;
  /** Where the name is; undefined for the items of an array and the cells of a row. */
  readonly nameSpan: Span | undefined;
  readonly value: Held;
}

export function isCollection(value: Value): value is Collection {
  return value.kind === 'object' || value.kind === 'array';
}

export function isEmpty(value: Value): boolean {
  if (isCollection(value)) return value.members.length === 0;
  return value.kind === 'null' || value.written.trim() === '';
}

/** A structured text that cannot be read: the end of a sentence that begins with its name, such as "must be JSON, ...". */
export class StructuredFault extends Error {
  readonly line: number;

  constructor(message: string, line: number) {
    super(message);
    this.name = 'StructuredFault';
    this.line = line;
  }
}

/** A string with U+FFFD for each half of a surrogate pair that an escape left alone. */
export function wellFormed(text: string): string {
  return text.replace(/\p{Surrogate}/gu, '\uFFFD');
}

/** The JSON Pointer (RFC 6901) of a member below that of its owner. */
export function pointerTo(owner: string, name: string): string {
  const escaped = /[~/]/.test(name) ? name.replaceAll('~', '~0').replaceAll('/', '~1') : name;
  return `${owner}/${wellFormed(escaped)}`;
}
