/** Rows of cells as lines, each column as wide as its widest cell. */
function alignColumns(rows: readonly (readonly string[])[]): string {
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column]!))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

const TERMINAL_COLUMNS = 80;

/**
 * As alignColumns, for a terminal: a table that is too wide becomes several, each with the first `heads` columns. `group`
 * columns stay together. A single group that is too wide is not divided.
 */
export function alignWithin(
  rows: readonly (readonly string[])[],
  { heads, group = 1 }: { heads: number; group?: number },
): string {
  const tables: string[] = [];
  let from = heads;
  const columns = rows[0]!.length;
  while (from < columns) {
    let to = Math.min(columns, from + group);
    let table = tableOf(rows, heads, from, to);
    for (let next = to + group; next <= columns; next += group) {
      const wider = tableOf(rows, heads, from, next);
      if (widthOf(wider) > TERMINAL_COLUMNS) break;
      [table, to] = [wider, next];
    }
    tables.push(table);
    from = to;
  }
  return tables.join('\n\n');
}

function tableOf(rows: readonly (readonly string[])[], heads: number, from: number, to: number): string {
  return alignColumns(rows.map((row) => [...row.slice(0, heads), ...row.slice(from, to)]));
}

function widthOf(table: string): number {
  return Math.max(...table.split('\n').map((line) => line.length));
}
