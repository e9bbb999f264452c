import { describe, expect, it } from 'vitest';
import { proseClaim } from '../../../../src/verify/rules/index.ts';
import { readSurface } from '../support/compare-surface.ts';

const LAMPS = 'The brass lamp costs $80, the steel one $55, and the glass one $62.';
const ROWERS = 'Ines crossed the line in 7:41, Malte in 7:38 and Otto in 1:02:10.';
const FARM = 'The farm has 40 sheep and 25 goats.';
const TOWERS = 'The east tower was finished in 1690, the gate followed in 1712, and the west tower opened in 1750.';
const PATHS = 'The cafe on Elm Street is 200 metres from the park, the one on Dock Road 350 metres.';
const SWIM = 'We swam 900 metres on the first day and 1,200 metres on the second.';
const CARS = 'The red car reaches 180 km/h, the blue one 210 km/h.';
const RIDE = 'The train takes 50 minutes, the bus 35.';
const RUNS = 'Kai ran 12 km and Jon 6 km.';
const VOTES = 'Selma received 412 votes, Bodo 388 and Yann 97.';
const BOATS = 'The ferry is 40 m long and the tug 18 m.';
const AGES = 'Hamid is 29 and his sister is 33.';
const RAIN = 'In Graz 41 mm of rain fell, in Brno 26 mm.';
const BUS = 'By bus the trip takes an hour, by ferry 45 minutes.';
const FINAL = 'In the 400 metre final Ksenia needed 58.1 seconds and Amira 57.4 seconds.';
const FARES = 'Fares went from $4 to $3, while parking rose from €2 to €5 a day.';

const CALLS = 'In the call group, 71% still exercised twice a week, compared with 48% in the control group.';
const PRICES = 'Members pay 5 euros compared with 8 euros for guests.';
const RENTS = 'In Ely, rents rose by 6%, compared with 4% in Bath.';
const DOSES = 'In the treatment group 30% recovered, versus 20% in the placebo group.';

const PHONES =
  'The company sold 2.4 million phones in the first quarter, 2.1 million in the second, 2.3 million in the third and 3.2 million in the fourth.';
const CITIES = 'The shop earned 40,000 euros in Oslo, 52,000 in Bern and 47,000 in Rome.';
const RACES = 'In the first race Ola scored 12 points, in the second 9 and in the third 15.';

function stance(claim: string, source: string) {
  const document = { reading: readSurface(source), start: 0, end: source.length, tables: [], moved: 0 };
  return proseClaim(readSurface(claim), document)?.stance;
}

describe('a claim about values that a sentence gives to named things', () => {
  it.each([
    ['The steel lamp is the cheapest of the three.', LAMPS],
    ['The blue car is faster than the red one.', CARS],
    ['The train is slower than the bus.', RIDE],
    ['Kai ran twice as far as Jon.', RUNS],
    ['The company sold the fewest phones in the second quarter.', PHONES],
    ['The company sold more phones in the third quarter than in the second.', PHONES],
    ['The company sold 2.1 million phones in the second quarter.', PHONES],
    ['The shop earned the least in Oslo.', CITIES],
    ['The brass lamp costs more than the glass one.', LAMPS],
    ['The glass lamp is more expensive than the steel one.', LAMPS],
    ['The glass lamp costs $62.', LAMPS],
    ['Malte won ahead of Ines.', ROWERS],
    ['Otto was the last to finish.', ROWERS],
    ['There are fewer goats than sheep on the farm.', FARM],
    ['The gate was built before the west tower.', TOWERS],
    ['The east tower is the oldest.', TOWERS],
    ['The Elm Street cafe is closer to the park than the one on Dock Road.', PATHS],
    ['The cafe on Elm Street is nearer to the park.', PATHS],
    ['We swam further on the second day than on the first.', SWIM],
    ['Bodo got more votes than Yann.', VOTES],
    ['The ferry is longer than the tug.', BOATS],
    ['Hamid is younger than his sister.', AGES],
    ['It rained more in Graz than in Brno.', RAIN],
    ['The ferry is quicker than the bus.', BUS],
    ['Amira beat Ksenia.', FINAL],
  ])('is supported: %s', (claim, source) => {
    expect(stance(claim, source)).toBe('for');
  });

  it.each([
    ['The glass lamp is the most expensive.', LAMPS],
    ['The red car is faster than the blue one.', CARS],
    ['The train is faster than the bus.', RIDE],
    ['Kai ran three times as far as Jon.', RUNS],
    ['The company sold the most phones in the first quarter.', PHONES],
    ['The company sold 2.4 million phones in the second quarter.', PHONES],
    ['The shop earned the least in Rome.', CITIES],
    ['The steel lamp costs more than the glass one.', LAMPS],
    ['The steel lamp costs $62.', LAMPS],
    ['Ines was faster than Malte.', ROWERS],
    ['Otto was the first to finish.', ROWERS],
    ['The farm has more goats than sheep.', FARM],
    ['The gate was the first to be built.', TOWERS],
    ['The Dock Road cafe is closer to the park than the one on Elm Street.', PATHS],
    ['We swam further on the first day than on the second.', SWIM],
    ['Yann got more votes than Bodo.', VOTES],
    ['The tug is the longest.', BOATS],
    ['Hamid is older than his sister.', AGES],
  ])('is contradicted: %s', (claim, source) => {
    expect(stance(claim, source)).toBe('against');
  });

  it.each([
    ['the second is none of the quarters', 'The company sold 2.1 million phones in the second week.', PHONES],
    ['the lowest value is of something else', 'The price was lowest in the second quarter.', PHONES],
    ['the second is no quarter', 'Ola scored 9 points in the second quarter.', RACES],
    ['the direction is of something else', 'The glass lamp is the largest.', LAMPS],
    [
      '"more" is of a quality',
      'The brass lamp is more popular than the steel one.',
      `${LAMPS.slice(0, -1)}, a popular shop.`,
    ],
    ['a name is missing', 'The farm has more cows than sheep.', FARM],
    ['a noun is missing', 'More sheep than goats died.', FARM],
    ['a verb is missing', 'Hamid earns less than his sister.', AGES],
    ['the unit says nothing of the length', 'The ferry is longer than the tug.', BOATS.replace(' long', '')],
    ['something else is older than a beginning', 'Ada is older than Bo.', 'Ada left in 1990 and Bo in 1995.'],
    [
      'a difference is of millions',
      'Bolt has 7 million users.',
      'Acme has 5 million users, 2 million users less than Bolt.',
    ],
    [
      'a difference is of another event',
      'Bolt was founded in 1990.',
      'Acme was founded in 1992 and renamed two years after Bolt.',
    ],
    [
      'a difference is of another measure',
      'The church is 40 m high.',
      'The tower is 50 m high, 10 m wider than the church.',
    ],
    ['an age is one of then', 'Ole is 37.', 'Ann was 34, three years younger than Ole, when they met in 1990.'],
    ['winning is of a vote', 'Bodo won the election.', VOTES],
    ['the sentence is a plan', 'The brass lamp costs more than the glass one.', LAMPS.replace('costs', 'should cost')],
    ['the sentence is denied', 'The farm has more sheep than goats.', "The farm hasn't 40 sheep and 25 goats."],
    ['two sentences differ', 'The farm has more sheep than goats.', `${FARM} The other farm has 3 sheep and 9 goats.`],
    [
      'a thing has another value elsewhere',
      'Bodo got fewer votes than Selma.',
      `${VOTES} Recounted, Bodo had 420 votes.`,
    ],
    ['a value is a bound', 'The farm has more sheep than goats.', 'The farm has at least 40 sheep and 25 goats.'],
    [
      'a mark within one part leaves the name open',
      'Tea is cheaper than coffee.',
      'Tea cost €2 and coffee €3; since May, tea costs €4.',
    ],
    ['each does something else', 'Ann paid more than Bob.', 'Ann paid $7 and Bob received $5.'],
    [
      'a value is a difference',
      'The tram is faster than the train.',
      'The train takes 40 minutes less than the bus and the tram 20 minutes.',
    ],
    ['a value is a time ago', 'Ann finished after Bo.', 'Ann finished 5 years ago and Bo 3 years ago.'],
    ['the weight is of something else', 'Bo is heavier than Ann.', 'Ann lifted 50 kg and Bo 70 kg.'],
    ['another dimension is measured', 'The pond is wider than the pool.', 'The pond is 5 m deep and the pool 2 m.'],
    ['nothing moved', 'The shop is open less.', 'The shop is open from 9 to 5.'],
    ['another thing moved', 'Diesel became cheaper.', 'Petrol went from $2 to $1.'],
    ['a change has a size', 'Fares doubled.', FARES],
  ])('is left open where %s', (_, claim, source) => {
    expect(stance(claim, source)).toBeUndefined();
  });
});

