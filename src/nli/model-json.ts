import { z } from 'zod';
import { invalidModel } from './invalid-model.ts';

/** A JSON text of a model directory. Throws `invalid_model`; `place` is its path, with a line number where it has one. */
export function parseModelJson(text: string, place: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw invalidModel(`${place}: expected JSON; ${(cause as Error).message}`, cause);
  }
}

/** The value as the schema reads it. Throws `invalid_model` with a sentence for each part that does not fit, and the advice. */
export function readShape<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  { place, advice = '' }: { readonly place: string; readonly advice?: string },
): z.output<Schema> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw invalidModel(`${place}: ${z.prettifyError(parsed.error)}${advice}`, parsed.error);
}
