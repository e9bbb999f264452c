import { describe, expect, it } from 'vitest';
import { isMorePrecise, isOtherTime } from '../../../../src/verify/rules/compare/other-time.ts';
import { surfaceReading } from '../../../../src/verify/rules/reading.ts';

/** How the time of a claim relates to that of a sentence. */
function relation(claim: string, sentence: string): string {
  const readings = [surfaceReading(claim), surfaceReading(sentence)] as const;
  if (isOtherTime(...readings)) return 'other';
  return isMorePrecise(...readings) ? 'more precise' : 'none';
}

describe('the time of a claim and the only one of a sentence', () => {
  it.each([
    ['The bridge was closed at the end of March.', 'The bridge was closed from 13 to 17 March.', 'other'],
    ['The bridge was closed in mid-March.', 'The bridge was closed from 13 to 17 March.', 'none'],
    ['The training is in the last week of June.', 'Training for volunteers: 10 to 12 June, town hall.', 'other'],
    ['The contract was signed in April 2022.', 'In May 2022, the contract was signed in Leeds.', 'other'],
    ['The pool reopens on 30 May.', 'The outdoor pool reopens at the end of May.', 'more precise'],
    ['The contract was signed in March 2022.', 'The contract was signed in the first quarter of 2022.', 'more precise'],
    ['The contract was signed in early 2022.', 'The contract was signed in March 2022.', 'none'],
    ['The pool was open on 15 March.', 'The pool was open from 13 to 17 March.', 'none'],
    ['The shop sold bread in 2015.', 'The shop has sold bread since 1998.', 'none'],
    ['The fair was held in May 2019.', 'The fair was first held in June 2018.', 'none'],
    ['The fair was held in May 2019.', 'The fair was held in May 2019 and in June 2021.', 'none'],
    ['The hall was closed in 2020.', 'The hall, renovated in 1995, was closed.', 'none'],
    ['The museum opened in March.', 'The museum, which opened long ago, was renovated in May.', 'none'],
    ['The fair was not held in May 2019.', 'The fair was held in June 2019.', 'none'],
    ['The fair is held in May.', 'The fair is held every year in June.', 'none'],
    ['Sales fell in May 2019.', 'Sales fell in June 2019.', 'none'],
    ['The roof will be finished by the end of May.', 'The roof will be finished on 2 June.', 'other'],
    ['The garden is open until 31 October.', 'The garden is open until the end of October.', 'none'],
  ])('%s of "%s": %s', (claim, sentence, expected) => {
    expect(relation(claim, sentence)).toBe(expected);
  });
});
