import type { Range } from './spans.ts';

/** Where parts stand in a text, each after the one before; those that are empty or not there are left out. */
export function placesInOrder(text: string, parts: readonly string[]): Range[] {
  let from = 0;
  return parts.flatMap((part) => {
    const start = part === '' ? -1 : text.indexOf(part, from);
    if (start < 0) return [];
    from = start + part.length;
    return [{ start, end: from }];
  });
}
