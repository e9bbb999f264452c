import type { Span } from './span.ts';

/** Longer than any text of a request, so only documents are cut. */
const MAX_SECTION = 1_000_000;
/** The preferred ends of a section, the best first. */
const ENDS = ['\n\n', '\n\r\n', '.\n', '.\r\n', '\n', '\u2028', ' ', '\u3000'];

/**
 * Consecutive sections that together are the whole text. Each is read separately: a pattern that repeats over millions of
 * characters overflows the stack of the regex engine, and a list of every line of a long document fills the heap.
 */
export function* sectionsOf(text: string): Generator<Span, void, undefined> {
  for (let start = 0; start < text.length; ) {
    const end = sectionEnd(text, start);
    yield { start, end };
    start = end;
  }
}

function sectionEnd(text: string, start: number): number {
  const end = start + MAX_SECTION;
  if (end >= text.length) return text.length;
  const middle = start + MAX_SECTION / 2;
  const half = text.slice(middle, end);
  for (const mark of ENDS) {
    const at = half.lastIndexOf(mark);
    if (at !== -1) return middle + at + mark.length;
  }
  return /[\udc00-\udfff]/.test(text.charAt(end)) ? end - 1 : end;
}
