import { HALF_DAY } from '../extract/clock-times.ts';
import type { Fact, Relation } from '../findings.ts';

/** Names that leave open which unit is meant, and shares of another scale: how many of each that may be meant one is. */
const MEANINGS: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  pound: { GBP: 1, kg: 0.45359237 },
  cent: { USD: 0.01, EUR: 0.01 },
  ppm: { '%': 1e-4, 'kg/kg': 1e-6 },
};
/** Units that a text often writes alike, "$", "degrees" and "GB" for GiB: the number alone settles nothing between them. */
const WRITTEN_ALIKE = ['USD AUD CAD', 'JPY CNY', 'degree degC', 'B iB'].map((units) => units.split(' '));

/** Both facts in one unit, where a name such as "pounds" may mean the unit of the other. */
export function inOneUnit(claim: Fact, source: Fact): readonly [Fact, Fact] {
  const [mine, other] = [MEANINGS[claim.unit]?.[source.unit], MEANINGS[source.unit]?.[claim.unit]];
  if (mine !== undefined) return [converted(claim, mine, source), source];
  return other === undefined ? [claim, source] : [claim, converted(source, other, claim)];
}

function converted(fact: Fact, factor: number, { unit, kind }: Fact): Fact {
  const of = (value: number) => Number((value * factor).toPrecision(14));
  const [low, high, step, roundStep] = [of(fact.low), of(fact.high), of(fact.step), of(fact.roundStep)];
  return {
    ...fact,
    kind,
    unit,
    low,
    high,
    step,
    roundStep,
    outerLow: of(fact.outerLow),
    outerHigh: of(fact.outerHigh),
  };
}

/**
 * How facts of different units relate; undefined where nothing can be said. The same number of another unit is another
 * value, "1,000 IU" and "1,000 mg": whoever wrote one of them meant the other. Other numbers may hold of other properties.
 */
export function relateUnits(claim: Fact, source: Fact): Relation | undefined {
  if (claim.kind !== source.kind) return isHourOf(claim, source) || isHourOf(source, claim) ? 'entailed' : undefined;
  if (claim.kind === 'time') return relateClocks(claim, source);
  if (claim.written === '' || claim.written !== source.written || isScale(claim) || isScale(source)) return undefined;
  if (WRITTEN_ALIKE.some((units) => units.includes(claim.unit) && units.includes(source.unit)))
    return claim.unit === 'degree' ? 'entailed' : 'open';
  // "costs $20" and "a dose of 5 mg" follow from "$20 a month" and "5 mg daily"; a dose of 5 mg does not from 5 mg/kg.
  if (isRateOf(source, claim)) return 'entailed';
  return isRateOf(claim, source) ? 'open' : 'excluded';
}

/** "opens at eight" and "opens at 8 o'clock": a number that counts nothing may be an hour. */
function isHourOf(hour: Fact, time: Fact): boolean {
  const isNumber = hour.kind === 'number' && hour.nouns.length === 0 && hour.high <= 12;
  return isNumber && time.kind === 'time' && time.written === `${hour.high % 12}`;
}

/** "7 out of 10" and "3 times" measure nothing. */
function isScale({ unit }: Fact): boolean {
  return unit === 'times' || unit.startsWith('/');
}

/** So much money for each of something, or so much of another thing in a time; 60 km an hour is another thing than 60 km. */
function isRateOf(rate: Fact, { unit, kind }: Fact): boolean {
  return kind === 'money' ? rate.unit.startsWith(`${unit}/`) : rate.unit === `${unit}/day` && unit !== 'm';
}

/** Half past seven may be 19:30, and 11:00 is within the hours from 9:00 to 17:00; only one of the two names the half of the day here. */
function relateClocks(claim: Fact, source: Fact): Relation {
  if (claim.low === source.low) return 'entailed';
  const [of, { outerLow, outerHigh }] = claim.unit === 'minute of half day' ? [claim, source] : [source, claim];
  const isIn = (later: number) => of.outerLow + later <= outerHigh && outerLow <= of.outerHigh + later;
  return isIn(0) || isIn(HALF_DAY) ? 'open' : 'excluded';
}
