import { z } from 'zod';

/** How many characters a caller would count: a surrogate pair is one. */
export function codePoints(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}

/** A string of `min` to `max` code points; one with `visible` needs something to read in it. */
export interface TextRule {
  readonly min: number;
  readonly max: number;
  readonly visible: boolean;
}

/** A text with its bounds in the description; JSON Schema too counts code points. The issue names what was sent instead. */
export function textField({ description, ...rule }: TextRule & { readonly description: string }) {
  return z
    .string()
    .superRefine((text, context) => {
      const message = textProblem(text, rule);
      if (message !== undefined) context.addIssue({ code: 'custom', message });
    })
    .meta({ minLength: rule.min, maxLength: rule.max, description });
}

const LONE_SURROGATE = /\p{Surrogate}/u;
/** White space, controls and invisible format characters have no content to judge. */
const VISIBLE = /[^\s\p{Z}\p{Cc}\p{Cf}]/u;

/** The problem of a text that breaks its bounds, else `undefined`. */
function textProblem(text: string, { min, max, visible }: TextRule): string | undefined {
  const length = codePoints(text);
  if (length < min || length > max) return `got ${length}`;
  if (LONE_SURROGATE.test(text)) return 'got a lone surrogate, which is not Unicode text';
  if (visible && !VISIBLE.test(text)) return 'got white space only';
  return undefined;
}

const MAX_SHOWN = 100;

/** A caller's text for a sentence to the caller. */
export function shortened(text: string): string {
  return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}...` : text;
}
