const MAX_NAMES = 10;
const MAX_NAME_LENGTH = 60;

/** What is said of a header or a row without the columns that it needs. */
export function missingColumns(needed: readonly string[], found: readonly string[]): string {
  const missing = needed.filter((name) => !found.includes(name));
  return `Expected the columns ${needed.join(', ')}; missing: ${missing.join(', ')}; got ${quoted(found)}. Rename yours, or tell the command their names: --claim-column, --source-column, --label-column.`;
}

function quoted(names: readonly string[]): string {
  if (names.length === 0) return 'no columns';
  const first = names.slice(0, MAX_NAMES).map(shortened).join(', ');
  return names.length <= MAX_NAMES ? first : `${first} and ${names.length - MAX_NAMES} more`;
}

/** A name as a sentence may hold it. */
export function shortened(name: string): string {
  return name.length <= MAX_NAME_LENGTH ? name : `${name.slice(0, MAX_NAME_LENGTH)}…`;
}
