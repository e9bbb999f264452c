import { areAlike, FINISHED, isCrossing, joined, leftOf, middleOf, type Row, rightOf, sidesOf } from './row.ts';

/** A column, or several that gutters divide. */
export interface Columns {
  /** Edges of the words in it. */
  readonly left: number;
  readonly right: number;
  /** It has items, or short blocks of lines under names. */
  readonly hasBlocks?: boolean;
  readonly gutter?: { readonly x: number; readonly sides: readonly [Columns, Columns] };
}

/** Fewer lines than this are no column, but for the last one, which may end sooner. */
const LEAST_LINES = 4;
const LEAST_LAST_LINES = 2;
/** Share of the rows that may cross the space between columns: titles, wide tables. */
const MAX_CROSSING = 0.3;
/** Share of the page width that is a margin without gutters. */
const MARGIN = 0.08;
const STEP_POINTS = 2;
/** A file may place words anywhere, a billion points away too. */
const MAX_STEPS = 2_000;
/** Gutters that are tried, those that the fewest rows cross first. */
const MAX_TRIED = 3;
/** Levels of columns within columns. */
const MAX_DEPTH = 4;

/** Lines of prose fill their column; cells of a table do not. */
const LEAST_FILL = 0.55;
/** Share of the letters of a column in lines of prose: it may have tables and labels too. */
const LEAST_PROSE = 0.5;
/** Share of the lines of prose that begin within a sentence. Cells of a table begin with a capital or a number. */
const LEAST_WITHIN = 0.15;

/** The columns of a page: prose, or prose with a sidebar. */
export function columnsOf(rows: readonly Row[], depth = 0): Columns {
  const bounds = boundsOf(rows);
  if (depth === MAX_DEPTH) return bounds;
  for (const x of guttersOf(rows, bounds)) {
    const [left, right] = sidesOf(
      rows.filter((row) => !isCrossing(row, x)),
      x,
    );
    if (Math.min(left.length, right.length) < LEAST_LAST_LINES) continue;
    const first = readableSide(left, LEAST_LINES, depth);
    if (first === undefined && !isSidebar(left, right)) continue;
    const last = readableSide(right, LEAST_LAST_LINES, depth);
    if (last === undefined && (first === undefined || !isSidebar(right, left))) continue;
    return { ...bounds, gutter: { x, sides: [first ?? boundsOf(left), last ?? boundsOf(right)] } };
  }
  return bounds;
}

/** A column with all the rows. */
export function boundsOf(rows: readonly Row[]): Columns {
  return {
    left: rows.reduce((least, row) => Math.min(least, leftOf(row)), Number.POSITIVE_INFINITY),
    right: rows.reduce((most, row) => Math.max(most, rightOf(row)), Number.NEGATIVE_INFINITY),
  };
}

/** Lines of a block of short lines are at most this many letter sizes apart, values of a table with longer cells are not. */
const TIGHT_LINES = 1.6;
/** Base lines are the same up to this share of the letter size. */
const SAME_LINE = 0.1;
/** Share of the lines of a sidebar that may be on base lines on which the text next to it begins. */
const MAX_SHARED = 0.5;
/** Share of its column that a line fills at least where the next one goes on with its sentence. */
const FULL = 0.9;
/** Share of the lines of dense prose that begin a sentence at their start at most. */
const MAX_STARTS = 0.5;

/** True for a block of lines next to prose, such as facts at a glance: where a cell begins, the one next to it does too. */
function isSidebar(side: readonly Row[], other: readonly Row[]): boolean {
  const firsts = side.map((row) => row[0]!);
  if (firsts.length < LEAST_LINES || side.some((row) => row.some(({ startsCell }) => startsCell))) return false;
  if (other.some((row) => row.some(({ isLed }) => isLed))) return false;
  const distances = firsts.slice(1).map(({ y }, i) => y - firsts[i]!.y);
  if (middleOf(distances) > TIGHT_LINES * middleOf(firsts.map(({ size }) => size))) return false;
  const begun = startsOf(other);
  const starts = (begun.length <= MAX_STARTS * other.length ? begun : other).flat();
  const isShared = ({ y, size }: Row[number]) => starts.some((one) => Math.abs(one.y - y) < SAME_LINE * size);
  return firsts.filter(isShared).length <= MAX_SHARED * firsts.length;
}

