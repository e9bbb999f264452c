import { describe, expect, it } from 'vitest';
import { pauseRegularly } from '../../../src/pause.ts';
import { inNotationOf } from '../../../src/verify/read/claim-notation.ts';
import { fakeEncoder } from '../../support/fake-encoder.ts';
import { cardinalWords } from '../../support/number-words.ts';
import { readTexts } from '../support/score-claim.ts';

async function readBeside(claim: string, source: string) {
  const encoder = fakeEncoder();
  const texts = await readTexts({ claim, source }, encoder);
  return { texts, read: await inNotationOf(texts.claim, texts.source, { encoder, pause: pauseRegularly() }) };
}

const MANY_TOKENS = cardinalWords(999_999_999);

describe('a claim with a source', () => {
  it.each([
    ['The desk closes at 21:00.', 'Desks close at 9 p.m.', 'The desk closes at 9 p.m..'],
    ['It sold 5 kg and 15 kg.', 'It sold 5,000 g and 15 kg.', 'It sold 5000 g and 15 kg.'],
    ['It sold 15 kg and 5 kg.', 'It sold 5,000 g and 15 kg.', 'It sold 15 kg and 5000 g.'],
    ['It has more than 400 rooms.', 'The hotel has 420 rooms.', 'It has 420 rooms.'],
    ['It employs more than 100 people.', 'It has 130 workers.', 'It employs 130 people.'],
    ['More than 100 people work there.', 'There were 130 visitors.', 'More than 100 people work there.'],
    ['It has more than 400 rooms.', 'It has 420 rooms and 90 rooms.', 'It has more than 400 rooms.'],
    ['It has more than 500 rooms.', 'The hotel has 420 rooms.', 'It has more than 500 rooms.'],
    [
      'The crane can lift five tonnes.',
      'The crane lifts up to eight tonnes. It is red. A ship brought 90 tonnes.',
      'The crane can lift up to eight tonnes.',
    ],
    [
      'The crane can lift five tonnes.',
      'The crane lifts up to eight tonnes. In winter it lifts three tonnes.',
      'The crane can lift five tonnes.',
    ],
    [
      'A class of 25 pupils pays less.',
      'Classes of 20 pupils or more pay less.',
      'A class of 20 or more pupils pays less.',
    ],
    [
      'Parties of ten people book.',
      'Parties of eight guests or more must book.',
      'Parties of eight or more people book.',
    ],
    ['A class of 15 pupils pays less.', 'Classes of 20 pupils or more pay less.', 'A class of 15 pupils pays less.'],
    ['A family of five pays less.', 'Families with three children or more pay less.', 'A family of five pays less.'],
    ['It is above 20 °C.', 'It is 75 °F.', 'It is 75 °F.'],
    ['It is worth more than the two lamps.', 'There are three lamps.', 'It is worth more than the two lamps.'],
    ['It broke yesterday.', 'Date: 7 May 2024\n\nIt broke yesterday.', 'It broke on 6 May 2024.'],
    ['He was mayor in 2017.', 'He was mayor from 2015 to 2019.', 'He was mayor from 2015 to 2019.'],
    [
      'She did not live here in 1995.',
      'She lived here from 1990 until 1999.',
      'She did not live here from 1990 to 1999.',
    ],
    [
      'It is shut on 28 December.',
      'It is shut from 23 December to 2 January.',
      'It is shut from 23 December to 2 January.',
    ],
    ['She was ill in March 2021.', 'She was ill from January to May 2021.', 'She was ill from January to May 2021.'],
    ['It is shut on 10 January.', 'It is shut from 23 December to 2 January.', 'It is shut on 10 January.'],
    ['He became mayor in 2017.', 'He was mayor from 2015 to 2019.', 'He became mayor in 2017.'],
    ['Sales rose in 2017.', 'Sales rose from 2015 to 2019.', 'Sales rose in 2017.'],
    ['It was here in 2018.', 'From 2016 to 2020 it was there, then here.', 'It was here in 2018.'],
    ['It was poor in 2017.', 'From 2015 to 2019 it was poor in spring.', 'It was poor in 2017.'],
    ['It was poor in 2017.', 'From 2015 to 2019 it was poor.', 'It was poor from 2015 to 2019.'],
    ['There was one fire in 2017.', 'There was one fire from 2015 to 2019.', 'There was one fire in 2017.'],
    ['It was built in 2017.', 'It was built from 2015 to 2019.', 'It was built in 2017.'],
    ['He lived in Rome in 1995.', 'He lived in Rome and Milan from 1990 to 1999.', 'He lived in Rome in 1995.'],
    [
      'The gym is closed on Sundays.',
      'The gym is open Monday to Saturday.',
      'The gym is open from Monday to Saturday.',
    ],
    ["The gym can't be used on Sundays.", 'The gym can be used on weekdays.', 'The gym can be used on weekdays.'],
    [
      'The gym is closed on Sundays.',
      'The gym is open on weekdays. On Sundays it closes at 1.',
      'The gym is closed on Sundays.',
    ],
    ['The gym is closed on Sundays.', 'The gym has classes on Mondays and Fridays.', 'The gym is closed on Sundays.'],
    [
      'The gym is closed on Sundays.',
      'The gym is open to members on Mondays and Fridays.',
      'The gym is closed on Sundays.',
    ],
    ['The lamp does not include bulbs.', 'Bulbs are sold separately.', 'The lamp does not include bulbs.'],
    ['The gym is closed on Sundays.', 'The bar is open Monday to Saturday.', 'The gym is closed on Sundays.'],
    [
      'The bar is closed on Mondays.',
      'Ann runs the bar. It is open Tuesday to Sunday.',
      'The bar is open from Tuesday to Sunday.',
    ],
    ['Parking is not included.', 'Parking costs extra.', 'Parking costs extra.'],
    ['A filter is not included.', 'A filter is sold separately.', 'A filter is sold separately.'],
    [
      'Rent is 940 euros without heating.',
      'Rent is 940 euros, plus 180 euros for heating.',
      'Rent is 940 euros plus heating.',
    ],
    [
      'Rent does not include heating.',
      'Rent is 940 euros, plus 180 euros for heating.',
      'Rent is charged plus heating.',
    ],
    ['Wifi is not included.', 'Parking costs extra.', 'Wifi is not included.'],
    ['It closes at 5 p.m.', 'It is open from 9 to 17.', 'It is open from 9 to 17'],
    ['It opens at 9.', 'It is open from 9 to 5.', 'It is open from 9 to 5.'],
    ['It closes at 1 p.m. on Saturdays.', 'Mon-Fri 9-18, Sat 9-13.', 'It is open until 13 on Saturdays.'],
    ['It is open until 6 p.m.', 'It closes at 18:00.', 'It closes at 18:00'],
    ['It closes at 6 p.m.', 'It closes at 6 p.m. The bar is open from 12 to 18.', 'It closes at 6 p.m.'],
    ['It closes at 4 p.m.', 'It is open from 9 to 17.', 'It closes at 4 p.m.'],
    ['It is open at 11:00.', 'It is open from 9:00 to 17:00.', 'It is open from 9:00 to 17:00.'],
    ['It is open at 11:00.', 'A bus leaves at 8:00. It is open from 9:00 to 17:00.', 'It is open from 9:00 to 17:00.'],
    ['It is open at 10:00 UTC.', 'It is open from 9:00 to 17:00 CET.', 'It is open from 9:00 to 17:00 CET.'],
    ['It is open at 16:30 UTC.', 'It is open from 9:00 to 17:00 CET.', 'It is open at 16:30 UTC.'],
    ['The inn was empty in 1960.', 'The inn next door was empty from 1950 to 1970.', 'The inn was empty in 1960.'],
    ['He was mayor in 2021.', 'He was mayor from 2015 to 2019.', 'He was mayor in 2021.'],
    ['She lives in Mumbai.', 'She lives in Bombay.', 'She lives in Bombay.'],
    ['She lives in Mumbai.', 'Mumbai was called Bombay.', 'She lives in Mumbai.'],
    ['The turkey was cold.', 'Türkiye is warm.', 'The turkey was cold.'],
    ['The X-200 has a fan.', 'The X200 has a fan.', 'The X200 has a fan.'],
    ['The X-200 has a fan.', 'The X300 has a fan.', 'The X-200 has a fan.'],
    ['Chapter 4 is about bees.', 'Bees: chapter IV', 'chapter IV is about bees.'],
    ['Chapter 6 is about bees.', 'Bees: chapter IV', 'Chapter 6 is about bees.'],
    ['It has two dozen rooms.', 'It has 24 rooms.', 'It has 24 rooms.'],
    ['It has 24 rooms.', 'It has two dozen rooms.', 'It has two dozen rooms.'],
    ['Sales reached 3.4m units.', 'Sales reached 3,400,000 units.', 'Sales reached 3400000 units.'],
    ['Sales reached 3,400,000 units.', 'Sales reached 3.4m units.', 'Sales reached 3.4m units.'],
    ['She stayed more than a year.', 'She stayed for 14 months.', 'She stayed 14 months.'],
    ['It is under 2 km long.', 'It is 1,800 m long.', 'It is 1800 m long.'],
    ['It is open at 3 p.m. today.', 'It is open from 07:00 to 20:00.', 'It is open from 07:00 to 20:00 today.'],
    ['It was signed on 03.03.2019.', 'It was signed on 3 March 2019.', 'It was signed on 3 March 2019.'],
    ['She works on Wednesdays.', 'She works Monday to Thursday.', 'She works from Monday to Thursday.'],
    [
      'They deliver on Tuesday.',
      'They deliver on weekdays, and on Saturdays too.',
      'They deliver on weekdays, and on Saturdays.',
    ],
    ['Most of the staff agreed.', '62 % of the staff agreed.', 'More than half of the staff agreed.'],
    ['Most voters agreed.', 'Of the 200 voters asked, 150 agreed.', 'More than half of the voters agreed.'],
    ['The majority agreed.', 'It was 150 of 200.', 'The majority agreed.'],
    ['The majority of voters agreed.', 'It was 150 of 200.', 'More than half of voters agreed.'],
    ['250 people can fit.', 'It holds up to 300 people.', 'up to 300 people can fit.'],
    ['You may stay a week.', 'Stays of at most 12 days.', 'You may stay a week.'],
    ['You may stay for a week.', 'Stays of at most 12 days.', 'You may stay for up to 12 days.'],
    ['No more than 5 books fit.', 'It holds up to 5 books.', 'Up to 5 books fit.'],
    ['You may lend up to 5 books.', 'You may lend no more than 5 books.', 'You may lend no more than 5 books.'],
    ['It costs at least $5.', 'It costs no less than $5.', 'It costs no less than $5.'],
    ['Revenue was **$1.2 billion**.', 'Revenue was $1,200 million.', 'Revenue was $1200 million.'],
  ])('%s has the amounts of %s', async (claim, source, normalised) => {
    const { texts, read } = await readBeside(claim, source);
    expect(read.parts.map((part) => part.normalised)).toEqual([normalised]);
    expect(read.spans).toEqual(read.parts);
    expect(read.parts[0]!.text).toBe(texts.claim.parts[0]!.text);
  });

  it.each([
    ['another amount', 'The desk closes at 20:00.', 'Desks close at 9 p.m.'],
    ['no number of the other unit', 'It lasts a month.', 'It lasts 20 days.'],
    ['a unit that the source has too', 'It lasts a year.', 'It lasts two years, and the rest 14 months.'],
    ['one of two other units', 'It lasts a year.', 'It lasts 14 months and 3 weeks.'],
    ['a singular', 'It lasts 12 months.', 'It lasts 2 years.'],
    ['a time outside the hours', 'It is open at 9 p.m.', 'It is open from 07:00 to 20:00.'],
    ['a time at which it opens', 'It opens at 3 p.m.', 'It is open from 07:00 to 20:00.'],
    ['a time with two opening hours', 'It is open at 3 p.m.', 'It is open 7:00-20:00, on Fridays 7:00-12:00.'],
    ['another day', 'She works on Fridays.', 'She works Monday to Thursday.'],
    ['the only day', 'She works only on Wednesdays.', 'She works Monday to Thursday.'],
    ['a superlative', 'It has the most rooms.', '62 % of the rooms are full.'],
    ['a part of a longer word', 'Almost everyone came, and the most famous.', '62 % of the voters came.'],
    ['a superlative of a noun', 'It was her most famous song.', '62 % of the voters came.'],
    ['a margin', 'It passed by a majority of 12 votes.', '56 % of the members voted for it.'],
    ['a lower limit', 'You can rent it for 30 days.', 'It is rented for at least 2 days.'],
    ['other things counted', 'You can bring 2 dogs.', 'The hall holds up to 300 people.'],
    ['a month', '250 people came in May.', 'It holds up to 300 people.'],
    ['until a day', 'They are sold until Wednesday.', 'They are sold Monday to Friday.'],
    ['two times of two things', 'The bar is open at 09:00.', 'Breakfast starts at 08:00. The bar closes at 23:00.'],
    ['most often', 'It was used most often.', '62 % of them used it.'],
    ['a minority', 'Most voters agreed.', '38 % of the voters agreed, 62 % did not.'],
    ['an exact amount of another unit', 'It was 2,000 m long.', 'It has 3 km of roads.'],
    ['a majority without shares', 'Most voters agreed.', 'The voters agreed.'],
    ['a value within a limit', 'It costs 20 euros.', 'It costs up to 50 euros.'],
    ['a value of one event', 'He got a loan of 5,000 euros.', 'He got a loan of up to 10,000 euros.'],
    ['a limit of others', 'No more than 5 books fit.', 'It holds up to 5 people.'],
    ['a limit by a verb', 'It carries up to 5 people.', 'It may not exceed 5 people.'],
    ['the other limit', 'It takes at least 5 days.', 'It takes up to 5 days.'],
    ['a value beyond the limit', '350 people can fit.', 'It holds up to 300 people.'],
    ['a plain count', 'It has twelve rooms.', 'It has 12 rooms.'],
    ['another number of dozens', 'It has two dozen rooms.', 'It has 26 rooms.'],
    ['a day of an alternative', 'It arrives on Thursday.', 'It arrives on Wednesday or Thursday.'],
    ['a day of one event', 'It was held on a Tuesday.', 'It was held on a weekday.'],
    ['a day that is denied', 'It is not open on Wednesdays.', 'It is not open every day.'],
    ['the first day', 'The first session is on Wednesday.', 'Sessions are Monday to Friday.'],
    ['a day as an attribute', 'A ticket for a Sunday costs 9 euros.', 'A ticket for the weekends costs 9 euros.'],
    ['a day that was moved', 'It is held on Monday.', 'It was moved from Monday to Wednesday.'],
    ['an amount of many more tokens', 'It is 999,999.999 km long.', `It is ${MANY_TOKENS} metres long.`],
  ])('%s stays as it is written', async (_, claim, source) => {
    const { texts, read } = await readBeside(claim, source);
    expect(read.parts).toEqual(texts.claim.parts);
  });

  it('leaves what it has in the same words', async () => {
    const { texts, read } = await readBeside('It weighs 5 kg.', 'It weighs 5,000 g, that is 5 kg.');
    expect(read.parts).toEqual(texts.claim.parts);
  });
});
