import type { PageLine, PlacedLine } from './page-lines.ts';
import { FINISHED } from './row.ts';

const LEAST_LINES = 3;
/** Width of most lines of prose, as a share of the widest line. */
const LEAST_FILL = 0.8;
/** Share of the lines that begin within a sentence: lines of lists and addresses do not. */
const LEAST_WITHIN = 0.25;

/**
 * How far the lines of text that is not justified reach, by its lines: the page may have wider lines above or below, so that
 * every line of narrower text seems to end before its author had to. Where no line of a column goes on in the next one, such
 * as in a list, they could reach the edge of the page.
 */
export function raggedRights(lines: readonly PlacedLine[], spacing: number): ReadonlyMap<PageLine, number> {
  const rights = new Map<PageLine, number>();
  let run: PlacedLine[] = [];
  const close = () => {
    if (isProse(run)) {
      const right = run.reduce((most, line) => Math.max(most, line.right), 0);
      for (const line of run) rights.set(line, right);
    }
    run = [];
  };
  const wrapped = new Set<string>();
  for (const [i, line] of lines.entries()) {
    const last = run.at(-1);
    if (last !== undefined && !goesOn(line, last, spacing)) close();
    if (/^\p{Ll}/u.test(line.text) && i > 0 && !FINISHED.test(lines[i - 1]!.text)) wrapped.add(columnOf(line));
    run.push(line);
  }
  close();
  for (const line of lines)
    if (line.column.edge !== undefined && !wrapped.has(columnOf(line))) rights.set(line, line.column.edge);
  return rights;
}

function columnOf({ page, column }: PlacedLine): string {
  return `${page} ${column.left} ${column.right}`;
}

/** How far below the last line of a paragraph a line of it may be. */
export function reach({ size }: PageLine, spacing: number): number {
  return Math.max(1.35 * spacing, 1.6 * size);
}

function goesOn(line: PlacedLine, last: PlacedLine, spacing: number): boolean {
  const distance = line.y - last.y;
  return (
    !line.isRow &&
    !last.isRow &&
    line.page === last.page &&
    line.direction === last.direction &&
    line.column.left === last.column.left &&
    distance > 0 &&
    distance < reach(line, spacing) &&
    Math.abs(line.size - last.size) < 0.08 * last.size &&
    Math.abs(line.x - last.x) < 2 * line.size
  );
}

function isProse(run: readonly PlacedLine[]): boolean {
  if (run.length < LEAST_LINES) return false;
  const widths = run.map(({ x, right }) => right - x).sort((one, other) => one - other);
  const within = run.filter(({ text }) => /^\p{Ll}/u.test(text)).length;
  return widths[widths.length >> 1]! >= LEAST_FILL * widths.at(-1)! && within >= LEAST_WITHIN * run.length;
}
