import type { PlaceBody } from '../contract/answer.ts';
import type { OffsetUnit } from '../contract/answer-request.ts';
import { firstIndex, type Span } from '../text/index.ts';

/** An offset of a caller in UTF-16 units, or the part of a sentence that says why it is invalid. */
export type CheckedOffset = { readonly at: number } | { readonly problem: string };

/** The offsets of one text in the unit of a request. Built in one pass over the text. */
export interface OffsetTable {
  /** `text.length` in the unit. */
  readonly length: number;
  /** From UTF-16 units to the unit: at once. An offset inside a surrogate pair is taken for the beginning of the pair. */
  fromUtf16(offset: number): number;
  /** From the unit to UTF-16 units: by binary search. */
  toUtf16(offset: number): CheckedOffset;
}

const NOT_ASCII = /[^\0-\x7f]/;

export function offsetTable(text: string, unit: OffsetUnit): OffsetTable {
  // Where every character has one unit in all three, an offset is itself.
  const offsets = NOT_ASCII.test(text) ? unitOffsets(text, unit) : undefined;
  const fromUtf16 = (offset: number) => offsets?.[offset] ?? offset;
  const length = fromUtf16(text.length);
  return {
    length,
    fromUtf16,
    toUtf16: (offset) => {
      if (!Number.isInteger(offset) || offset < 0 || offset > length) return { problem: outside(unit, length) };
      const at = offsets === undefined ? offset : firstIndex(offsets.length, (i) => offsets[i]! >= offset);
      return fromUtf16(at) === offset ? { at } : { problem: `which is inside a character when counted in ${unit}` };
    },
  };
}

function outside(unit: OffsetUnit, length: number): string {
  return `but the text goes from 0 to ${length} when counted in ${unit}`;
}

/** For every UTF-16 offset of the text, its end included, the offset in the unit; both halves of a pair have that of its beginning. */
function unitOffsets(text: string, unit: OffsetUnit): Uint32Array {
  const offsets = new Uint32Array(text.length + 1);
  let at = 0;
  let count = 0;
  for (const character of text) {
    offsets.fill(count, at, at + character.length);
    at += character.length;
    count += unitsOf(character, unit);
  }
  offsets[at] = count;
  return offsets;
}

function unitsOf(character: string, unit: OffsetUnit): number {
  if (unit === 'utf16') return character.length;
  if (unit === 'code_point') return 1;
  const code = character.codePointAt(0)!;
  if (code < 0x80) return 1;
  if (code < 0x800) return 2;
  return code < 0x10000 ? 3 : 4;
}

export function placeBody(text: string, span: Span, table: OffsetTable): PlaceBody {
  return {
    start: table.fromUtf16(span.start),
    end: table.fromUtf16(span.end),
    text: text.slice(span.start, span.end),
  };
}