/** The lines that do not go on with the sentence of the line above. */
function startsOf(rows: readonly Row[]): Row[] {
  const { left, right } = boundsOf(rows);
  return rows.filter(([first], i) => {
    const last = joined(rows[i - 1] ?? []);
    const above = last.length === 1 ? last[0]! : undefined;
    return (
      above === undefined ||
      first!.y - above.y >= TIGHT_LINES * first!.size ||
      above.right - above.x <= FULL * (right - left) ||
      !hasWords(above) ||
      FINISHED.test(above.text)
    );
  });
}

/** The columns of one side of a gutter, if each is prose. */
function readableSide(rows: readonly Row[], leastLines: number, depth: number): Columns | undefined {
  if (rows.length > 0 && (isOfItems(rows) || isOfCards(rows))) return { ...boundsOf(rows), hasBlocks: true };
  if (!mayBeProse(rows, leastLines)) return undefined;
  const side = columnsOf(rows, depth + 1);
  return side.gutter !== undefined || isProse(rows, side, leastLines) ? side : undefined;
}

/** Lines of a title that may be above the blocks of a column. */
const TITLES = [0, 1, 2];
const BULLET = /^[•‣◦▪●○]\s/u;
const LEAST_ITEMS = 2;

/** True for a list next to another one, as on a slide. */
function isOfItems(rows: readonly Row[]): boolean {
  const items = rows.filter(([first]) => BULLET.test(first!.text)).length;
  return items >= LEAST_ITEMS && 3 * items >= rows.length && rows.every((row) => joined(row).length === 1);
}

/** True for blocks of lines under names, below the lines of a title or without. */
function isOfCards(rows: readonly Row[]): boolean {
  if (rows.length < LEAST_ITEMS * LEAST_CARD) return false;
  const changes = rows.filter(([first], i) => i > 0 && !areAlike(first!, rows[i - 1]![0]!)).length;
  return changes >= 2 * LEAST_ITEMS - 1 && TITLES.some((count) => beginsCards(rows.slice(count)));
}

/** True for blocks of lines such as those of a catalogue: each begins with a line in another font, and some lines go on. */
function beginsCards(rows: readonly Row[]): boolean {
  const isName = (row: Row | undefined) => row !== undefined && areAlike(row[0]!, rows[0]![0]!);
  const isStart = (row: Row, i: number) => i + 1 < rows.length && isName(row) && !isName(rows[i + 1]);
  const starts = rows.filter(isStart).length;
  if (starts < LEAST_ITEMS || rows.length < LEAST_CARD * starts || 2 * rows.filter(isName).length > rows.length)
    return false;
  if (!rows.every((row) => row.length === 1 || joined(row).length === 1)) return false;
  const { left, right } = boundsOf(rows);
  return rows.map(joined).some(([line], i, lines) => {
    const above = lines[i - 1]?.[0];
    return above !== undefined && areAlike(above, line!) && isCut(above, line!, right - left);
  });
}

/** True for a sentence that goes on in the next line. */
function isCut(line: Row[number], next: Row[number], width: number): boolean {
  return (
    hasWords(line) &&
    line.right - line.x >= LEAST_CUT * width &&
    !FINISHED.test(line.text) &&
    /^\p{Ll}/u.test(next.text)
  );
}

/** Share of its column that such a line fills at least. */
const LEAST_CUT = 0.7;
/** Lines of a card on average. */
const LEAST_CARD = 3;

/** False if too few rows have words for a line of prose, such as those of a table: columns within are not tried. */
function mayBeProse(rows: readonly Row[], leastLines: number): boolean {
  let lines = 0;
  for (const row of rows) {
    if (joined(row).some(hasWords)) lines += 1;
    if (lines === leastLines) return true;
  }
  return false;
}

