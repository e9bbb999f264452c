import { joined, middleOf, type Row } from './row.ts';

const NUMBER = /^\d{1,3}$/;
const LEAST_NUMBERS = 3;
/** Share of the numbered lines with one cell: rows of a table have more. */
const LEAST_PROSE = 0.6;
/** Words of the median line of prose. */
const LEAST_WORDS = 4;

/** The rows without the numbers that count the lines in the left margin, all of them or each fifth. */
export function withoutLineNumbers(rows: readonly Row[]): readonly Row[] {
  const numbered = new Set<number>();
  let run: number[] = [];
  const close = () => {
    if (isCounted(run.map((i) => rows[i]!.slice(1)))) for (const i of run) numbered.add(i);
    run = [];
  };
  for (const [i, row] of rows.entries()) {
    const first = row[0]!;
    if (!NUMBER.test(first.text)) continue;
    const last = run.at(-1);
    if (last !== undefined && !goesOn(rows[last]!, row, i - last)) close();
    run.push(i);
  }
  close();
  if (numbered.size === 0) return rows;
  return rows.map((row, i) => (numbered.has(i) ? row.slice(1) : row)).filter((row) => row.length > 0);
}

/** True if the number of a row exceeds that of a row above by the number of lines between them. */
function goesOn([above]: Row, [first]: Row, lines: number): boolean {
  const isBelow = Math.min(Math.abs(first!.x - above!.x), Math.abs(first!.right - above!.right)) < first!.size;
  return isBelow && Number(first!.text) - Number(above!.text) === lines;
}

/** True if lines after numbers are prose that continues from line to line, not items. */
function isCounted(lines: readonly Row[]): boolean {
  if (lines.length < LEAST_NUMBERS) return false;
  const texts = lines.map(joined).filter((line) => line.length > 0);
  const prose = texts.filter((line) => line.length === 1).map(([one]) => one!.text);
  return (
    prose.length >= LEAST_PROSE * texts.length &&
    middleOf(prose.map((text) => text.split(' ').length)) >= LEAST_WORDS &&
    prose.some((text) => /^\p{Ll}/u.test(text))
  );
}
