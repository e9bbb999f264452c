import { describe, expect, it } from 'vitest';
import { sectionsOf } from '../../src/text/sections.ts';
import { splitSentences } from '../../src/text/sentences.ts';

const sections = (text: string) => [...sectionsOf(text)].map(({ start, end }) => text.slice(start, end));

describe('sections of a text', () => {
  it('are the text itself up to a million characters', () => {
    expect(sections('a'.repeat(1_000_000))).toHaveLength(1);
    expect(sections('')).toEqual([]);
  });

  it.each(['.\n\n', '.\r\n\r\n', '.\n', '\n', '\u2028', ' ', '\u3000'])('end after %j in the second half', (end) => {
    const text = `${'a'.repeat(700_000)}${end}${'b'.repeat(600_000)}`;
    expect(sections(text)).toEqual([`${'a'.repeat(700_000)}${end}`, 'b'.repeat(600_000)]);
  });

  it('prefer the end of a paragraph to a later space', () => {
    expect(sections(`${'a'.repeat(600_000)}\n\n${'b c'.repeat(200_000)}`)[0]).toHaveLength(600_002);
  });

  it('never split a surrogate pair', () => {
    for (const text of ['😀'.repeat(600_000), `a${'😀'.repeat(600_000)}`])
      for (const section of sections(text)) expect(section).not.toMatch(/\p{Surrogate}/u);
  });
});

/** The stack of the regex engine holds about eight million characters of such a run. */
const RUN = 9_000_000;

it('sentences are found behind a long run of spaces', () => {
  const text = `${'\u3000'.repeat(RUN)}One.\n\nTwo.`;
  expect(splitSentences(text).at(-1)).toEqual({ start: text.length - 4, end: text.length });
});
