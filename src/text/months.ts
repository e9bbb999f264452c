const NAMES = 'january february march april may june july august september october november december'.split(' ');

/** Months by their names and three letters, in lower case, to 1 to 12. */
export const MONTHS: ReadonlyMap<string, number> = new Map([
  ...NAMES.map((name, i) => [name, i + 1] as const),
  ...NAMES.map((name, i) => [name.slice(0, 3), i + 1] as const),
  ['sept', 9],
]);

/** Their abbreviations, set apart by spaces: "may" is none. */
export const SHORT_MONTHS = [...MONTHS.keys()]
  .filter((name) => /^\w{3,4}$/.test(name) && !NAMES.includes(name))
  .join(' ');
