import { codePoints, shortened } from '../../contract/texts.ts';
import type { AnswerLimits } from './request-limits.ts';

/** A caller's text in quotation marks, shortened, for a sentence to the caller. */
export function shown(text: string): string {
  return JSON.stringify(shortened(text));
}

/** What is wrong with a field beside others: the end of a sentence that begins with its name. */
export interface Problem {
  /** Below the field that the check belongs to. */
  readonly path: (string | number)[];
  readonly message: string;
  /** For the details of the error. */
  readonly params: { readonly max_length?: number; readonly received_length?: number };
}

/** What is wrong with sources that are each as they should be: an id that comes twice, or too much text together. */
export function sourcesProblem(
  sources: readonly { id: string; text: string }[],
  limits: AnswerLimits,
): Problem | undefined {
  const known = new Map<string, number>();
  for (const [i, { id }] of sources.entries()) {
    const first = known.get(id);
    if (first !== undefined) {
      const message = `must differ from the ids before it, got ${shown(id)}, the id of sources[${first}]`;
      return { path: [i, 'id'], message, params: {} };
    }
    known.set(id, i);
  }
  const max = limits.sourcesLength;
  const length = sources.reduce((sum, { text }) => sum + codePoints(text), 0);
  if (length <= max) return undefined;
  const message = `must have texts of at most ${max} characters together, got ${length}`;
  return { path: [], message, params: { max_length: max, received_length: length } };
}
