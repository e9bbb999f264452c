import { areAmounts } from '../../../text/names-columns.ts';
import type { GridRow } from '../table-grid.ts';
import type { PlacedLine } from './page-lines.ts';
import { areAlike, type Row } from './row.ts';

/**
 * The column at which a second table begins next to one, each with names before amounts: they end in columns of the same name,
 * dots lead to the amounts of both, or the second one goes on where the first one has no more rows.
 */
export function secondTable(rows: readonly GridRow[], lines: readonly PlacedLine[]): number | undefined {
  const texts = rows.map(({ cells }) => cells.map(({ text }) => text));
  const width = texts[0]!.length;
  if (width > MOST_COLUMNS || rows.some(({ cells }) => cells.some(({ columns }) => columns > 1))) return undefined;
  const labels = texts.flatMap(([first]) => first || []);
  if (width > 2 && labels.length >= LEAST_LABELS && labels.every((text) => text.endsWith(':'))) return 2;
  const isAmount = Array.from({ length: width }, (_, i) =>
    areAmounts(texts.slice(1).flatMap((cells) => cells[i] || [])),
  );
  const isLed = rows.some(({ line }) => lines[line!]!.segments!.filter((one) => one.isLed).length > 1);
  for (let at = 2; at < width - 1; at += 1) {
    if (isAmount[0] || isAmount[at] || !isAmount[at - 1] || !isAmount.slice(at + 1).every(Boolean)) continue;
    const isAlike = texts[0]![at - 1] !== '' && texts[0]![at - 1] === texts[0]!.at(-1);
    const goesOn = texts.some(
      (cells) => cells.slice(0, at).every((text) => text === '') && cells[at] !== '' && cells.at(-1) !== '',
    );
    if (isAlike || isLed || goesOn) return at;
  }
  return undefined;
}

/** Labels before values, next to other words. */
const LEAST_LABELS = 2;
/** Columns of two tables next to each other. */
const MOST_COLUMNS = 12;

/** The rows of a table that have words in some columns, with those alone. */
export function partOf(rows: readonly GridRow[], from: number, to: number): GridRow[] {
  return rows
    .map((row) => ({ ...row, cells: row.cells.slice(from, to) }))
    .filter(({ cells }) => cells.some(({ text }) => text !== ''));
}

/** The row or rows of names above a table, which have another font or size than the rows below. */
export function namesByStyle(rows: readonly GridRow[], lines: readonly PlacedLine[]): ReadonlySet<number> {
  const heads = new Set<number>();
  const styleOf = ({ line }: GridRow) => styleOfAll(lines[line!]!);
  const isWide = ({ cells }: GridRow) => cells.filter(({ text }) => text !== '').length > 1;
  const first = rows.findIndex(isWide);
  const common = first < 0 ? undefined : styleOf(rows[first]!);
  if (common === undefined) return heads;
  const isLike = (row: GridRow) => {
    const style = styleOf(row);
    return style !== undefined && areAlike(style, common);
  };
  let end = first;
  while (end < rows.length && isWide(rows[end]!) && isLike(rows[end]!)) end += 1;
  const others = rows.slice(end).filter(isWide);
  const alike = others.filter(isLike).length;
  const areNames = rows.slice(first, end).some(({ cells }) => {
    const named = cells.reduce((sum, { text, columns }) => sum + (text === '' ? 0 : columns), 0);
    return named >= cells.reduce((sum, { columns }) => sum + columns, 0) - 1;
  });
  const haveAmounts = rows.slice(first, end).some(({ cells }) => cells.some(({ text }) => DECIMAL.test(text)));
  if (!areNames || haveAmounts || end - first > MOST_HEADS || others.length === 0 || 2 * alike > others.length)
    return heads;
  for (let i = first; i < end; i += 1) heads.add(i);
  return heads;
}

/** Words in the font and size of all words of a line. */
function styleOfAll({ segments = [] }: PlacedLine): Row[number] | undefined {
  const [first, ...others] = segments;
  return first?.font !== undefined && others.every((one) => areAlike(one, first)) ? first : undefined;
}

const MOST_HEADS = 3;
/** Sums have another font than other rows too. */
const DECIMAL = /^\P{L}*\d[.,]\d\P{L}*$/u;
