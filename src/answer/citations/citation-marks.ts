import { citationMarksIn, firstIndex, LINK_TARGET, type Span } from '../../text/index.ts';

/** A stretch of a text to leave out. */
interface Cut extends Span {
  /** A space takes the place of its first unit, where the words on both sides would otherwise become one. */
  readonly spaced: boolean;
}

/** A text with stretches left out, and the way back to the whole text. */
export interface CutText {
  readonly text: string;
  /** For each cut, where in `text` it was made. */
  readonly places: readonly number[];
  /** The span of the whole text from the first to the last character of a span of `text`; cuts between them are inside. */
  toWhole(span: Span): Span;
}

/** Leaves out cuts in ascending order that do not overlap. Linear; `toWhole` takes logarithmic time. */
export function cutText(whole: string, cuts: readonly Cut[]): CutText {
  const pieces: string[] = [];
  const places: number[] = [];
  /** Units left out up to each cut and with it. */
  const removed: number[] = [];
  let from = 0;
  for (const { start, end, spaced } of cuts) {
    pieces.push(whole.slice(from, start), spaced ? ' ' : '');
    places.push(start - (removed.at(-1) ?? 0) + (spaced ? 1 : 0));
    removed.push((removed.at(-1) ?? 0) + end - start - (spaced ? 1 : 0));
    from = end;
  }
  const text = pieces.join('') + whole.slice(from);
  const before = (count: number) => removed[count - 1] ?? 0;
  return {
    text,
    places,
    toWhole: ({ start, end }) => ({
      start: start + before(countUpTo(places, start)),
      end: end + before(countUpTo(places, end - 1)),
    }),
  };
}

/** How many of the ascending values are no greater than the limit. */
function countUpTo(values: readonly number[], limit: number): number {
  return firstIndex(values.length, (i) => values[i]! > limit);
}

/** Neighbouring marks of an answer, as one cut: "[1][2]", "[1], [2]", "([1; 2])". */
export interface CitationMarks extends Cut {
  /** In order, known and unknown; none of a mark that does not have the shape of an id. */
  readonly ids: readonly string[];
  /** They begin a line: what they cite for is after them. */
  readonly leads: boolean;
}

