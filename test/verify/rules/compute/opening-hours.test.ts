import { describe, expect, it } from 'vitest';
import { hoursClaim } from '../../../../src/verify/rules/compute/opening-hours.ts';
import { surfaceReading } from '../../../../src/verify/rules/reading.ts';

function stanceOf(claim: string, text: string): string | undefined {
  const document = { reading: surfaceReading(text), tables: [], start: 0, end: text.length, moved: 0 };
  return hoursClaim(surfaceReading(claim), document)?.stance;
}

const LATE = 'Open Tue-Sun 10-17, Thursdays until 20.';
const SHOP = 'The shop is open from 9 a.m. to 6 p.m., on Saturdays until 2 p.m.';
const LISTED = 'Mon-Fri 8:00-18:00, Wed until 20:00, Sat 9:00-13:00';
const BEHIND = 'The office is open from 9:00 to 17:00 Monday to Thursday and from 9:00 to 12:00 on Fridays.';
const BREAK = 'The bank is open from 9:00 to 12:00 and from 14:00 to 16:00.';

describe('a claim about opening hours', () => {
  it.each([
    ['On Thursdays it closes at 8 p.m.', LATE, 'for'],
    ['On Thursdays it closes at 5 p.m.', LATE, 'against'],
    ['On Thursdays it opens at 10.', LATE, 'for'],
    ['On Fridays it is open until 8 p.m.', LATE, 'against'],
    ['It is closed on Mondays.', LATE, 'for'],
    ['It is open on Mondays.', LATE, 'against'],
    ['The shop closes at 2 p.m. on Saturdays.', SHOP, 'for'],
    ['The shop closes at 6 p.m. on Tuesdays.', SHOP, 'for'],
    ['The shop opens at 9 on Saturdays.', SHOP, 'for'],
    ['The shop closes at 6 p.m.', SHOP, undefined],
    ['On Wednesdays it closes at 6 p.m.', LISTED, 'against'],
    ['It is open at 7 p.m. on Wednesdays.', LISTED, 'for'],
    ['It is open at 7 p.m. on Tuesdays.', LISTED, 'against'],
    ['On Saturdays it closes at 1 p.m.', LISTED, 'for'],
    ['The office closes at noon on Fridays.', BEHIND, 'for'],
    ['The office closes at 5 p.m. on Fridays.', BEHIND, 'against'],
    ['The bank is open at 1 p.m.', BREAK, 'against'],
    ['The bank is open at 3 p.m.', BREAK, 'for'],
    ['The bank closes at noon.', BREAK, undefined],
    ['The shop closes at 18:00.', 'The shop is open from 9:00 to 18:00. It is closed on Mondays.', 'for'],
    ['The cafe closes at 7 p.m.', "The museum's cafe is open daily from 9:00 to 19:00.", 'for'],
    ['The kitchen closes at 9 p.m.', 'The kitchen of the restaurant is open from 12:00 to 21:00.', 'for'],
    ['The library closes at 6 p.m.', 'The library in Mill Street is open from 9:00 to 18:00.', 'for'],
    ['It closes at 5 p.m.', 'It is open from 9 to 17.', 'for'],
    ['It closes at 4 p.m.', 'It is open from 9 to 17.', 'against'],
    ['It opens at 9.', 'It is open from 9 to 5.', 'for'],
    ['It is open until 6 p.m.', 'It closes at 18:00.', 'for'],
    ['The shop closes at 17:30.', 'The shop is open Tuesday to Sunday, 10 am to 5:30 pm.', 'for'],
    ['The cafe closes at 6 p.m.', 'On Sundays the pool opens at 9. The cafe is open from 10 to 18.', 'for'],
    ['The shop closes at 5 p.m.', 'The shop is open Tuesday to Sunday, 9 to 17. It is closed on Mondays.', 'for'],
    ['The pool is open at noon.', 'The pool opens at 10:00 and closes at 19:00.', 'for'],
    ['The museum is open on Mondays.', 'The museum is open daily except Mondays from 10 to 18.', 'against'],
  ])('%s of "%s": %s', (claim, text, stance) => expect(stanceOf(claim, text)).toBe(stance));

  it.each([
    ['The cafe closes at 5 p.m.', 'The museum is open from 10 to 17.'],
    ['The library closes at 8 p.m.', 'In summer the library is open from 10 to 20.'],
    ['The shop is open until 8 p.m.', 'The shop is open from 9 to 18, before Christmas until 20.'],
    ['The bank is open on Wednesday afternoons.', 'The bank is open Mon-Fri 9-12.'],
    ['The bank does not close at noon.', 'The bank is open Mon-Fri 9-12.'],
    ['The bank closes at noon.', 'The bank is not open from 9 to 12.'],
    ['The hall opens at 9.', 'The hall is open from 9 to 12. The hall is open from 18 to 24.'],
    ['The shop closes at 6 p.m. on Thursdays.', 'The shop is open from 9 to 18. On Thursdays it closes at 8 p.m.'],
    ['The shop is open on Mondays.', 'The shop is open from 9 to 18. It is closed on Mondays.'],
    ['The museum closes at 7 p.m.', "The museum's cafe is open daily from 9:00 to 19:00."],
    ['The restaurant is open at 10 p.m.', 'The kitchen of the restaurant is open from 12:00 to 21:00.'],
    ['The bank is open on Wednesdays.', 'The bank is open Mon-Fri 9-12. On Wednesdays it is closed for training.'],
    ['The train leaves at 8:15.', 'The train leaves at 8:15 on weekdays.'],
    ['The shop is open from 9 to 18 on Mondays.', 'The shop is open from 9 to 18.'],
  ])('leaves "%s" open for "%s"', (claim, text) => expect(stanceOf(claim, text)).toBeUndefined());
});
