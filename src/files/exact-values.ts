import type { FileMetaData, SchemaElement } from 'hyparquet';

type Write = (value: unknown) => unknown;

/**
 * Columns of decimals, of moments in UTC and of times of day, which the library makes into floating-point numbers, dates without
 * a zone, and numbers. With the metadata of the result, the library gives their values as they are stored.
 */
export function exactColumns(metadata: FileMetaData, topLevel: readonly SchemaElement[]) {
  const writers = new Map<string, Write>();
  for (const element of topLevel) {
    if (isDecimal(element)) writers.set(element.name, (value) => decimal(value, element.scale ?? 0));
    else if (isMoment(element))
      writers.set(element.name, (value) => (value instanceof Date ? value.toISOString().replace('.000Z', 'Z') : value));
    const perMillisecond = timeUnits(element);
    if (perMillisecond !== undefined) writers.set(element.name, (value) => timeText(value, perMillisecond));
  }
  const schema = metadata.schema.map((element) => {
    if (!topLevel.includes(element) || !isDecimal(element)) return element;
    const { converted_type, logical_type, ...stored } = element;
    return stored;
  });
  return { metadata: { ...metadata, schema }, writers };
}

function isDecimal({ converted_type, type }: SchemaElement): boolean {
  return converted_type === 'DECIMAL' && type !== undefined;
}

function isMoment({ logical_type }: SchemaElement): boolean {
  return logical_type?.type === 'TIMESTAMP' && logical_type.isAdjustedToUTC;
}

/** How many of its units make a millisecond; undefined for a column of other values. */
function timeUnits({ logical_type, converted_type }: SchemaElement): number | undefined {
  if (logical_type?.type === 'TIME') return { MILLIS: 1, MICROS: 1_000, NANOS: 1_000_000 }[logical_type.unit];
  return converted_type === 'TIME_MILLIS' ? 1 : converted_type === 'TIME_MICROS' ? 1_000 : undefined;
}

const DAY = 86_400_000;

function timeText(value: unknown, perMillisecond: number): unknown {
  const time = typeof value === 'number' || typeof value === 'bigint' ? Number(value) / perMillisecond : -1;
  if (!(time >= 0 && time < DAY)) return value;
  return new Date(time).toISOString().slice('1970-01-01T'.length, -'Z'.length).replace('.000', '');
}

/** A number where one is exact, else its digits as text. */
function decimal(value: unknown, scale: number): unknown {
  const unscaled = value instanceof Uint8Array ? signed(value) : value;
  if (typeof unscaled !== 'bigint' && typeof unscaled !== 'number') return value;
  const digits = String(unscaled)
    .replace('-', '')
    .padStart(scale + 1, '0');
  const sign = unscaled < 0 ? '-' : '';
  const whole = digits.slice(0, digits.length - scale);
  const fraction = digits.slice(digits.length - scale).replace(/(?<!0)0+$/, '');
  const text = `${sign}${whole}${fraction === '' ? '' : `.${fraction}`}`;
  return String(Number(text)) === text ? Number(text) : text;
}

/** Big-endian, in two's complement. */
function signed(bytes: Uint8Array): bigint {
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return BigInt.asIntN(bytes.length * 8, BigInt(`0x${hex || '0'}`));
}