const NEXT_BRACKET = /\[/g;
const PLAIN_MARK = /\[([^[\]]+)\]/y;
const TARGET_HERE = new RegExp(LINK_TARGET, 'y');
const BETWEEN_MARKS = /^[^\S\n\r\u2028\u2029]*(?:[,;&]|and\b)?[^\S\n\r\u2028\u2029]*$/;
const WRAPPERS: readonly (readonly [string, string])[] = [
  ['(', ')'],
  ['**', '**'],
  ['*', '*'],
  ['__', '__'],
  ['<sup>', '</sup>'],
  ['[', ']'],
  ['(see ', ')'],
  ['(cf. ', ')'],
];
const LINE_SPACE = /[^\S\n\r\u2028\u2029\f\v]/;
const LINE_END = /[\n\r\u2028\u2029\f\v]/;
/** Text that needs white space before it once the mark in front of it is cut. */
const BEGINS_WORD = /^[\p{L}\p{M}\p{N}\p{S}\p{Ps}\p{Pi}]/u;

/**
 * The marks of citations in an answer: text between square brackets that equals an id or has the shape of one, and every
 * other mark that `citationMarksIn` knows, which cites what it refers to where that has the shape of an id. Each is cut
 * with the white space before it. Without ids no mark cites anything. Linear in the text where no id contains a bracket.
 */
export function citationMarks(text: string, ids: ReadonlySet<string>): CitationMarks[] {
  const found: CitationMarks[] = [];
  for (const group of grouped(text, singleMarks(text, ids))) found.push(toCut(text, group, found.at(-1)?.end ?? 0));
  return found;
}

interface Mark extends Span {
  readonly ids: readonly string[];
}

function singleMarks(text: string, ids: ReadonlySet<string>): Mark[] {
  const read = idsReader(ids);
  const named = namedMarks(text, ids, read);
  const marks: Mark[] = [];
  let next = 0;
  for (const { start, end, labels, isDoubtful } of citationMarksIn(text)) {
    while (next < named.length && named[next]!.start < end) marks.push(named[next++]!);
    if (start >= (marks.at(-1)?.end ?? 0))
      marks.push({ start, end, ids: isDoubtful ? [] : labels.flatMap((label) => read(label) ?? []) });
  }
  return [...marks, ...named.slice(next)];
}

/** The text between square brackets that equals an id or has the shape of one. */
function namedMarks(text: string, ids: ReadonlySet<string>, read: ReadIds): Mark[] {
  const bracketed = [...ids].filter((id) => /[[\]]/.test(id));
  const lengths = [...new Set(bracketed.map(({ length }) => length))].sort((one, other) => other - one);
  const marks: Mark[] = [];
  for (const { index } of text.matchAll(NEXT_BRACKET)) {
    if (index < (marks.at(-1)?.end ?? 0) || text.charAt(index - 1) === '!') continue;
    const inner = (length: number) => text.slice(index + 1, index + 1 + length);
    const long = lengths.find((length) => text[index + length + 1] === ']' && ids.has(inner(length)));
    const mark = long === undefined ? plainMark(text, index, read) : { end: index + long + 2, ids: [inner(long)] };
    if (mark !== undefined) marks.push({ start: index, end: afterTarget(text, mark.end), ids: mark.ids });
  }
  return marks;
}

function plainMark(text: string, index: number, read: ReadIds): Omit<Mark, 'start'> | undefined {
  PLAIN_MARK.lastIndex = index;
  const match = PLAIN_MARK.exec(text);
  const ids = match === null ? undefined : read(match[1]!);
  return ids === undefined ? undefined : { end: index + match![0].length, ids };
}

function afterTarget(text: string, end: number): number {
  TARGET_HERE.lastIndex = end;
  return end + (TARGET_HERE.exec(text)?.[0].length ?? 0);
}

const LONGEST_BETWEEN = 12;

/** Joins marks with nothing but separators between them. */
function grouped(text: string, marks: readonly Mark[]): Mark[] {
  const groups: Mark[] = [];
  for (const mark of marks) {
    const last = groups.at(-1);
    const isNear = last !== undefined && mark.start - last.end <= LONGEST_BETWEEN;
    if (isNear && BETWEEN_MARKS.test(text.slice(last.end, mark.start)))
      groups[groups.length - 1] = { start: last.start, end: mark.end, ids: [...last.ids, ...mark.ids] };
    else groups.push(mark);
  }
  return groups;
}

/** The cut of a group; the cut before ended at `from`. */
function toCut(text: string, group: Mark, from: number): CitationMarks {
  const { start, end } = unwrapped(text, group, from);
  let space = start;
  while (space > from && LINE_SPACE.test(text[space - 1]!)) space -= 1;
  const leads = space === 0 || LINE_END.test(text[space - 1]!);
  const beginsWord = BEGINS_WORD.test(text.slice(end, end + 2));
  const touches = beginsWord && space === start && start > 0 && /[^\s\p{Ps}\p{Pi}]/u.test(text[start - 1]!);
  return { start: beginsWord ? start : space, end, spaced: touches, ids: group.ids, leads };
}

/** With the pairs of marks around it that hold nothing else: "([1])", "**[1]**". */
function unwrapped(text: string, { start, end }: Span, from: number): Span {
  for (const [open, close] of WRAPPERS)
    if (start - open.length >= from && text.startsWith(open, start - open.length) && text.startsWith(close, end))
      return unwrapped(text, { start: start - open.length, end: afterTarget(text, end + close.length) }, from);
  return { start, end };
}

const LETTERS = /\p{L}[\p{L}\p{M}]*/gu;
const DIGITS = /\p{N}+/gu;
/** Characters that an id has and an editor's words have not: "[sic]" and "[emphasis added]". */
const TELLING = /[-_:./#@]/;
const ALPHANUMERIC = /[a0]/;
const LIST_SEPARATORS = [/;/, /,/, /[,;&]|\band\b/];

/** The shape of an id, "a-0" for "doc-12"; `undefined` for words alone, which look like any words in brackets. */
function shapeOf(id: string): string | undefined {
  if (/^\p{L}$/u.test(id)) return 'letter';
  const shape = id.replace(LETTERS, 'a').replace(DIGITS, '0');
  return shape.includes('0') || (TELLING.test(shape) && ALPHANUMERIC.test(shape)) ? shape : undefined;
}

/** Reads text between brackets as ids, where all of it, or each part of a list, is an id or has the shape of one. */
type ReadIds = (inner: string) => readonly string[] | undefined;

function idsReader(ids: ReadonlySet<string>): ReadIds {
  const shapes = new Set([...ids].map(shapeOf));
  shapes.delete(undefined);
  const cites = (part: string) => ids.has(part) || shapes.has(shapeOf(part));
  return (inner) => {
    if (cites(inner)) return [inner];
    for (const separator of LIST_SEPARATORS) {
      const parts = inner.split(separator).map((part) => part.trim());
      if (parts.length > 1 && parts.every(cites)) return parts;
    }
    return undefined;
  };
}