const HOUSES = 'Exactly half of the 36 houses in the street have solar panels.';
const COAT = 'The coat was $80 and is now 25% off.';
const BOWLS = 'A bowl costs €9 and a plate €6.';

describe('a value that a sentence only implies is left to the model', () => {
  it.each([
    ['20 houses in the street have solar panels.', HOUSES, undefined],
    ['36 houses in the street have solar panels.', HOUSES, undefined],
    ['18 houses in the town have solar panels.', HOUSES, undefined],
    ['The coat now costs $75.', COAT, undefined],
    ['The coat was $80.', COAT, undefined],
    ['The coat is $20 off.', COAT, undefined],
    ['The hat costs $60.', COAT, undefined],
    ['Three bowls cost €25.', BOWLS, undefined],
    ['Three plates cost €27.', BOWLS, undefined],
  ])('%s', (claim, source, expected) => {
    expect(stance(claim, source)).toBe(expected);
  });
});

describe('the parts of a total', () => {
  const ZOO = 'The farm keeps 60 animals: 45 sheep, 8 goats and 7 pigs.';
  it.each([
    ['45 of the 60 animals are pigs.', ZOO, 'against'],
    ['The farm has more pigs than goats.', ZOO, 'against'],
    ['The farm has more goats than pigs.', ZOO, 'for'],
    ['The marsh is larger than the lake.', 'The lake covers 48 hectares and the marsh 75 hectares.', 'for'],
    ['The lake is larger than the marsh.', 'The lake covers 48 hectares and the marsh 75 hectares.', 'against'],
  ])('%s', (claim, source, expected) => {
    expect(stance(claim, source)).toBe(expected);
  });
});

describe('two values that a sentence compares', () => {
  it.each([
    ['48% of the control group still exercised twice a week.', CALLS, 'for'],
    ['71% of the control group still exercised twice a week.', CALLS, 'against'],
    ['71% of the control group still exercised three times a week.', CALLS, undefined],
    ['Guests pay 8 euros.', PRICES, 'for'],
    ['Members pay 8 euros.', PRICES, 'against'],
    ['Rents rose by 4% in Bath.', RENTS, 'for'],
    ['Rents rose by 6% in Bath.', RENTS, 'against'],
    ['In the placebo group 20% recovered.', DOSES, 'for'],
    ['In the placebo group 30% recovered.', DOSES, 'against'],
    ['The lunch costs 3 euros.', 'Ana paid 5 euros for lunch and 3 euros to the driver.', undefined],
  ])('%s of %s: %s', (claim, source, expected) => expect(stance(claim, source)).toBe(expected));
});
