import { describe, expect, it } from 'vitest';
import { codeBlocks } from '../../../src/answer/sentences/code-blocks.ts';
import { pathological } from '../../text/arbitrary-text.ts';

function blocksIn(text: string): string[] {
  return codeBlocks(text).map(({ start, end }) => text.slice(start, end));
}

describe('code in an answer', () => {
  it('is what a closed block in a programming language holds', () => {
    expect(blocksIn('Run:\n```python\nstaff = 420\n```\nIt has 350.\n~~~sh\nls\n~~~')).toEqual([
      '```python\nstaff = 420\n```',
      '~~~sh\nls\n~~~',
    ]);
  });

  it.each([
    '```\nIt has 420.\n```',
    '```json\n{"staff": 420}\n```',
    '```text\nIt has 420.\n```',
    '```python\nIt has 420.',
    '```python\n~~~\nIt has 420.',
    'Use ```python``` here.',
  ])('is nothing in %j', (text) => {
    expect(blocksIn(text)).toEqual([]);
  });

  it.each(pathological.map((text) => [text.slice(0, 8), text]))(
    'is looked for in 10,000 characters of %j',
    (_, text) => {
      expect(codeBlocks(text).length).toBeLessThanOrEqual(text.length);
    },
  );
});
