import { parse } from 'parse5';
import { canName } from '../../text/names-columns.ts';
import { decodeText } from './decode-text.ts';
import { type DocumentBody, DocumentBuilder, inOneLine } from './document-builder.ts';
import { cardsIn } from './html-cards.ts';
import { fieldWords, hasField } from './html-fields.ts';
import { attribute, childrenOf, type Element, isText, type Parent, parentOf } from './html-nodes.ts';
import { leaveOutUnseen } from './html-shown.ts';
import { BLOCKS, elementsIn, find, isLeftOut, isNoteMark, oneSpaced, rawWords, wordsOf } from './html-words.ts';
import { withMarkers, withoutMarker } from './markers.ts';
import { superscript } from './superscript.ts';
import { type GridCell, type GridRow, gridOf, isNamesAndValues } from './table-grid.ts';

const HEADING = /^h([1-6])$/;
const NOTE_ID = /^(?:foot|end)note-(?!ref)/;
const CHARSET = /<meta[^>]{0,200}?charset\s*=\s*["']?([\w-]{2,30})/i;

export function readHtml(bytes: Uint8Array): DocumentBody {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 4_096)).toString('latin1');
  const { text, note } = decodeText(bytes, CHARSET.exec(head)?.[1]);
  const builder = new DocumentBuilder();
  if (note !== undefined) builder.note(note);
  readHtmlText(text, builder);
  return builder.body();
}

/** Adds the parts of a page: headings, paragraphs, items, and tables with the names of their columns. */
export function readHtmlText(text: string, builder: DocumentBuilder): void {
  const document = parse(text);
  for (const note of leaveOutUnseen(document)) builder.note(note);
  const title = find(document, 'title');
  if (title !== undefined && find(document, 'h1') === undefined) builder.heading(1, { text: wordsOf(title) });
  const reader = new HtmlReader(builder);
  reader.read(document);
  reader.endBlock();
}

class HtmlReader {
  readonly #builder: DocumentBuilder;
  #words = '';
  /** The item that the next block begins. */
  #item: { readonly level: number; readonly marker: string } | undefined;
  #lists: { readonly isNumbered: boolean; count: number }[] = [];
  #inNote = false;
  /** The name that the values of a list of definitions follow, and whether one has followed. */
  #term = '';
  #hasValue = true;
  #inValue: 'begin' | 'further' | undefined;

  constructor(builder: DocumentBuilder) {
    this.#builder = builder;
  }

