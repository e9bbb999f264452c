import type { Span } from '../../text/index.ts';

/** Longest quotation, in UTF-16 units, ellipses included; the audit trail has the spans whole. */
const QUOTE_LENGTH = 400;

/** A place that a shortened quotation should keep, as offsets into the quoted text, and how much it matters. */
export interface Mark extends Span {
  readonly weight: number;
}

/** Weight of a place that differs from the claim. */
export const DIFFERENT = 100;

const ELLIPSIS = '...';

/** The text with every run of white space as one space, in quotation marks; cut to `length` around what matters most. */
export function quote(text: string, marks: readonly Mark[] = [], length = QUOTE_LENGTH): string {
  const flat = flatten(text);
  if (flat.length <= length) return `"${flat}"`;
  const room = length - 2 * ELLIPSIS.length;
  const offsets = flatOffsets(text);
  const moved = marks.map(({ start, end, weight }) => {
    const from = offsets[start]!;
    return { start: from, end: Math.min(offsets[end]!, from + room), weight };
  });
  const { start, end } = windowOf(flat, heaviest(moved, room), room);
  return `"${start > 0 ? ELLIPSIS : ''}${flat.slice(start, end)}${end < flat.length ? ELLIPSIS : ''}"`;
}

function flatten(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

/** For every offset of the text, its end included, where it lies in the flattened text. */
function flatOffsets(text: string): Uint32Array {
  const offsets = new Uint32Array(text.length + 1);
  const last = flatten(text).length;
  let at = 0;
  let isAfterSpace = true;
  for (let i = 0; i < text.length; i++) {
    offsets[i] = Math.min(at, last);
    const isSpace = /\s/.test(text.charAt(i));
    if (!isSpace || !isAfterSpace) at += 1;
    isAfterSpace = isSpace;
  }
  offsets[text.length] = Math.min(at, last);
  return offsets;
}

/** From the first to the last mark of the window that holds most weight; the first window among equals. */
function heaviest(marks: readonly Mark[], room: number): Span {
  const ordered = [...marks].sort((a, b) => a.start - b.start || a.end - b.end);
  let best = { first: 0, last: 0, weight: 0 };
  let last = 0;
  let weight = 0;
  for (const [first, { start, weight: own }] of ordered.entries()) {
    while (last < ordered.length && ordered[last]!.end - start <= room) weight += ordered[last++]!.weight;
    if (weight > best.weight) best = { first, last, weight };
    weight -= own;
  }
  const held = ordered.slice(best.first, best.last);
  return { start: held[0]?.start ?? 0, end: held.reduce((last, { end }) => Math.max(last, end), 0) };
}

/** A window of `room` units with the kept part in its middle, cut between words where there are spaces. */
function windowOf(flat: string, kept: Span, room: number): Span {
  const middle = kept.start - Math.floor((room - (kept.end - kept.start)) / 2);
  let start = Math.max(0, Math.min(middle, flat.length - room));
  let end = start + room;
  const space = flat.indexOf(' ', start - 1);
  if (start > 0 && space >= 0 && space < kept.start) start = space + 1;
  const before = flat.lastIndexOf(' ', end);
  if (end < flat.length && before >= kept.end && before > start) end = before;
  if (start > 0 && isLowSurrogate(flat, start)) start += 1;
  if (end < flat.length && isLowSurrogate(flat, end)) end -= 1;
  return { start, end };
}

/** True if a cut here would divide a character. */
function isLowSurrogate(text: string, offset: number): boolean {
  return /[\udc00-\udfff]/.test(text.charAt(offset));
}
