import type { Table } from '../../../text/index.ts';

/** With these a yes-or-no column is denied. */
export const DENIES: ReadonlySet<string> = new Set(['without', 'not', 'no', 'lacks', 'lack', 'nor', 'neither']);
const YES = /^(?:yes|y|true|✓|✔|x|included|available)$/i;
const NO = /^(?:no|n|false|✗|✘|none|not (?:included|available|offered|supported|possible|allowed)|[-–—])$/i;
const MOST_READ = 20;

export function isYesOrNo({ rows }: Table, column: number): boolean {
  const read = rows.slice(0, MOST_READ).map(({ cells }) => cells[column]!.text);
  return read.filter((text) => YES.test(text) || NO.test(text)).length * 2 > read.length;
}

export function saysYes({ rows }: Table, row: number, column: number, isDenied: boolean): boolean | undefined {
  const { text } = rows[row]!.cells[column]!;
  return YES.test(text) ? !isDenied : NO.test(text) ? isDenied : undefined;
}
