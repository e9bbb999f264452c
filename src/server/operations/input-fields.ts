import { z } from 'zod';
import { parseTime, SUBSCRIPTION_STATUSES } from '../../access/index.ts';

/** Input fields of several operations. The stores validate names and e-mail addresses themselves. */
export const name = z.string().meta({ description: '1 to 100 printable characters' });
export const email = z.string().meta({ description: 'E-mail address that keys are sent to' });
export const planId = z.string().max(64).meta({ description: 'ID of a plan' });
export const status = z.enum(SUBSCRIPTION_STATUSES);

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
    .meta({ description: 'ISO 8601, for example 2030-01-31T12:00:00Z' })
    .transform((text) => parseTime(field, text));
}

/** The number of results in a query string. */
export function count(max: number, byDefault: number, of = 'Maximum number of results') {
  return z.coerce.number().int().min(1).max(max).default(byDefault).meta({ description: of });
}
