import { z } from 'zod';
import { parseTime, SUBSCRIPTION_STATUSES } from '../../access/index.ts';

/** Fields that several operations take. The stores check names and addresses themselves. */
export const name = z.string().meta({ description: '1 to 100 printable characters' });
export const email = z.string().meta({ description: 'Where keys are sent' });
export const planId = z.string().max(64).meta({ description: 'Id of a plan' });
export const status = z.enum(SUBSCRIPTION_STATUSES);

export const overlapSeconds = z
  .int()
  .min(0)
  .max(604_800)
  .meta({ description: 'How long the old key goes on working, at most a week' });

/** ISO 8601 text, as Unix milliseconds. A time without a zone is UTC. */
export function moment(field: string) {
  return z
    .string()
    .max(40)
    .meta({ description: 'ISO 8601, such as 2030-01-31T12:00:00Z' })
    .transform((text) => parseTime(field, text));
}

export function count(most: number, usual: number) {
  return z.coerce.number().int().min(1).max(most).default(usual);
}
