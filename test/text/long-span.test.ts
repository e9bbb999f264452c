import { fc, test as property } from '@fast-check/vitest';
import { describe, expect, it } from 'vitest';
import { piecesThatFit, type Span } from '../../src/text/index.ts';
import { anyText, pathological } from './arbitrary-text.ts';

const whole = (text: string): Span => ({ start: 0, end: text.length });
const cut = (text: string, most: number) =>
  [...piecesThatFit(text, whole(text), (piece) => piece.length <= most)].map(({ start, end }) =>
    text.slice(start, end),
  );

describe('piecesThatFit', () => {
  it('returns a span that fits as it is', () => {
    expect([...piecesThatFit('say: one two', { start: 5, end: 12 }, () => true)]).toEqual([{ start: 5, end: 12 }]);
  });

  it('cuts at the end of a clause in the second half', () => {
    expect(cut('one two three, four five six seven', 20)).toEqual(['one two three,', 'four five six seven']);
    expect(cut('one two three and four five six', 20)).toEqual(['one two three', 'and four five six']);
  });

  it('cuts between words where no clause ends, and inside a word only when it must', () => {
    expect(cut('one two three four', 9)).toEqual(['one two', 'three', 'four']);
    expect(cut('ab cdefghijkl mn', 5)).toEqual(['ab', 'cdefg', 'hijkl', 'mn']);
  });

  it('never cuts a surrogate pair, nor before a combining mark', () => {
    expect(cut('😀😀😀', 3)).toEqual(['😀', '😀', '😀']);
    expect(cut('ae\u0301io', 2)).toEqual(['a', 'e\u0301', 'io']);
  });

  it('gives a character back alone when even that does not fit', () => {
    expect(cut('😀 ab', 1)).toEqual(['😀', 'a', 'b']);
  });

  property.prop([anyText.filter((text) => text.trim() !== ''), fc.integer({ min: 2, max: 30 })])(
    'complaint 1: leaves nothing unread, every non-space character is in one fitting piece, in order',
    (text, most) => {
      const pieces = cut(text, most);
      expect(pieces.join('').replace(/\s/g, '')).toBe(text.replace(/\s/g, ''));
      for (const piece of pieces) expect(piece.trim().length).toBeLessThanOrEqual(most);
    },
  );

  it.each(pathological.map((text) => [JSON.stringify(text.slice(0, 8)), text]))(
    'asks seldom about 10,000 characters of %s',
    (_, text) => {
      let asked = 0;
      const fits = (piece: string) => {
        asked += 1;
        return piece.length <= 500;
      };
      const pieces = [...piecesThatFit(text, whole(text), fits)];
      expect(pieces.length).toBeLessThanOrEqual(45);
      expect(asked).toBeLessThan(1_500);
    },
  );
});
