import { inOneLine } from '../document-builder.ts';
import { attributesOf, resolved, scanXml, type XmlElement } from '../scan-xml.ts';
import { marginLines } from './margin-lines.ts';
import { numberText } from './number-text.ts';
import { type CellText, RichText, withoutEscapes } from './rich-text.ts';
import { type CellStyle, isOn } from './styles.ts';

export interface Merge {
  readonly columns: number;
  readonly rows: number;
}

export interface SheetRow {
  /** From 1. */
  readonly line: number;
  /** Cells by column, from 0; in order. */
  readonly cells: ReadonlyMap<number, string>;
  /** It has cells that were left out. */
  readonly hasMore: boolean;
}

/** Visible and hidden parts of a sheet. */
export interface SheetCells {
  readonly rows: readonly SheetRow[];
  /** Places of merged cells by their first one, as `placeOf` numbers them. */
  readonly merges: ReadonlyMap<number, Merge>;
  readonly hiddenRows: readonly number[];
  /** From 0; those that have text. */
  readonly hiddenColumns: readonly number[];
  readonly hasStruck: boolean;
  /** Cells whose letters have the color of their background, or whose format shows nothing. */
  readonly hasInvisible: boolean;
  /** Cells that would be invisible, but for the format of a condition or of a table. */
  readonly hasUnsure: boolean;
  /** Lines above and below the cells on paper. */
  readonly header: readonly string[];
  readonly footer: readonly string[];
  /** Formulas without a stored value, as programs write them that do not calculate. */
  readonly hasUncalculated: boolean;
}

/** Parts that the cells of all sheets of a file refer to. */
export interface SheetSetting {
  readonly strings: readonly CellText[];
  readonly styleOf: (style: number) => CellStyle;
  readonly from1904: boolean;
}

/** More than a sheet can have. */
const MAX_COLUMNS = 16_384;

/** The number format of cells that are there for their formulas alone. */
const SHOWS_NOTHING = ';;;';

/** The number of a cell's place; `line` from 1, `column` from 0. */
export function placeOf(line: number, column: number): number {
  return line * MAX_COLUMNS + column;
}

export function cellsIn(xml: string, setting: SheetSetting): SheetCells {
  const rows: { readonly line: number; readonly cells: Map<number, string>; hasMore: boolean }[] = [];
  const merges = new Map<number, Merge>();
  const isColumnHidden = new Uint8Array(MAX_COLUMNS);
  const hiddenRows: number[] = [];
  const hiddenColumns = new Set<number>();
  const unseen: { readonly row: (typeof rows)[number]; readonly column: number }[] = [];
  const words = new RichText(xml);
  const found = { hasStruck: false, hasInvisible: false, hasUncalculated: false };
  /** Formats of conditions and of tables give cells a background that is not theirs. */
  const conditions: Range[] = [];
  let hasTables = false;
  const margins = { oddHeader: '', oddFooter: '' };
  let line = 0;
  let isRowHidden = false;
  let cell = { column: -1, type: 'n', style: 0, value: '', isFormula: false };

  const endCell = () => {
    const { column, type, style: number } = cell;
    // A text without characters has the type "str".
    found.hasUncalculated ||= cell.isFormula && type === 'n' && cell.value === '';
    const style = setting.styleOf(number);
    const isText = type === 's' || type === 'inlineStr';
    const { text, hasStruck } = type === 's' ? (setting.strings[Number(cell.value)] ?? NONE) : words.take();
    const whole = inOneLine(isText ? text : valueText(type, cell.value, style, setting));
    const shown = style.isStruck || (isText && style.code === SHOWS_NOTHING) ? '' : whole;
    const row = rows.at(-1);
    if (row === undefined || column < 0 || column >= MAX_COLUMNS) return;
    found.hasStruck ||= hasStruck || (style.isStruck && whole !== '');
    found.hasInvisible ||= shown === '' && !style.isStruck && (isText ? whole !== '' : Number(cell.value) !== 0);
    row.hasMore ||= hasStruck || whole !== '';
    if (shown === '') return;
    if (isRowHidden) hiddenRows.push(line);
    else if (isColumnHidden[column] === 1) hiddenColumns.add(column);
    else {
      row.cells.set(column, shown);
      if (style.isUnseen) unseen.push({ row, column });
    }
  };

  scanXml(xml, {
    open: (element) => {
      words.open(element);
      switch (element.name) {
        case 'col': {
          const { min, max, hidden: state, width } = attributesOf(xml, element);
          if ((state !== undefined && isOn(state)) || width === '0')
            isColumnHidden.fill(1, Number(min) - 1, Number(max));
          break;
        }
        case 'row': {
          const { r, hidden: state, ht } = attributesOf(xml, element);
          line = r === undefined ? line + 1 : Number(r);
          isRowHidden = (state !== undefined && isOn(state)) || ht === '0';
          cell = { ...cell, column: -1 };
          rows.push({ line, cells: new Map(), hasMore: isRowHidden });
          break;
        }
        case 'c': {
          const { r, t = 'n', s = 0 } = attributesOf(xml, element);
          const column = r === undefined ? cell.column + 1 : columnOf(r);
          cell = { column, type: t, style: Number(s), value: '', isFormula: false };
          break;
        }
        case 'f':
          cell.isFormula = true;
          break;
        case 'mergeCell':
          addMerge(attributesOf(xml, element).ref ?? '', merges);
          break;
        case 'conditionalFormatting':
          for (const reference of attributesOf(xml, element).sqref?.split(' ') ?? [])
            conditions.push(rangeOf(reference));
          break;
        case 'tablePart':
          hasTables = true;
      }
    },
    text: (start, end, inside) => {
      const { name } = inside;
      if (name === 'oddHeader' || name === 'oddFooter') margins[name] += resolved(xml.slice(start, end));
      if (isValue(inside)) cell.value += resolved(xml.slice(start, end));
      else words.add(start, end, inside);
    },
    close: (element) => {
      if (element.name === 'c') endCell();
    },
  });
  const hidden = unseen.filter(({ row, column }) => !conditions.some((range) => isWithin(range, row.line, column)));
  if (!hasTables) for (const { row, column } of hidden) row.cells.delete(column);
  return {
    rows,
    merges,
    header: marginLines(margins.oddHeader),
    footer: marginLines(margins.oddFooter),
    hiddenRows: [...new Set(hiddenRows)],
    hiddenColumns: [...hiddenColumns].sort((one, other) => one - other),
    ...found,
    hasInvisible: found.hasInvisible || (!hasTables && hidden.length > 0),
    hasUnsure: hidden.length < unseen.length || (hasTables && unseen.length > 0),
  };
}

