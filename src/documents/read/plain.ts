import type { Block, BlockKind } from '../document.ts';
import { decodeText } from './decode-text.ts';
import { assertBounds, type DocumentBody } from './document-builder.ts';
import { STRUCK_NOTE } from './left-out.ts';

const TERMINATOR = /\r\n|[\n\r]/g;
const HEADING = /^ {0,3}(#{1,6})\s+(?=\S)/;
const ITEM = /^(\s*)(?:[-*+•]|\d{1,3}[.)])\s+(?=\S)/;
const ROW = /^\s*\|.*\|\s*$/;
const MARKS = /^[-:|\s]*$/;
const FENCE = /^ {0,3}(?:```|~~~)/;
/** Within a line: code, which has no marks, and "~~old~~" or the beginning of a comment. */
const CODE_OR_STRUCK =
  /(?<!`)(`+)(?!`)[^\n]{0,1000}?(?<!`)\1(?!`)|(?<![\\~])~~(?=[^\s~])(?:[^~\n]|~(?!~))*(?<=[^\s\\])~~(?!~)/g;
const CODE_OR_COMMENT = /(?<!`)(`+)(?!`)[^\n]{0,1000}?(?<!`)\1(?!`)|<!--/g;
const UNDERLINE = /^ {0,3}(=+|-+)\s*$/;

interface Line {
  readonly start: number;
  readonly end: number;
  readonly written: string;
}

/** Text as it came, with the blocks that its blank lines make, and of Markdown its headings, items, tables and fences. */
export function readPlain(bytes: Uint8Array, isMarkdown: boolean): DocumentBody {
  const { text: written, note } = decodeText(bytes);
  assertBounds(written.length, 0);
  const shown = isMarkdown ? withoutComments(written) : written;
  const text = isMarkdown ? withoutStruck(shown) : shown;
  const lines: number[] = [];
  for (const { start } of linesOf(text)) lines.push(start);
  const blocks = withHeadings(isMarkdown ? markdownBlocks(text) : paragraphs(text));
  const notes = [...(note === undefined ? [] : [note]), ...(text === shown ? [] : [STRUCK_NOTE])];
  return { text, blocks, lines, pagesWithoutText: [], notes };
}

/** Spaces in place of comments, so that all other words stay where they are. */
function withoutComments(text: string): string {
  if (!text.includes('<!--')) return text;
  const kept: string[] = [];
  let at = 0;
  for (const { start, end } of commentsIn(text)) {
    kept.push(text.slice(at, start), text.slice(start, end).replace(/[^\n\r]/g, ' '));
    at = end;
  }
  return kept.join('') + text.slice(at);
}

/** A comment that begins its line ends where it is closed, or with the text; any other ends in its paragraph. */
function* commentsIn(text: string): Generator<Pick<Block, 'start' | 'end'>> {
  const closeAfter = nextOf(text, /-->/g);
  const paragraphAfter = nextOf(text, /(?:\r\n|[\n\r])[ \t]*(?=[\n\r])/g);
  let past = 0;
  let inFence = false;
  for (const { start, end, written } of linesOf(text)) {
    if (end <= past) continue;
    if (start >= past && FENCE.test(written)) inFence = !inFence;
    if (inFence) continue;
    for (const { 0: found, index } of written.matchAll(CODE_OR_COMMENT)) {
      const at = start + index;
      if (at < past || found !== '<!--') continue;
      const isBlock = written.slice(0, index).trim() === '';
      const close = closeAfter(at + 2);
      if (!isBlock && !(close < paragraphAfter(at))) continue;
      past = Math.min(close + 3, text.length);
      yield { start: at, end: past };
    }
  }
}

/** Finds the next place of a pattern from offsets that ascend, in time linear in the text; Infinity where there is none. */
function nextOf(text: string, pattern: RegExp): (from: number) => number {
  let next = -1;
  return (from) => {
    if (next >= from) return next;
    pattern.lastIndex = from;
    next = pattern.exec(text)?.index ?? Number.POSITIVE_INFINITY;
    return next;
  };
}

/** Spaces in place of words that are struck out. */
function withoutStruck(text: string): string {
  if (!text.includes('~~')) return text;
  let inFence = false;
  return text.replace(/^.*$/gm, (line) => {
    if (FENCE.test(line)) inFence = !inFence;
    return inFence
      ? line
      : line.replace(CODE_OR_STRUCK, (words) => (words.startsWith('`') ? words : ' '.repeat(words.length)));
  });
}

