/** How many characters a caller would count: a surrogate pair is one. */
export function codePoints(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}

const LONE_SURROGATE = /\p{Surrogate}/u;
/** White space, controls and invisible format characters carry nothing that could be judged. */
const VISIBLE = /[^\s\p{Z}\p{Cc}\p{Cf}]/u;

/** What came instead of the text that the bounds ask for; `undefined` when it is within them. */
export function textProblem(
  text: string,
  { min, max, visible }: { readonly min: number; readonly max: number; readonly visible: boolean },
): string | undefined {
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

/** What came, in a sentence. */
export function kindOf(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'an array';
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}
