import { describe, expect, it } from 'vitest';
import { personsOf } from '../../../src/verify/read/letters.ts';

const LETTER = 'From: Anna Berg\nTo: Tomas\n\nHi Tomas,\n\nI booked.\n\nBest,\nAnna';
const read = (sentence: string, text = LETTER) => personsOf({ text })?.(sentence);

describe('a sentence of a letter', () => {
  it.each([
    ["I'm late, and my sister is with me.", "Anna Berg is late, and Anna Berg's sister is with Anna Berg."],
    ['Could you bring your bag?', "Could Tomas bring Tomas's bag?"],
    ["I'll call if you're late.", 'Anna Berg will call if Tomas is late.'],
    ['He said "I know you".', 'He said "I know you".'],
    ['The myth of yourselves.', 'The myth of yourselves.'],
  ])('%s', (sentence, named) => expect(read(sentence)).toBe(named));

  it.each([
    ['no greeting', 'From: Anna\n\nI booked.'],
    ['a thread', 'Hi Tomas,\n\nI booked.\n\nHi Anna,\n\nI did, too.'],
    ['a greeting to all', 'Dear Members,\n\nI booked.\n\nBest,\nAnna'],
    ['a text', 'I booked four rooms.'],
    ['a long text', `Hi Tomas,\n\nI booked.${' I did.'.repeat(3_000)}\n\nBest,\nAnna`],
  ])('is not named in %s', (_, text) => expect(read('I booked.', text)).toBeUndefined());

  it('keeps the side that nobody signed', () => {
    expect(read('I thank you.', 'Dear Mia,\n\nI thank you.')).toBe('I thank Mia.');
  });
});
