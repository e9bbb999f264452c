import type { Finding } from './finding.ts';

export interface Row extends Finding {
  readonly check: string;
  readonly seconds: number;
}

const line = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;

export function table(rows: readonly Row[]): string {
  const lines = rows.map(({ check, result, seconds, detail }) =>
    line([check, result === 'failed' ? '**failed**' : result, `${seconds.toFixed(0)} s`, detail.replace(/\s+/g, ' ')]),
  );
  const count = (result: Finding['result']) => rows.filter((row) => row.result === result).length;
  const sum = `${count('passed')} passed, ${count('failed')} failed, ${count('not run')} not run`;
  return [line(['check', 'result', 'time', 'detail']), '|---|---|---:|---|', ...lines, '', `${sum}.`].join('\n');
}

/** 0: nothing failed, and something was run. 1: a check failed. 2: no check was run. */
export function exitCode(rows: readonly Row[]): 0 | 1 | 2 {
  if (rows.some(({ result }) => result === 'failed')) return 1;
  return rows.some(({ result }) => result === 'passed') ? 0 : 2;
}
