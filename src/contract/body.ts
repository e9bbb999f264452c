import { z } from 'zod';
import { ERRORS } from './errors.ts';

/** The type of a body: what its schema describes, as a caller writes it. No one changes a body. */
export type Body<Schema extends z.ZodType> = Unchanged<z.input<Schema>>;

type Unchanged<T> = T extends readonly (infer Element)[]
  ? readonly Unchanged<Element>[]
  : T extends object
    ? { readonly [Key in keyof T]: Unchanged<T[Key]> }
    : T;

/** A probability. */
export const score = (description?: string) =>
  z
    .number()
    .min(0)
    .max(1)
    .meta({ format: 'double', ...(description === undefined ? {} : { description }) });

/** The members of every list next to its rows. */
export const PAGE_FIELDS = {
  total: z.int().meta({ description: 'Number of items in the whole list' }),
  next: z.string().nullable().meta({ description: 'cursor of the next page; null on the last page' }),
};

const publicCodes = [...new Set(Object.values(ERRORS).map((row) => row.publicCode))];

export const ErrorBody = z
  .object({
    error: z.object({
      code: z.enum(publicCodes),
      message: z.string(),
      details: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])).optional(),
    }),
  })
  .meta({ description: 'The body of every error' });
export type ErrorBody = Body<typeof ErrorBody>;
