import type { LineStart } from '../../document.ts';
import type { DocumentBuilder, Written } from '../document-builder.ts';
import { BEFORE_MORE } from './lexicon.ts';
import type { PageLine, PlacedLine } from './page-lines.ts';
import { raggedRights, reach } from './ragged-text.ts';
import { FINISHED } from './row.ts';
import type { TaggedBlock } from './structure.ts';
import { addRows } from './table-rows.ts';
import { addTaggedTable } from './tagged-table.ts';

/** Letters this many times as large as those of the text are a heading. */
const HEADING_SIZE = 1.12;
const MAX_HEADING_LENGTH = 200;
const MAX_WORD = 60;
/** Lines that begin so many letter sizes from the left edge are set to the right. */
const FAR = 6;
const MARKER = /^(?:[•‣◦▪●○·–—\p{Co}-]|\(?\d{1,3}[.)]|\(?[a-z][.)])\s+(?=\S)/u;
/** A clause or the line of a form, which is read with its sign. */
const OWN_LINE = /^(?:§{1,2}\s?\d|[☐☑☒✓✔✗✘]\s)/u;
/** "Length: 169 km": one below the other are facts of a list. */
const LABELED = /^\p{Lu}[\p{L} ]{1,30}: \S/u;
/** Within a word, or a range such as "2019-2023". */
const CUT = /[\p{L}\p{N}][-–—/]$/u;
export const CONTENTS_NOTE = 'Lines of a table of contents were left out.';

/** Adds the lines as paragraphs, headings, items and lines of tables. */
export async function addParagraphs(lines: readonly PlacedLine[], builder: DocumentBuilder): Promise<void> {
  const bodySize = commonSize(lines);
  const sizes = [...new Set(lines.filter((line) => isLarge(line, bodySize)).map(({ size }) => rounded(size)))];
  sizes.sort((one, other) => other - one);
  const setting = { bodySize, sizes, isHyphenated: await hyphensOf(lines), builder };
  for (const block of blocksOf(lines, bodySize)) addBlock(block, setting);
}

interface Layout {
  readonly bodySize: number;
  /** From line to line, commonly. */
  readonly spacing: number;
  /** The ends of the lines of ragged text. */
  readonly rights: ReadonlyMap<PageLine, number>;
}

/** The lines of each block. Lines set apart within a sentence that continues after them come after its block. */
function* blocksOf(lines: readonly PlacedLine[], bodySize: number): Generator<readonly PlacedLine[]> {
  const spacing = commonSpacing(lines);
  const layout = { bodySize, spacing, rights: raggedRights(lines, spacing) };
  let open: PlacedLine[] = [];
  let aside: PlacedLine[][] = [];
  for (const line of lines) {
    const last = open.at(-1);
    const openAside = aside.at(-1);
    const goesOn = last === undefined || !begins(line, open, layout);
    if (line.isAside && openAside !== undefined && !begins(line, openAside, layout)) openAside.push(line);
    else if (line.isAside && last !== undefined && isOpenEnded(last) && (!goesOn || line.page !== last.page))
      aside.push([line]);
    else if (goesOn) open.push(line);
    else {
      yield open;
      yield* aside;
      [open, aside] = [[line], []];
    }
  }
  if (open.length > 0) yield open;
  yield* aside;
}

/** True if the sentence or table may continue. */
function isOpenEnded({ text, tag }: PageLine): boolean {
  return tag?.role === 'table' || !FINISHED.test(text);
}

interface Setting {
  readonly bodySize: number;
  /** Sizes of the headings, the largest first. */
  readonly sizes: readonly number[];
  readonly isHyphenated: IsHyphenated;
  readonly builder: DocumentBuilder;
}

function addBlock(lines: readonly PlacedLine[], { bodySize, sizes, isHyphenated, builder }: Setting): void {
  const [first] = lines;
  if (first!.cells !== undefined) {
    addTaggedTable(lines, builder);
    return;
  }
  const written = joined(lines, isHyphenated);
  if (first!.tag !== undefined && first!.tag.role !== 'item') {
    addTagged(first!.tag, written, builder);
    return;
  }
  if (first!.isRow) {
    for (const others of addRows(lines, builder)) {
      builder.note('Tables were read line by line, because their cells could not be detected.');
      for (const line of others) builder.paragraph(joined([line], isHyphenated), 'code');
    }
    return;
  }
  const isHeading = written.text.length <= MAX_HEADING_LENGTH && !isSentence(first!, written.text, bodySize);
  if (isLarge(first!, bodySize) && isHeading) {
    builder.heading(sizes.indexOf(rounded(first!.size)) + 1, written);
    return;
  }
  if (first!.marker !== undefined) {
    builder.item(1, /[\p{L}\p{N}]/u.test(first!.marker) ? first!.marker : '-', written);
    return;
  }
  const level = first!.tag?.level ?? 1;
  const marker = MARKER.exec(written.text)?.[0];
  if (marker === undefined && first!.tag !== undefined) builder.item(level, '-', written);
  else if (marker === undefined) builder.paragraph(written);
  else builder.item(level, /\d|[a-z]/.test(marker) ? marker.trim() : '-', shifted(written, marker.length));
}

