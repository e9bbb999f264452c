export const JSON_FLAG = ['--json', 'print one line of JSON and nothing else'] as const;

/** Prints one line of JSON or the lines for people. */
export function print(options: { readonly json?: boolean }, json: unknown, lines: readonly string[]): void {
  process.stdout.write(`${options.json ? JSON.stringify(json) : lines.join('\n')}\n`);
}

/** Lines with the cells of a column below one another. */
export function alignedLines(all: readonly (readonly string[])[]): string[] {
  const widths = all[0]!.map((_, column) => Math.max(...all.map((row) => row[column]!.length)));
  return all.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column]!))
      .join('  ')
      .trimEnd(),
  );
}
