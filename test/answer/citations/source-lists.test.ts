import { describe, expect, it } from 'vitest';
import { sourceLists } from '../../../src/answer/citations/source-lists.ts';
import { pathological } from '../../text/arbitrary-text.ts';

function listed(answer: string): string[] {
  return sourceLists(answer).map(({ start, end }) => answer.slice(start, end));
}

describe('lists of sources', () => {
  it.each(['Sources:', '## References', '**Works cited**', 'Footnotes', 'Sources used:'])(
    'are the items below the heading %j',
    (heading) => {
      const items = ['[1] Acme grows. Oslo 2020.', '- Report', '* Report', '2. Report', '【3】 Report', '¹ Report'];
      expect(listed(`It rose [1].\n\n${heading}\n\n${items.join('\n')}\n\nIt fell.`)).toEqual(items);
      expect(listed(`It rose [1].\r\n${heading}\r\n${items.join('\r\n')}\r\nIt fell.`)).toEqual(items);
    },
  );

  it('are definitions of footnotes, wherever they are', () => {
    expect(listed('It rose[^1].\n\n[^1]: Acme grows.\n[2]: https://example.com\nIt fell.')).toEqual([
      '[^1]: Acme grows.',
      '[2]: https://example.com',
    ]);
  });

  it('are what is behind their label, unless it is a statement', () => {
    expect(listed('Source: Annual Report 2023, p. 4')).toEqual(['Source: Annual Report 2023, p. 4']);
    expect(listed('Source: Acme is bankrupt')).toEqual([]);
  });

  it.each([
    '[1] It rose.\n[2] It fell.',
    'Results:\n- It rose.',
    'Sources:\nIt rose.',
    'The sources:\n1) a',
    '',
    'Sources',
  ])('are no other lines: %j', (answer) => {
    expect(listed(answer)).toEqual([]);
  });

  it.each(pathological.map((text) => [text.slice(0, 8), text]))(
    'are looked for in 10,000 characters of %j',
    (_, text) => {
      expect(sourceLists(text).length).toBeLessThanOrEqual(text.length);
    },
  );
});
