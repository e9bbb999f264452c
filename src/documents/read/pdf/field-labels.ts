import { areAlike, type Row, type Segment } from './row.ts';

/** How far a label begins from its field at most, and how far its base line is above that of the field, in letter sizes. */
const ASIDE = 1.5;
const ABOVE = 2.2;
/** Words that end so near to the left of a field, in letter sizes, are its label. */
const BESIDE = 3;

/** A printed label is smaller than this share of its value, and neither has more letters than this. */
const SMALLER = 0.8;
const MAX_LETTERS = 60;
/** Fewer printed labels on a page may be captions. */
const LEAST_PRINTED = 3;
/** Styles of labels and values that are distinguished. */
const MOST_STYLES = 20;

/** Rows in which words under small labels, as in the boxes of a printed form, count as values. */
function withPrintedValues(rows: readonly Row[]): readonly Row[] {
  const printed: { readonly label: Segment; readonly values: Segment[] }[] = [];
  for (let i = 1; i < rows.length; i += 1) {
    const [labels, above = []] = [rows[i - 1]!, rows[i - 2]];
    for (const value of rows[i]!) {
      const label = labels[indexNextTo(labels, value)];
      if (label === undefined || !isPrintedLabel(label, value)) continue;
      // The last line of a paragraph above a heading is no label.
      const before = above[indexNextTo(above, label)];
      if (before !== undefined && areAlike(before, label) && label.y - before.y < ABOVE * label.size) continue;
      const known = printed.find((one) => areAlike(one.label, label) && areAlike(one.values[0]!, value));
      if (known !== undefined) known.values.push(value);
      else if (printed.length < MOST_STYLES) printed.push({ label, values: [value] });
    }
  }
  const values = new Set(printed.flatMap((one) => (one.values.length < LEAST_PRINTED ? [] : one.values)));
  if (values.size === 0) return rows;
  return rows.map((row) => row.map((one) => (values.has(one) ? { ...one, isValue: true } : one)));
}

function isPrintedLabel(label: Segment, value: Segment): boolean {
  const isShort = ({ text }: Segment) => text.length <= MAX_LETTERS && /\p{L}/u.test(text);
  const isNear = value.y - label.y < ABOVE * value.size;
  return isNear && label.size < SMALLER * value.size && isShort(label) && value.text.length <= MAX_LETTERS;
}

/** Rows with the values of fields behind their labels, where these are above: "Applicant: Mirko Galli". */
export function withLabels(pageRows: readonly Row[]): readonly Row[] {
  const rows = withPrintedValues(pageRows);
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
      labels[at] = { ...label, text: `${label.text}${colon} ${value.text}`, isField: true, size: value.size };
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