/** One line at a time: together they take several times the memory of the text. */
function* linesOf(text: string): Generator<Line> {
  let start = 0;
  for (const { 0: terminator, index } of text.matchAll(TERMINATOR)) {
    yield { start, end: index, written: text.slice(start, index) };
    start = index + terminator.length;
  }
  if (start < text.length) yield { start, end: text.length, written: text.slice(start) };
}

/** Every item with the one after it. */
function* withNext<Item>(items: Iterable<Item>): Generator<readonly [Item, Item | undefined]> {
  let before: Item | undefined;
  for (const item of items) {
    if (before !== undefined) yield [before, item];
    before = item;
  }
  if (before !== undefined) yield [before, undefined];
}

type Found = Omit<Block, 'under'>;

function paragraphs(text: string): Found[] {
  const blocks: Found[] = [];
  let isOpen = false;
  for (const { start, end, written } of linesOf(text)) {
    const isBlank = written.trim() === '';
    if (!isBlank && isOpen) blocks[blocks.length - 1] = { ...blocks.at(-1)!, end };
    else if (!isBlank) blocks.push({ kind: 'paragraph', level: 0, start, end });
    isOpen = !isBlank;
    assertBounds(end, blocks.length);
  }
  return blocks;
}

function markdownBlocks(text: string): Found[] {
  const blocks: Found[] = [];
  /** The block that the next line may continue. */
  let open: BlockKind | undefined;
  let inFence = false;
  let inTable = false;
  const extend = (end: number) => {
    blocks[blocks.length - 1] = { ...blocks.at(-1)!, end };
  };
  const begin = (kind: BlockKind, line: Line, { marker = 0, level = 0 } = {}) => {
    blocks.push({ kind, level, start: line.start + marker, end: line.end });
    assertBounds(line.end, blocks.length);
    open = kind;
  };
  for (const [line, next] of withNext(linesOf(text))) {
    const { written, end } = line;
    if (FENCE.test(written)) {
      inFence = !inFence;
      open = undefined;
      continue;
    }
    if (inFence) {
      if (open === 'code') extend(end);
      else begin('code', line);
      continue;
    }
    if (written.trim() === '') {
      open = undefined;
      inTable = false;
      continue;
    }
    const heading = HEADING.exec(written);
    const item = ITEM.exec(written);
    const underline = UNDERLINE.exec(written);
    if (heading !== null) {
      begin(
        'heading',
        { ...line, end: line.start + withoutClosing(written).length },
        { marker: heading[0].length, level: heading[1]!.length },
      );
      open = undefined;
    } else if (underline !== null && open === 'paragraph') {
      const last = blocks.at(-1)!;
      blocks[blocks.length - 1] = { ...last, kind: 'heading', level: underline[1]!.startsWith('=') ? 1 : 2 };
      open = undefined;
    } else if (inTable && isDashes(written)) {
      extend(end);
    } else if (ROW.test(written)) {
      const isHead = !inTable && isDashes(next?.written ?? '');
      begin(isHead ? 'head' : 'row', line);
      inTable = true;
    } else if (item !== null) {
      begin('item', line, { marker: item[0].length, level: Math.floor(item[1]!.length / 2) + 1 });
    } else if (open === 'paragraph' || open === 'item') {
      extend(end);
    } else {
      begin('paragraph', line);
    }
  }
  return blocks;
}

/** The line under the names of columns. */
function isDashes(written: string): boolean {
  return MARKS.test(written) && written.includes('--');
}

/** A heading of Markdown may end with the signs that it begins with. */
function withoutClosing(written: string): string {
  const words = written.trimEnd();
  let end = words.length;
  while (words[end - 1] === '#') end -= 1;
  return words[end - 1] === ' ' ? words.slice(0, end).trimEnd() : words;
}

function withHeadings(blocks: readonly Found[]): Block[] {
  let open: number[] = [];
  return blocks.map((block, i) => {
    if (block.kind === 'heading') open = open.filter((at) => blocks[at]!.level < block.level);
    const under = open.at(-1) ?? -1;
    if (block.kind === 'heading') open.push(i);
    return { ...block, under };
  });
}
