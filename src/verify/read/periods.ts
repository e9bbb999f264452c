import { datesIn, type Fact, type Period, periodsIn, type SurfaceReading } from '../rules/index.ts';
import type { Placed } from './replacement.ts';

/** Verbs of what lasts, and was so on each day of a period. "Rose from 2015 to 2019" does not say what it did in 2017. */
const LASTS =
  /\b(?:is|are|was|were|did|worked|lived|served|held|led|ran|belonged|owned|had|stood|studied|taught|played|stayed|headed|managed)\b/i;
const BEFORE_TIME: ReadonlySet<string> = new Set(['in', 'during', 'on']);

/** "from 2015 to 2019" for "in 2017" where a source says in the claim's own words that something lasted so long. */
export function periodIn(claim: SurfaceReading, source: SurfaceReading): Placed | undefined {
  const [time, other] = datesIn(claim);
  if (time === undefined || other !== undefined || !LASTS.test(claim.text)) return undefined;
  if (!BEFORE_TIME.has(claim.tokens[time.from - 1]?.lower ?? '')) return undefined;
  const [period, another] = periodsIn(source).filter((one) => isWithin(time, one));
  if (period === undefined || another !== undefined || !saysTheSame(claim, time, source, period.start))
    return undefined;
  const { start, end } = period;
  const written = `${source.text.slice(start.start, start.end)} to ${source.text.slice(end.start, end.end)}`;
  const at = claim.tokens[time.from - 1]!.start;
  return { at, own: claim.text.slice(at, time.end), written: `from ${written}` };
}

/** A period without years may go over the end of one: "from 23 December to 2 January". */
function isWithin({ unit, low, high }: Fact, { start, end }: Period): boolean {
  if (unit !== start.unit) return false;
  return start.low < end.low ? start.low < low && high < end.high : low > start.low || high < end.low;
}

/** Words of what was so only in a part of the period. */
const IN_TURN: ReadonlySet<string> = new Set([
  'then',
  'later',
  'afterwards',
  'subsequently',
  'before',
  'after',
  'finally',
]);

/** The sentence of the period has all other content words of the claim, and neither denies nor tells one thing after another. */
function saysTheSame(claim: SurfaceReading, time: Fact, source: SurfaceReading, { from }: Fact): boolean {
  const { sentence } = source.tokens[from]!;
  const told = source.tokens.filter((token) => token.sentence === sentence);
  const words = new Set(told.map(({ lemma }) => lemma));
  const isInTime = (at: number) => time.from <= at && at < time.to;
  const isDenied = source.negations.some(({ at }) => source.tokens[at]!.sentence === sentence);
  if (isDenied || told.some(({ lower }) => IN_TURN.has(lower))) return false;
  return claim.tokens.every(({ lemma }, at) => lemma === '' || isInTime(at) || words.has(lemma));
}
