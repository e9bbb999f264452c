import { describe, expect, it } from 'vitest';
import { BOUNDARY_RULES, ruleFor } from '../../src/text/boundary-rules.ts';
import { splitSentences } from '../../src/text/index.ts';

describe('the table of joins and splits', () => {
  it.each(BOUNDARY_RULES.map((rule) => [rule.example, rule] as const))('decides its example: %s', (example, rule) => {
    const [left = '', right = ''] = example.split('|');
    expect(ruleFor(left, right, true)).toBe(rule);
  });

  it('leaves other places to wink-nlp', () => {
    expect(ruleFor('of the harbour.', ' Ships came', true)).toBeUndefined();
  });

  it('joins at a small letter only in sentences that begin with a capital letter', () => {
    const count = (text: string) => splitSentences(text).length;
    expect(count('We saw the dog. then it ran.')).toBe(1);
    expect(count('we saw the dog. then it ran.')).toBe(2);
  });
});
