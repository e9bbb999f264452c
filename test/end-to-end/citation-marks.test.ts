import { describe, expect, it } from 'vitest';
import { answer as ask } from './answer.ts';

const SOURCE = 'The Lyon plant employs 350 people and makes valves.';
const MARKS = [
  '',
  '[^1]',
  ' [1]',
  ' [1, 2]',
  ' [1-3]',
  ' [1–3]',
  ' [2][3]',
  ' (1)',
  '¹',
  '<sup>1</sup>',
  '【1†source】',
];

describe('citation marks', () => {
  it.each(MARKS)('do not lower the verdict of a claim: %j', async (mark) => {
    const plain = await ask('The Lyon plant employs 350 people.', SOURCE);
    const marked = await ask(`The Lyon plant employs 350 people${mark}.`, SOURCE);
    expect(marked.verdict).toBe('SUPPORTED');
    expect(marked.confidence).toBeGreaterThan(plain.confidence - 0.005);
  });

  it('are no values of a claim or a source', async () => {
    expect(
      (await ask('The Lyon plant employs 350 people (1).', 'The Lyon plant employs 530 people[350].')).verdict,
    ).toBe('UNSUPPORTED');
  });
});