function addTagged({ role, level }: TaggedBlock, written: Written, builder: DocumentBuilder): void {
  if (role === 'heading') builder.heading(level, written);
  else if (role === 'contents') builder.note(CONTENTS_NOTE);
  else builder.paragraph(written, role === 'footnote' ? 'footnote' : 'paragraph');
}

function shifted({ text, lines = [] }: Written, by: number): Written {
  return { text: text.slice(by), lines: lines.map((line) => ({ ...line, start: Math.max(0, line.start - by) })) };
}

/** True if a line does not continue the paragraph of the line before it. */
function begins(line: PlacedLine, open: readonly PlacedLine[], layout: Layout): boolean {
  const last = open.at(-1)!;
  if (line.tag !== undefined || last.tag !== undefined) return beginsByTag(line, last, layout);
  if (last.isField || line.isField || line.direction !== last.direction) return true;
  const isNear = line.page === last.page && line.column.left === last.column.left && line.y > last.y;
  if (line.isRow || last.isRow) return !(line.isRow && last.isRow && (isNear || line.page !== last.page));
  if (Math.abs(line.size - last.size) > 0.08 * last.size) return true;
  if (line.marker !== undefined || MARKER.test(line.text) || OWN_LINE.test(line.text)) return true;
  if (LABELED.test(line.text) && LABELED.test(last.text)) return true;
  // Over the end of a column or page a paragraph continues where its sentence does.
  if (!isNear) return !goesOnAt(line, last, layout);
  if (line.y - last.y > reach(line, layout.spacing)) return true;
  if (open.length === 1 && !isLarge(last, layout.bodySize) && isLabel(last, line)) return false;
  const before = open.at(-2) ?? last;
  const isIndented = line.x - last.x > 0.8 * line.size && line.x - before.x > 0.8 * line.size;
  if (FINISHED.test(last.text)) return isIndented || hasRoom(last, line, last.column.right);
  const mayEnd = /^[\p{Lu}\p{N}“"]/u.test(line.text) && !CUT.test(last.text);
  const endsShort = mayEnd && (isShifted(line, last) || hasRoom(last, line, rightOf(last, layout)));
  return endsShort && !isOpen(last);
}

/** True if lines belong to two parts of tagged pages. Parts end with their page; a paragraph or table may continue. */
function beginsByTag(line: PlacedLine, last: PlacedLine, layout: Layout): boolean {
  if (line.tag === last.tag) return false;
  const role = roleOf(line);
  if (line.page === last.page || role !== roleOf(last)) return true;
  if (role === 'table') return line.cells!.length !== last.cells!.length;
  return role !== 'paragraph' || !goesOnAt(line, last, layout);
}

/** Some pages of a file may have no tags. */
function roleOf({ tag, isRow }: PageLine): TaggedBlock['role'] | undefined {
  return tag === undefined && !isRow ? 'paragraph' : tag?.role;
}

/** True if a sentence goes on in the next column, or on the next page. */
function goesOnAt(line: PageLine, last: PageLine, layout: Layout): boolean {
  if (FINISHED.test(last.text)) return false;
  if (/^\p{Ll}/u.test(line.text) || CUT.test(last.text)) return true;
  return /^[\p{N}("'“]/u.test(line.text) && !hasRoom(last, line, rightOf(last, layout));
}

const LABEL = /^\p{Lu}[\p{L} '’.-]{1,29}$/u;
/** Share of its column that a line of prose fills. */
const PROSE_FILL = 0.8;

/** True for a short line in another font above its value: "Your contact" above a name. */
function isLabel({ text, x, segments }: PageLine, below: PageLine): boolean {
  const [font, other] = [segments?.[0]?.font, below.segments?.[0]?.font];
  if (font === undefined || other === undefined || font === other) return false;
  if (!LABEL.test(text) || FINISHED.test(text) || /^\p{Ll}/u.test(below.text) || Math.abs(below.x - x) > 1)
    return false;
  return below.right - below.x < PROSE_FILL * (below.column.right - below.column.left);
}

function rightOf(line: PageLine, { rights }: Layout): number {
  return rights.get(line) ?? line.column.right;
}

/** True if a line ends where no sentence or heading does: "was handed over in". */
function isOpen({ text }: PageLine): boolean {
  const [word] = /(?<=\s)\p{Ll}+$/u.exec(text.slice(-MAX_WORD)) ?? [];
  return text.endsWith(',') || (word !== undefined && BEFORE_MORE.has(word));
}

/** True for lines that end at the right edge, as in the head of a letter, and for the line below them. */
function isShifted(line: PageLine, last: PageLine): boolean {
  const indent = last.x - last.column.left;
  if (indent < FAR * last.size) return false;
  const isAligned = Math.abs(line.right - last.right) < 0.3 * line.size && Math.abs(line.x - last.x) > 0.8 * line.size;
  return isAligned || indent - (line.x - line.column.left) > FAR * last.size;
}

/** True if the first word of the next line would have fitted on the line, so that its author ended it. */
function hasRoom({ text, x, right, column }: PageLine, next: PageLine, end: number): boolean {
  const [word] = /^\S*/.exec(next.text)!;
  const letter = (right - x) / text.length;
  return end - right > Math.max((word.length + 3) * letter, 0.1 * (column.right - column.left));
}

function joined(lines: readonly PlacedLine[], isHyphenated: IsHyphenated): Written {
  let text = '';
  const starts: LineStart[] = [];
  for (const [i, { text: words, line, page }] of lines.entries()) {
    if (i === 1 && lines.length === 2 && isLabel(lines[0]!, lines[1]!)) text += ':';
    const tail = hyphenated(text);
    const [head] = /^\p{Ll}+/u.exec(words) ?? [];
    if (tail !== undefined && head !== undefined) {
      if (!isHyphenated(tail, head)) text = text.slice(0, -1);
    } else if (text !== '' && !/[-–—/]$/.test(text)) text += ' ';
    else if (/\s[-–—]$/.test(text)) text += ' ';
    starts.push({ start: text.length, line, page });
    text += words;
  }
  return { text, lines: starts };
}

/** True if the hyphen between two parts of a word, of which the first ends a line, belongs to the word. */
type IsHyphenated = (tail: string, head: string) => boolean;

/** Hyphens stay that the document has elsewhere, and those between words. */
async function hyphensOf(lines: readonly PlacedLine[]): Promise<IsHyphenated> {
  if (!lines.some(({ text }) => hyphenated(text) !== undefined)) return () => true;
  const known = wordsIn(lines);
  // Loaded here, because it takes as long as a short file, and twice the memory.
  const { isLexiconWord } = await import('../../../text/wink.ts');
  return (tail, head) => {
    const [before, after] = [tail.toLowerCase(), head.toLowerCase()];
    if (known.has(`${before}-${after}`) || tail.length === 1) return true;
    return !isLexiconWord(`${before}${after}`) && isLexiconWord(before) && isLexiconWord(after);
  };
}

/** The letters before the hyphen that the text ends with. */
function hyphenated(text: string): string | undefined {
  if (!text.endsWith('-')) return undefined;
  const [word] = /^\p{L}*/u.exec([...text.slice(-MAX_WORD, -1)].reverse().join(''))!;
  return word === '' ? undefined : [...word].reverse().join('');
}

/** Words with a hyphen that appear within a line somewhere, in small letters. */
function wordsIn(lines: readonly PlacedLine[]): Set<string> {
  const words = new Set<string>();
  for (const { text } of lines)
    for (const word of text.match(/[\p{L}-]+/gu) ?? []) if (word.includes('-')) words.add(word.toLowerCase());
  return words;
}

/** Below a table in small letters, or above one, the text is larger than most letters. */
const SENTENCE_SIZE = 1.5;
const SENTENCE = /^\S+(?:\s+\S+){3,}[.;,]$/u;

function isSentence({ size }: PageLine, text: string, bodySize: number): boolean {
  return size < SENTENCE_SIZE * bodySize && SENTENCE.test(text);
}

/** Words in a form may be larger than its text. */
function isLarge({ size, isRow, isField, segments }: PageLine, bodySize: number): boolean {
  return !isRow && !isField && !segments?.[0]?.isValue && size > HEADING_SIZE * bodySize;
}

function rounded(size: number): number {
  return Math.round(size * 2) / 2;
}

/** The size that most letters have. */
function commonSize(lines: readonly PageLine[]): number {
  const letters = new Map<number, number>();
  for (const { size, text } of lines) letters.set(rounded(size), (letters.get(rounded(size)) ?? 0) + text.length);
  return mostOf(letters);
}

/** The distance from line to line that is most common. */
function commonSpacing(lines: readonly PlacedLine[]): number {
  const found = new Map<number, number>();
  for (const [i, line] of lines.entries()) {
    const next = lines[i + 1];
    if (next?.page !== line.page || next.y <= line.y) continue;
    const distance = rounded(next.y - line.y);
    found.set(distance, (found.get(distance) ?? 0) + 1);
  }
  return mostOf(found);
}

function mostOf(counts: ReadonlyMap<number, number>): number {
  let best = 0;
  let most = 0;
  for (const [value, count] of counts) if (count > most) [best, most] = [value, count];
  return best;
}
