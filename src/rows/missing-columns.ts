/** What is said of a header or a row without the columns that it needs. */
export function missingColumns(needed: readonly string[], found: readonly string[]): string {
  const missing = needed.filter((name) => !found.includes(name));
  const got = found.length === 0 ? 'no columns' : found.join(', ');
  return `Expected the columns ${needed.join(', ')}; missing: ${missing.join(', ')}; got ${got}. Rename yours, or tell the command their names: --claim-column, --source-column, --label-column.`;
}
