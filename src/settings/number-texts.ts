import { z } from 'zod';

/** How the numbers of settings are written. */
export const wholeNumber = z.string().regex(/^\d+$/, 'expected a whole number');
export const decimalNumber = z.string().regex(/^(?:\d+|\d*\.\d+)$/, 'expected a number such as 0.25');

/** A whole number within its bounds, both included. */
export const integer = (min: number, max: number) =>
  wholeNumber.transform(Number).pipe(z.number().int().min(min).max(max));
