import { describe, expect, it } from 'vitest';
import { datesOf } from '../../../src/verify/read/dated-texts.ts';

const HEAD = 'Date: Tuesday, 7 May 2024\nTo: all members\n\nSee you tomorrow.';
const read = (sentence: string, text = HEAD) => datesOf({ text })?.(sentence);

describe('a sentence of a text with a date', () => {
  it.each([
    ['It was sent yesterday.', 'It was sent on 6 May 2024.'],
    ['Tomorrow it is closed.', 'On 8 May 2024 it is closed.'],
    ['It is closed until tomorrow.', 'It is closed until 8 May 2024.'],
    ['We meet next Monday at 18:00.', 'We meet on 13 May 2024 at 18:00.'],
    ['We meet this Friday.', 'We meet on 10 May 2024.'],
    ['We met last Friday.', 'We met on 3 May 2024.'],
    ['We met last week.', 'We met in the week from 29 April 2024 to 5 May 2024.'],
    ['It ends next month.', 'It ends in June 2024.'],
    ['It ended last year.', 'It ended in 2023.'],
    ["Last year's fair was long.", 'The 2023 fair was long.'],
    ['It broke three days ago.', 'It broke on 4 May 2024.'],
    ['We meet next Friday.', 'We meet next Friday.'],
    ['We met last Monday.', 'We met last Monday.'],
    ['It was the last year of the war.', 'It was the last year of the war.'],
    ['He left the next day.', 'He left the next day.'],
    ["Yesterday's news is old.", "Yesterday's news is old."],
  ])('%s', (sentence, dated) => expect(read(sentence)).toBe(dated));

  it.each([
    'Notice of 7 May 2024: It opens tomorrow.',
    'Bonn, 7 May 2024\n\nIt opens tomorrow.',
    'Letter of 7 May 2024. It opens tomorrow.',
    '2024-05-07\nIt opens tomorrow.',
  ])('is dated by the head of "%s"', (text) =>
    expect(read('It opens tomorrow.', text)).toBe('It opens on 8 May 2024.'),
  );

  it.each([
    ['no date', 'It opens tomorrow.'],
    ['a date of something else', 'The order of 7 May 2024 is on its way. It opens tomorrow.'],
    ['two dates', 'Date: 7 May 2024\nSent: 9 May 2024\nIt opens tomorrow.'],
    ['the words of others', 'Date: 7 May 2024\nOn 3 May, Ana wrote:\n> It opens tomorrow.'],
    ['no relative time', 'Date: 7 May 2024\nIt opens on 9 May.'],
  ])('is not dated by a text with %s', (_, text) => expect(read('It opens tomorrow.', text)).toBeUndefined());

  it('knows the year alone of a text with a month', () => {
    const text = 'Town newsletter, March 2023. It opens tomorrow.';
    expect(read('It ended last year, and opens tomorrow.', text)).toBe('It ended in 2022, and opens tomorrow.');
  });
});
