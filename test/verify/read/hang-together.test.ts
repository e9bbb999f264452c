import { describe, expect, it } from 'vitest';
import { hangTogether } from '../../../src/verify/read/source-readings.ts';

const sentences = (...words: string[]) => words.map((one) => new Set(one.split(' ')));

describe('sentences', () => {
  it('hang together where 45 in a hundred have a content word of another one', () => {
    const alone = ['boat', 'lamp', 'tree', 'coin', 'nail', 'roof', 'salt', 'wool', 'door', 'ring', 'bell'];
    const joined = Array.from({ length: 9 }, () => 'garden');
    expect(hangTogether(sentences(...joined, ...alone))).toBe(true);
    expect(hangTogether(sentences(...joined, ...alone, 'drum'))).toBe(false);
  });

  it('hang together where at most three have no such word', () => {
    expect(hangTogether(sentences('boat', 'lamp', 'tree'))).toBe(true);
    expect(hangTogether(sentences('boat', 'lamp', 'tree', 'coin'))).toBe(false);
  });

  it('do not hang together by function words and numbers', () => {
    expect(hangTogether(sentences('the 12 boat', 'the 12 lamp', 'the 12 tree', 'the 12 coin'))).toBe(false);
  });
});
