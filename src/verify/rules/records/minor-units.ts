import type { RecordField, RecordObject } from '../../../text/index.ts';

/** Cents of a euro. */
export const MINOR = 100;
const NAMES = /\b(?:cents|pence|minor)\b/i;
const WHOLE = /^-?[\d,]+(?![\d.,])/;

/** An amount that a record has in cents, in the currency itself: "129.5 EUR" of "total cents: 12950"; undefined for others. */
export function inMajorUnits({ name, value, kind }: RecordField, { fields }: Pick<RecordObject, 'fields'>) {
  const says = (one: RecordField) => NAMES.test(one.kind === 'text' ? one.value : one.value === 'yes' ? one.name : '');
  if (kind !== 'number' || !(NAMES.test(name) || fields.some(says))) return undefined;
  return value.replace(WHOLE, (written) => String(Number(written.replaceAll(',', '')) / MINOR));
}
