import { describe, expect, it } from 'vitest';
import { alignWithin } from '../../src/evaluation/table.ts';

const wide = (length: number) => 'x'.repeat(length);

describe('alignWithin', () => {
  it('keeps a table that fits as it is', () => {
    expect(
      alignWithin(
        [
          ['set', 'a', 'b'],
          ['one', '1', '22'],
        ],
        { heads: 1 },
      ),
    ).toBe('set  a  b\none  1  22');
  });

  it('divides a wider one, each part with its heads, and keeps groups of columns together', () => {
    const rows = [
      ['set', 'a', 'b', 'c', 'd'],
      ['one', wide(30), wide(30), wide(30), '4'],
    ];
    const tables = alignWithin(rows, { heads: 1 })
      .split('\n\n')
      .map((table) => table.split('\n')[0]!.split(/ +/));
    expect(tables).toEqual([
      ['set', 'a', 'b'],
      ['set', 'c', 'd'],
    ]);
    const first = alignWithin([rows[0]!, ['one', wide(25), '2', wide(60), '4']], { heads: 1, group: 2 });
    expect(first.split('\n\n').map((table) => table.split('\n')[0]!.split(/ +/))).toEqual([
      ['set', 'a', 'b'],
      ['set', 'c', 'd'],
    ]);
  });

  it('does not divide a single column that is too wide', () => {
    expect(
      alignWithin(
        [
          ['set', 'a'],
          ['one', wide(90)],
        ],
        { heads: 1 },
      ),
    ).toContain(wide(90));
  });
});
