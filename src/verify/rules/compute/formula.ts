import type { Operation } from './computed.ts';

/** Operands that are shown at most. */
const MOST_SHOWN = 12;
const SIGNS: Readonly<Partial<Record<Operation, string>>> = { share: '/', ratio: '/', product: '×' };

/** A calculation for a reader: "612 - 540 = 72". */
export function formulaOf(operation: Operation, values: readonly string[], result: string): string {
  const [one, two] = values;
  const sum = values.length > MOST_SHOWN ? `${values.length} values` : values.join(' + ');
  if (operation === 'sum') return `${sum} = ${result}`;
  if (operation === 'average') return `(${sum}) / ${values.length} = ${result}`;
  if (operation === 'percentage_change') return `(${one} - ${two}) / ${two} = ${result}`;
  return `${values.join(` ${SIGNS[operation] ?? '-'} `)} = ${result}`;
}

/** A number for a reader: without the tail of a double. */
export function shownNumber(value: number): string {
  return String(Number(value.toPrecision(6)));
}
