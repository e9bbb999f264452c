import { z } from 'zod';
import { parseTime, readCursor } from '../../access/index.ts';
import { SUBSCRIPTION_STATUSES } from '../../contract/records.ts';

export const name = z.string().meta({ description: '1 to 100 printable characters', minLength: 1, maxLength: 100 });
export const email = z
  .string()
  .meta({ description: 'E-mail address that keys are sent to', format: 'email', maxLength: 254 });
export const planId = z.string().max(64).meta({ description: 'ID of a plan', minLength: 1 });
export const status = z.enum(SUBSCRIPTION_STATUSES);
/** A number of requests, or of seconds. */
export const amount = z.int().min(1).max(1_000_000);

export const overlapSeconds = z
  .int()
  .min(0)
  .max(604_800)
  .meta({ description: 'Seconds that the old key stays valid, at most a week' });

/** An ISO 8601 time, parsed to Unix milliseconds; UTC if it has no zone. */
export function timestamp(field: string) {
  return z
    .string()
    .max(40)
    .meta({ description: 'ISO 8601, for example 2030-01-31T12:00:00Z', minLength: 10 })
    .transform((text) => parseTime(field, text));
}

export function count(max: number, byDefault: number, of = 'Maximum number of results') {
  return wholeNumber({ min: 1, max, byDefault }, of);
}

/** A whole number in a query string, in decimal digits and nothing else. */
export function wholeNumber(
  { min, max, byDefault }: { readonly min: number; readonly max: number; readonly byDefault: number },
  description: string,
) {
  return z
    .string()
    .regex(/^\d{1,7}$/, `expected a whole number from ${min} to ${max}`)
    .transform(Number)
    .pipe(z.number().min(min).max(max))
    .default(byDefault)
    .meta({ description, type: 'integer', minimum: min, maximum: max });
}

export const cursor = z
  .string()
  .max(200)
  .transform(readCursor)
  .optional()
  .meta({ description: 'The value of next in the previous page; rows that are added in between do not shift it' });
