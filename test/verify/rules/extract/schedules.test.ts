import { describe, expect, it } from 'vitest';
import { leavesOutDays, otherDays } from '../../../../src/verify/rules/compare/other-days.ts';
import { placeOfSchedule, schedulesOf } from '../../../../src/verify/rules/extract/schedules.ts';
import { surfaceReading } from '../../../../src/verify/rules/index.ts';

const DAYS = ['Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa', 'Su'];

/** The days and the words of each schedule of a text. */
function daysAndWords(text: string): string[] {
  const { tokens } = surfaceReading(text);
  return schedulesOf({ tokens }).map((schedule) => {
    const { start, end } = placeOfSchedule(schedule, tokens);
    return `${DAYS.filter((_, day) => schedule.days.has(day)).join('')}: ${text.slice(start, end)}`;
  });
}

describe('the schedules of a text', () => {
  it.each([
    ['It is open on Tuesdays and Thursdays.', ['TuTh: Tuesdays and Thursdays']],
    ['It is open Monday, Wednesday, and on Friday.', ['MoWeFr: Monday, Wednesday, and on Friday']],
    ['Open Mon-Fri, and Sat 9:00-12:00', ['MoTuWeThFrSa: Mon-Fri, and Sat']],
    ['Open on weekdays. Closed on Sundays.', ['MoTuWeThFr: weekdays', 'Su: Sundays']],
    ['It runs daily from 9 to 5.', ['MoTuWeThFrSaSu: daily']],
    ['It runs every day.', ['MoTuWeThFrSaSu: every day']],
    ['It is open seven days a week.', ['MoTuWeThFrSaSu: seven days a week']],
    ['It runs daily except Mondays.', ['TuWeThFrSaSu: daily except Mondays']],
    ['It runs every day apart from Sunday.', ['MoTuWeThFrSa: every day apart from Sunday']],
    ['It runs any day but on Monday and Friday.', ['TuWeThSaSu: any day but on Monday and Friday']],
    ['It is open between Monday and Friday.', ['MoTuWeThFr: Monday and Friday']],
    ['It is open daily with music on Fridays.', ['MoTuWeThFrSaSu: daily', 'Fr: Fridays']],
    ['The daily rate is 40 euros and every day care costs more.', []],
    ['Nothing is said here.', []],
  ])('%s', (text, expected) => {
    expect(daysAndWords(text)).toEqual(expected);
  });
});

describe('days that a sentence leaves out', () => {
  const leavesOut = (claim: string, sentence: string) =>
    otherDays(surfaceReading(claim), surfaceReading(sentence)) !== undefined;

  it.each([
    ['It is open on Monday.', 'It is open Tuesday to Sunday.', true],
    ['Classes are held at the weekend.', 'Classes are held on Tuesdays and Thursdays.', true],
    ['It is open on Wednesday.', 'It is open Tuesday to Sunday.', false],
    ['It is open at the weekend.', 'It is open Monday to Saturday.', false],
    ['It is closed on Monday.', 'It is open Tuesday to Sunday.', false],
    ['It is not open on Monday.', 'It is open Tuesday to Sunday.', false],
    ['It is open on Monday.', 'It is closed on Sundays.', false],
    ['It is open on Sunday.', 'Flat 1 has it on Monday, flat 2 cleans it on Tuesday.', false],
    ['It is open.', 'It is open Tuesday to Sunday.', false],
    ['It closes on Mondays.', 'It is open Tuesday to Sunday.', false],
    ['It is open except on Mondays.', 'It is open Tuesday to Sunday.', false],
    ['It is open on Wednesday.', 'It is open between Monday and Friday.', false],
    ['It is open on Sundays.', 'It is open all week, with music on Fridays.', false],
    ['The storm hit on Sunday.', 'The storm hit a day earlier, officials said on Monday.', false],
    ['Parking is free on Sundays.', 'Parking charges apply Monday to Saturday.', false],
  ])('%s beside "%s": %s', (claim, sentence, expected) => {
    expect(leavesOut(claim, sentence)).toBe(expected);
  });
});

it('counts days that a sentence leaves out only where no other sentence about the same names them', () => {
  const leavesOut = (...sentences: string[]) =>
    leavesOutDays(
      surfaceReading('There is fish on Friday.'),
      surfaceReading(sentences[0]!),
      surfaceReading(sentences.join(' ')),
    );
  expect(leavesOut('There is fish on Tuesday.', 'Thursday is closed.')).toBe(true);
  expect(leavesOut('There is fish on Tuesday.', 'Friday: fish soup.')).toBe(false);
  expect(leavesOut('There is fish on Tuesday.', 'Friday service was added in May.')).toBe(false);
  expect(leavesOut('There is fish on Tuesday.', 'The pool is closed for cleaning on Fridays.')).toBe(true);
  expect(leavesOut('There is fish on Tuesday.', 'It is cheaper for guests on Fridays.')).toBe(false);
});