const NONE: CellText = { text: '', hasStruck: false };

function isValue(element: XmlElement): boolean {
  return element.name === 'v' && element.parent?.name === 'c';
}

function valueText(type: string, value: string, { code }: CellStyle, { from1904 }: SheetSetting): string {
  if (value === '') return '';
  if (type === 'b') return String(value === '1');
  if (type === 'd')
    return value
      .replace(/T00:00:00(?:\.0+)?Z?$/, '')
      .replace(/^(\d{4}-\d\d-\d\d)T(\d\d:\d\d)(?::00(?:\.0+)?)?Z?$/, '$1 $2');
  if (type !== 'n' || !Number.isFinite(Number(value))) return withoutEscapes(value);
  return numberText(Number(value), code, from1904);
}

/** The column of a place such as "AB12", from 0; -1 where it names none. */
function columnOf(place: string): number {
  const [letters] = /^[A-Z]{1,3}(?=\d|$)/i.exec(place) ?? [''];
  let column = 0;
  for (const letter of letters.toUpperCase()) column = column * 26 + letter.charCodeAt(0) - 64;
  return column - 1;
}

/** The letters of a column, from 0. */
export function columnName(column: number): string {
  const rest = Math.floor(column / 26);
  return `${rest > 0 ? columnName(rest - 1) : ''}${String.fromCharCode(65 + (column % 26))}`;
}

interface Range {
  /** From 1. */
  readonly top: number;
  readonly bottom: number;
  /** From 0. */
  readonly left: number;
  readonly right: number;
}

/** The cells between two places, such as "B2:C9". */
function rangeOf(reference: string): Range {
  const [first = '', last = first] = reference.split(':');
  const [top, bottom] = [first, last].map((place) => Number(/\d{1,7}$/.exec(place)?.[0] ?? 0)) as [number, number];
  return { top, bottom, left: columnOf(first), right: columnOf(last) };
}

function isWithin({ top, bottom, left, right }: Range, line: number, column: number): boolean {
  return line >= top && line <= bottom && column >= left && column <= right;
}

function addMerge(reference: string, merges: Map<number, Merge>): void {
  const { top, bottom, left, right } = rangeOf(reference);
  if (left < 0 || right < left || top < 1 || bottom < top) return;
  merges.set(placeOf(top, left), { columns: right - left + 1, rows: bottom - top + 1 });
}
