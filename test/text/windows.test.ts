import { describe, expect, it } from 'vitest';
import { splitSentences, windowsOf } from '../../src/text/index.ts';

describe('windowsOf', () => {
  const text = 'One ran. Two ran. Three ran.';
  const sentences = splitSentences(text);

  it('makes every window of two to the given number of neighbours', () => {
    const windows = windowsOf(sentences, 3).map(({ span, first, last }) => [
      text.slice(span.start, span.end),
      first,
      last,
    ]);
    expect(windows).toEqual([
      ['One ran. Two ran.', 0, 1],
      ['One ran. Two ran. Three ran.', 0, 2],
      ['Two ran. Three ran.', 1, 2],
    ]);
  });

  it('never repeats a single sentence', () => {
    expect(windowsOf(sentences, 1)).toEqual([]);
    expect(windowsOf(sentences.slice(0, 1), 3)).toEqual([]);
  });
});
