import type { Row, Segment } from './row.ts';

/** How far a label begins from its field at most, and how far its base line is above that of the field, in letter sizes. */
const ASIDE = 1.5;
const ABOVE = 2.2;
/** Words that end so near to the left of a field, in letter sizes, are its label. */
const BESIDE = 3;

/** Rows with the values of fields behind their labels, where these are above: "Applicant: Mirko Galli". */
export function withLabels(rows: readonly Row[]): readonly Row[] {
  const named = rows.map((row) => [...row]);
  for (let i = rows.length - 1; i > 0; i -= 1) {
    const labels = named[i - 1]!;
    named[i] = named[i]!.filter((value, k) => {
      if (!value.isValue || !/[\p{L}\p{N}]/u.test(value.text) || isBeside(rows[i]![k - 1], value)) return true;
      // Under the head of a table there are several.
      const below = rows[i + 1]?.[indexNextTo(rows[i + 1]!, value)];
      if (below?.isValue && below.y - value.y < ABOVE * value.size) return true;
      const at = indexNextTo(labels, value);
      const label = labels[at];
      if (label === undefined || label.isField || label.isValue) return true;
      if (value.y - label.y >= ABOVE * Math.max(label.size, value.size)) return true;
      const colon = /[\p{L}\p{N})]$/u.test(label.text) ? ':' : '';
      labels[at] = { ...label, text: `${label.text}${colon} ${value.text}`, isField: true };
      return false;
    });
  }
  return named.filter((row) => row.length > 0);
}

/** Where the segment of another row is that begins where a value does; -1 without one. */
function indexNextTo(row: Row, { x, size }: Segment): number {
  let [from, to] = [0, row.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if (row[middle]!.x <= x - ASIDE * size) from = middle + 1;
    else to = middle;
  }
  return from < row.length && row[from]!.x < x + ASIDE * size ? from : -1;
}

function isBeside(label: Segment | undefined, value: Segment): boolean {
  return label !== undefined && !label.isValue && value.x - label.right < BESIDE * value.size;
}