/** True for three words or more. */
function hasWords({ text }: Row[number]): boolean {
  const space = text.indexOf(' ');
  return space >= 0 && text.indexOf(' ', space + 1) >= 0;
}

/** The middles of the gaps that few rows cross, those that the fewest cross first. */
function guttersOf(rows: readonly Row[], { left, right }: Columns): number[] {
  const step = Math.max(STEP_POINTS, (right - left) / MAX_STEPS);
  const steps = Math.floor((right - left) / step);
  if (!Number.isFinite(steps)) return [];
  const changes = new Array<number>(steps + 2).fill(0);
  for (const row of rows) {
    for (const one of row) {
      changes[Math.max(0, Math.floor((one.x - left) / step) + 1)]! += 1;
      changes[Math.min(steps + 1, Math.ceil((one.right - left) / step))]! -= 1;
    }
  }
  const gaps: { readonly from: number; to: number; readonly crossing: number }[] = [];
  let crossing = 0;
  for (let at = 0; at <= steps; at += 1) {
    crossing += changes[at]!;
    if (at < MARGIN * steps || at > (1 - MARGIN) * steps || crossing > MAX_CROSSING * rows.length) continue;
    const last = gaps.at(-1);
    if (last !== undefined && last.to === at - 1 && crossing === last.crossing) last.to = at;
    else if (last === undefined || last.to < at - 1 || crossing < last.crossing)
      gaps.push({ from: at, to: at, crossing });
  }
  gaps.sort((one, other) => one.crossing - other.crossing || other.to - other.from - (one.to - one.from));
  return gaps.slice(0, MAX_TRIED).map(({ from, to }) => left + ((from + to) / 2) * step);
}

/** True if most lines of a column are prose. */
function isProse(rows: readonly Row[], { left, right }: Columns, leastLines: number): boolean {
  const lines = rows.map(joined);
  const isLine = (line: Row) =>
    line.length === 1 && line[0]!.right - line[0]!.x >= LEAST_FILL * (right - left) && hasWords(line[0]!);
  const prose = lines.filter(isLine).map(([one]) => one!.text);
  const letters = (texts: readonly string[]) => texts.reduce((sum, text) => sum + text.length, 0);
  const all = rows.flat().map(({ text }) => text);
  if (prose.length < leastLines || letters(prose) < LEAST_PROSE * letters(all)) return false;
  const isCased = prose.some((text) => /\p{Ll}/u.test(text));
  return !isCased || withinOf(prose) >= LEAST_WITHIN * prose.length;
}

/** How many lines begin within a sentence. */
function withinOf(lines: readonly string[]): number {
  return lines.filter((line, i) => /^\p{Ll}/u.test(line) || /[,-]$/.test(lines[i - 1] ?? '')).length;
}

/** True if the rows are lines of columns and not of one table across all of them. */
export function isInColumns(rows: readonly Row[], columns: Columns): boolean {
  const sides = leavesOf(rows, columns);
  const lines = sides.map(({ rows: side }) => side.flatMap(joined));
  if (lines.filter((side) => side.length > 0).length < 2 && rows.length < 2) return false;
  const fills = sides.map(({ left, right, hasBlocks }, i) => {
    const side = lines[i]!;
    return (
      (hasBlocks && rows.length > 1) ||
      side.length === 0 ||
      middleOf(side.map((one) => one.right - one.x)) >= LEAST_FILL * (right - left)
    );
  });
  if (fills.every(Boolean)) return true;
  return lines.some(
    (side, i) => fills[i] && side.length >= 2 && withinOf(side.map(({ text }) => text)) >= side.length / 4,
  );
}

function leavesOf(rows: readonly Row[], columns: Columns): (Columns & { readonly rows: readonly Row[] })[] {
  if (columns.gutter === undefined) return [{ ...columns, rows }];
  const { x, sides } = columns.gutter;
  const parts = sidesOf(rows, x);
  return sides.flatMap((side, i) => leavesOf(parts[i]!, side));
}
