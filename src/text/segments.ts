import { TITLED } from './abbreviations.ts';
import { markedLines } from './furniture.ts';
import { BULLET, beginsLikeSentence, DASH_BULLET, numberedMarker } from './markers.ts';
import type { Span } from './span.ts';

/**
 * Kind of a line, judged by the line alone. `rule`: only marks, such as "---" or a bare quote sign; `open` and `close`:
 * the ends of a code fence; `tag`: a single XML tag, as prompts put around documents.
 */
type LineShape = 'blank' | 'plain' | 'item' | 'heading' | 'row' | 'rule' | 'open' | 'close' | 'tag' | 'furniture';

export interface Line {
  readonly start: number;
  /** Without the line terminator. */
  readonly end: number;
  /** Where the prose starts, after quote signs and list markers. */
  readonly content: number;
  /** Number of quote signs (">") before it. */
  readonly depth: number;
  readonly shape: LineShape;
}

const TERMINATOR = /\r\n|[\n\r\u2028\u2029\f\v]/g;
const QUOTE = /^\s*>[>\s]*/;
const HEADING = /^\s*#{1,6}\s+\S|^\s*(\*\*|__)\S.*\1:?\s*$/;
const FENCE = /^\s*(?:```|~~~)[\w+#.-]*\s*$/;
const TAG = /^\s*<\/?[A-Za-z][^<>]*>\s*$/;
const ROW = /^\s*\||\s\|\s|\S\t+\S/;
const WORD_FIRST = /^[\p{L}\p{N}]/u;
const RULE = /^[\s\-=_*~#+|:.·•—–]*$/;

/** Every line of the text, in order, with its shape. Linear in the text. */
export function* linesOf(text: string): Generator<Line, void, undefined> {
  let previous: Line | undefined;
  let inFence = false;
  let start = 0;
  const marked = markedLines(text);
  for (const { start: end, end: next } of terminators(text)) {
    const raw = text.slice(start, end);
    const isFurniture = raw.trim() !== '' && marked.next().value?.isFurniture === true && !inFence;
    const line = readLine(raw, start, { previous, text, inFence, isFurniture });
    if (line.shape === 'open' || line.shape === 'close') inFence = line.shape === 'open';
    yield line;
    previous = line;
    start = next;
  }
}

/** Where every line ends and the next one begins; the last line ends with the text. */
function* terminators(text: string): Generator<Span> {
  for (const { 0: terminator, index } of text.matchAll(TERMINATOR))
    yield { start: index, end: index + terminator.length };
  yield { start: text.length, end: text.length };
}

interface Context {
  readonly previous: Line | undefined;
  readonly text: string;
  readonly inFence: boolean;
  readonly isFurniture: boolean;
}

function readLine(raw: string, start: number, context: Context): Line {
  const quote = QUOTE.exec(raw)?.[0] ?? '';
  const body = raw.slice(quote.length);
  const at = start + quote.length;
  // One literal: objects made by spreading take four times the memory and longer to read.
  const line = (shape: LineShape, content = at): Line => ({
    start,
    end: start + raw.length,
    content,
    depth: quote.replace(/[^>]/g, '').length,
    shape,
  });
  if (raw.trim() === '') return line('blank');
  if (context.isFurniture) return line('furniture');
  // Only a marker of letters or digits makes such a line anything but plain. Two patterns: one over the whole line
  // overflows the stack of the regex engine at 20 million characters outside Latin-1.
  const isWordsAlone = WORD_FIRST.test(body) && !/[|\t]/.test(body);
  const shape = isWordsAlone ? undefined : shapeWithoutMarker(body, context.inFence);
  if (shape !== undefined) return line(shape);
  const bullet = isWordsAlone ? undefined : BULLET.exec(body)?.[0];
  const marker = bullet ?? weakMarker(body, context);
  return line(marker === '' ? 'plain' : 'item', at + marker.length);
}

function shapeWithoutMarker(body: string, inFence: boolean): LineShape | undefined {
  if (FENCE.test(body)) return inFence ? 'close' : 'open';
  if (RULE.test(body)) return 'rule';
  if (HEADING.test(body)) return 'heading';
  if (TAG.test(body)) return 'tag';
  return ROW.test(body) ? 'row' : undefined;
}

/** Numbers, letters and dashes also begin wrapped lines of prose: they start an item only where one can start. */
function weakMarker(body: string, context: Context): string {
  const marker = DASH_BULLET.exec(body)?.[0] ?? numberedMarker(body);
  if (marker === '') return '';
  const { previous, text } = context;
  if (previous === undefined || (previous.shape !== 'plain' && previous.shape !== 'item')) return marker;
  const finished = /[.:;!?,]["'”’)\]]*\s*$/.test(
    text.slice(Math.max(previous.content, previous.end - 8), previous.end),
  );
  return previous.shape === 'item' || finished ? marker : '';
}

/** A part of the text whose ends are sentence boundaries. */
export interface Segment {
  readonly start: number;
  readonly end: number;
  /** Headings and table rows: not split into sentences unless they are very long. */
  readonly whole: boolean;
}

const MAX_WHOLE_LENGTH = 400;
/** A line with only a bar or a tab may also be a page title joined to its text. */
const MAX_LOOSE_ROW_LENGTH = 160;

/** Joins lines that were wrapped at a column; keeps lines apart that the author separated. */
export function* segmentsOf(text: string, lines: readonly Line[]): Generator<Segment, void, undefined> {
  for (const group of groupsOf(lines)) {
    const before = Math.max(group.findIndex(isProse), 0);
    const soft = group.slice(1).map(() => true);
    for (const [i, isSoft] of softBreaks(text, group.filter(isProse)).entries()) soft[before + i] = isSoft;
    yield* joined(text, group, soft);
  }
}

function isProse(line: Line): boolean {
  return line.shape === 'plain' || line.shape === 'item';
}

/** Groups of neighbouring lines without a hard break between them. */
function groupsOf(lines: readonly Line[]): Line[][] {
  const groups: Line[][] = [];
  let previous: Line | undefined;
  for (const line of lines) {
    if (line.shape !== 'blank') {
      if (previous !== undefined && previous.shape !== 'blank' && !isHardBreak(previous, line))
        groups.at(-1)?.push(line);
      else groups.push([line]);
    }
    previous = line;
  }
  return groups;
}

/** Lines of marks belong to the line above (underlines, table separators, closing fences); an opening fence to the line below. */
function isHardBreak(above: Line, below: Line): boolean {
  if (above.depth !== below.depth) return true;
  if (below.shape === 'rule' || below.shape === 'close') return false;
  if (above.shape === 'open') return false;
  return !(isProse(above) && below.shape === 'plain');
}

function* joined(text: string, group: readonly Line[], soft: readonly boolean[]): Generator<Segment, void, undefined> {
  let first = 0;
  for (let last = 0; last < group.length; last += 1) {
    if (last < group.length - 1 && soft[last]) continue;
    const start = group[first]?.start ?? 0;
    const end = group[last]?.end ?? start;
    const isMarked = /^\s*[|#>]/.test(text.slice(start, start + 16));
    const whole =
      end - start <= (isMarked ? MAX_WHOLE_LENGTH : MAX_LOOSE_ROW_LENGTH) &&
      !group.slice(first, last + 1).some(isProse);
    yield { start, end, whole };
    first = last + 1;
  }
}

/** Prose is wrapped between these widths; narrower or wider lines end where their author ended them. */
const MIN_COLUMN = 30;
const MAX_COLUMN = 160;
const MIN_FULL_SHARE = 0.6;

const FINISHED = /[.!?:;。！？…]["'”’)\]*_]*$/;
/** "10:42", "2024-05-03 10:42:07", "9:15 am". */
const STAMP = '(?:\\d{4}-\\d\\d-\\d\\d[ T])?\\d{1,2}:\\d\\d(?::\\d\\d)?(?:[.,]\\d{3})?Z?(?:\\s?[AaPp][Mm])?';
const LABEL = /^[\p{L}\p{N}*_ ]{1,40}:(?:\s|$)/u;
/** A line of a chat or a log: "[10:42] tom", "tom, 10:42: ", "Tom [10:42]: ". */
const STAMPED = new RegExp(`^(?:[[(]${STAMP}[\\])]\\s|[\\p{L}*_ ]{1,40},?\\s?[[(]?${STAMP}[\\])]?:\\s)`, 'u');
const OPEN_END =
  /(?:[,(]|[–—]|\b(?:the|an?|of|in|on|at|to|by|for|from|with|and|or|but|nor|as|is|was|were|are|be|been|has|have|had|its|their|his|her|our|that|which|who|than|into|about|between|over|under|per|not|this|these|those|will|would|can|could|should|must)|(?<!\d )\bmay)$/i;
const CONTINUES =
  /^(?:and|or|but|nor|of|in|on|at|to|by|for|from|with|as|is|was|were|are|than|which|that|who|because|while|where|when|into|per)\b/;

/**
 * Which line breaks inside a block of prose are soft, that is, made by wrapping at a column and not by the author.
 *
 * Wrapping breaks a line where the next word no longer fits: a break is "full" when the line, a space and the next
 * line's first word are longer than the longest line of the block. In wrapped prose nearly every break is full; in a list
 * without markers, an address or a poem few are. Breaks in the middle of a phrase ("founded in") or before a lower-case
 * word are soft too, whatever the length of the line; "Label: value" lines stay alone.
 * Returns one boolean per break: `lines.length - 1` of them.
 */
function softBreaks(text: string, lines: readonly Line[]): boolean[] {
  const { bodies, full, column } = measured(text, lines);
  const wrapped =
    column >= MIN_COLUMN && full.filter(Boolean).length >= full.length * MIN_FULL_SHARE && column <= MAX_COLUMN;
  return full.map((isFull, index) => {
    const line = bodies[index] ?? '';
    const next = (bodies[index + 1] ?? '').trimStart();
    if (STAMPED.test(next)) return false;
    return (
      isIndentedUnder(text, lines[0], lines[index + 1]) ||
      isContinuation(line, next) ||
      (wrapped && isFull && !isListLike(line, next, bodies[index + 2] ?? ''))
    );
  });
}

/** The prose of each line, for each break whether the next word did not fit on the line before it, and the widest line's width. */
function measured(text: string, lines: readonly Line[]) {
  const bodies = lines.map(({ content, end }) => text.slice(content, end).trimEnd());
  const widths = lines.map(({ start, end }) => text.slice(start, end).trimEnd().length);
  const column = widths.reduce((widest, width) => Math.max(widest, width), 0);
  const full = bodies.slice(1).map((next, index) => {
    const firstWord = /^\S{0,40}/.exec(next.trimStart())?.[0].length ?? 0;
    return (widths[index] ?? 0) + 1 + firstWord > column;
  });
  return { bodies, full, column };
}

/** Markdown: a line indented under an item continues it. */
function isIndentedUnder(text: string, first: Line | undefined, next: Line | undefined): boolean {
  return first?.shape === 'item' && next !== undefined && /^(?: {2,}|\t)/.test(text.slice(next.start, next.start + 2));
}

function isContinuation(line: string, next: string): boolean {
  const tail = line.slice(-24);
  if (TITLED.test(tail)) return true;
  if (FINISHED.test(tail)) return false;
  if (OPEN_END.test(tail) || CONTINUES.test(next)) return true;
  return line.length >= MIN_COLUMN && /^[\p{Ll}]/u.test(next);
}

function isListLike(line: string, next: string, after: string): boolean {
  // One label may be a word of wrapped prose with a colon behind it; two lines of them are a form.
  if (LABEL.test(next) && (LABEL.test(line) || LABEL.test(after) || FINISHED.test(line.slice(-24)))) return true;
  return !FINISHED.test(line.slice(-24)) && /^\p{Lu}/u.test(next) && (isTitle(line) || beginsLikeSentence(next));
}

/** "Annual Report of Acme Corporation": every longer word begins with a capital. */
function isTitle(line: string): boolean {
  const longWords = line.match(/\p{L}{4,}/gu) ?? [];
  return longWords.length >= 2 && longWords.every((word) => /^\p{Lu}/u.test(word));
}