  endBlock(kind: 'paragraph' | 'code' = 'paragraph'): void {
    const words = this.#words;
    this.#words = '';
    const parts = kind === 'code' ? [words.trimEnd().replace(/^\n+/, '')] : tidy(words).split(/\n{2,}/);
    for (const part of parts) {
      if (part.trim() === '') continue;
      const { marker, text: own } = withoutMarker(part);
      const isNamed =
        this.#inValue === 'begin' || (this.#inValue === 'further' && own.length <= MAX_FURTHER && !SENTENCE.test(own));
      const text = isNamed ? `${this.#term}: ${own}` : own;
      if (this.#inValue !== undefined) [this.#inValue, this.#hasValue] = ['further', true];
      if (this.#inNote) this.#builder.paragraph({ text }, 'footnote');
      else if (this.#item !== undefined) this.#builder.item(this.#item.level, marker ?? this.#item.marker, { text });
      else this.#builder.paragraph({ text: marker === undefined ? text : withMarkers(part) }, kind);
      this.#item = undefined;
    }
  }

  read({ childNodes }: Parent): void {
    for (const node of childNodes) {
      if (isText(node)) this.#words += oneSpaced(node.value);
      else if ('tagName' in node) this.#element(node);
    }
  }

  #element(element: Element): void {
    const { tagName: tag } = element;
    if (isLeftOut(element)) {
      if (tag === 'header') this.#headingsOnly(element);
      return;
    }
    const heading = HEADING.exec(tag);
    const field = fieldWords(element);
    if (field !== undefined) this.#words += field;
    else if (tag === 'br') this.#words += '\n';
    else if (isNoteMark(element)) return;
    else if (tag === 'sup' && !hasLines(element)) this.#words += superscript(wordsOf(element), this.#words);
    else if (heading !== null) {
      this.endBlock();
      this.#endTerm();
      this.#builder.heading(Number(heading[1]), { text: withMarkers(wordsOf(element)) });
    } else if (tag === 'table') this.#table(element);
    else if (tag === 'ul' || tag === 'ol') this.#list(element);
    else if (tag === 'li') this.#listItem(element);
    else if (tag === 'dt') {
      this.endBlock();
      this.#endTerm();
      this.#term = inOneLine(wordsOf(element)).replace(/:$/, '');
      this.#hasValue = this.#term === '';
    } else if (tag === 'dd') this.#value(element);
    else if (tag === 'dl') this.#definitions(element);
    else if (tag === 'pre') {
      this.endBlock();
      this.#words = rawWords(element);
      this.endBlock('code');
    } else if (tag === 'q') {
      this.#words += '“';
      this.read(element);
      this.#words += '”';
    } else if (BLOCKS.has(tag)) {
      this.endBlock();
      const cards = cardsIn(element);
      if (cards === undefined) this.read(element);
      else if ('facts' in cards) for (const text of cards.facts) this.#builder.paragraph({ text });
      else this.#builder.table(cards.names, cards.rows);
      this.endBlock();
    } else this.read(element);
  }

  /** Lists may be in values of others. */
  #definitions(element: Element): void {
    this.endBlock();
    const around = [this.#term, this.#hasValue, this.#inValue] as const;
    [this.#term, this.#hasValue, this.#inValue] = ['', true, undefined];
    this.read(element);
    this.endBlock();
    this.#endTerm();
    [this.#term, this.#hasValue, this.#inValue] = around;
  }

  /** The first block of a value follows its name, and further ones that are short. */
  #value(element: Element): void {
    this.endBlock();
    this.#inValue = this.#term === '' ? undefined : 'begin';
    this.read(element);
    this.endBlock();
    this.#inValue = undefined;
  }

  /** A name without a value in words, such as one with a table. */
  #endTerm(): void {
    if (!this.#hasValue) this.#builder.paragraph({ text: `${this.#term}:` });
    this.#hasValue = true;
  }

  /** The head of a page or article is left out but for what the page is called. */
  #headingsOnly(element: Element): void {
    for (const node of childrenOf(element)) {
      if (HEADING.test(node.tagName)) this.#element(node);
      else if (!isLeftOut(node)) this.#headingsOnly(node);
    }
  }

  #list(element: Element): void {
    this.endBlock();
    this.#lists.push({ isNumbered: element.tagName === 'ol', count: Number(attribute(element, 'start') ?? 1) - 1 });
    this.read(element);
    this.endBlock();
    this.#lists.pop();
  }

  #listItem(element: Element): void {
    this.endBlock();
    const list = this.#lists.at(-1);
    if (list !== undefined) list.count += 1;
    const isNote = NOTE_ID.test(attribute(element, 'id') ?? '');
    const level = Math.max(1, this.#lists.length);
    this.#item = { level, marker: list?.isNumbered && Number.isSafeInteger(list.count) ? `${list.count}.` : '-' };
    this.#inNote ||= isNote;
    this.read(element);
    this.endBlock();
    if (isNote) this.#inNote = false;
    this.#item = undefined;
  }

  #table(table: Element): void {
    this.endBlock();
    this.#endTerm();
    const rows = rowsOf(table);
    const isLayout =
      LAYOUT_ROLES.has(attribute(table, 'role') ?? '') ||
      (find(table, 'table') !== undefined && !hasTablesInCells(table)) ||
      rows.every(({ cells }) => cells.length < 2);
    if (isLayout) {
      this.read(table);
      this.endBlock();
      return;
    }
    const caption = find(table, 'caption');
    if (caption !== undefined) this.#builder.paragraph({ text: inOneLine(wordsOf(caption)) });
    const namesAndValues = isNamesAndValues(rows);
    const { titles, names, rows: body } = gridOf(rows, namesAndValues, this.#builder);
    for (const { cells } of titles) this.#builder.paragraph({ text: cells[0]! });
    const cells = body.map((row) => row.cells);
    if (!namesAndValues) this.#builder.table(names, cells);
    else
      for (const row of cells)
        this.#builder.paragraph({ text: [...new Set(row)].filter((cell) => cell !== '').join(': ') });
  }
}

/** True for a table of data with tables in cells of one column, and not one for the layout of a page. */
function hasTablesInCells(table: Element): boolean {
  const [head = [], ...rows] = trsIn(table).map((row) => elementsIn(row));
  const isNested = (cell: Element) => find(cell, 'table') !== undefined;
  const isName = (cell: Element) => canName(inOneLine(wordsOf(cell))) && !isNested(cell);
  const columns = new Set(rows.flatMap((cells) => cells.flatMap((cell, i) => (isNested(cell) ? [i] : []))));
  return (
    head.length > 1 &&
    rows.length > 1 &&
    columns.size === 1 &&
    head.every(isName) &&
    rows.every(({ length }) => length === head.length)
  );
}

function trsIn(table: Element): Element[] {
  return elementsIn(table).flatMap((part) =>
    part.tagName === 'tr'
      ? [part]
      : SECTIONS.has(part.tagName)
        ? elementsIn(part).filter(({ tagName }) => tagName === 'tr')
        : [],
  );
}

const SECTIONS = new Set(['thead', 'tbody', 'tfoot']);
const SENTENCE = /[.!?]$/;
/** Characters of a block that is a value of its own, and not the text of an article. */
const MAX_FURTHER = 100;
const LAYOUT_ROLES = new Set(['presentation', 'none']);
const BOLD = new Set(['b', 'strong']);

function rowsOf(table: Element): GridRow[] {
  return trsIn(table)
    .map(rowOf)
    .filter(({ cells }) => cells.length > 0);
}

function rowOf(row: Element): GridRow {
  const elements = elementsIn(row).filter(({ tagName }) => tagName === 'td' || tagName === 'th');
  const fields = elements.map(hasField);
  const cells = elements.map((cell, i): GridCell => {
    const text = inOneLine(withMarkers(wordsOf(cell)));
    // Names are next to the fields of a form, and bold where a table does not mark them.
    const isLikeName = () => fields.includes(true) || (canName(text) && !hasPlainWords(cell));
    return {
      text,
      isName: cell.tagName === 'th' || (text !== '' && !fields[i] && isLikeName()),
      columns: spanOf(cell, 'colspan'),
      rows: spanOf(cell, 'rowspan'),
    };
  });
  return { cells, isHead: parentOf(row)?.tagName === 'thead' };
}

function hasPlainWords({ childNodes }: Element): boolean {
  return childNodes.some((node) => {
    if (isText(node)) return node.value.trim() !== '';
    return 'tagName' in node && !BOLD.has(node.tagName) && !isLeftOut(node) && hasPlainWords(node);
  });
}

function spanOf(cell: Element, name: string): number {
  const count = Number(attribute(cell, name) ?? 1);
  return Number.isInteger(count) && count > 1 ? Math.min(count, 1_000) : 1;
}

/** Lines and blocks, such as a table, are not raised. */
function hasLines(element: Element): boolean {
  return elementsIn(element).some((inner) => inner.tagName === 'br' || BLOCKS.has(inner.tagName) || hasLines(inner));
}

function tidy(words: string): string {
  return words
    .replace(/ {2,}/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .trim();
}
