import type { Span } from './span.ts';

/** Neighbouring sentences read as one premise: from the first one's start to the last one's end. */
interface SentenceWindow {
  readonly span: Span;
  /** Index of the first and of the last sentence, both inclusive. */
  readonly first: number;
  readonly last: number;
}

/** All windows of 2 to `size` neighbouring sentences, by first sentence and then by length. */
export function windowsOf(sentences: readonly Span[], size: number): SentenceWindow[] {
  return sentences.flatMap((opening, first) =>
    sentences.slice(first + 1, first + size).map((closing, step) => ({
      span: { start: opening.start, end: closing.end },
      first,
      last: first + 1 + step,
    })),
  );
}
