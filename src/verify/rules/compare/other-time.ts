import { partOfSpeech } from '../../../text/index.ts';
import type { Fact } from '../findings.ts';
import { words } from '../lexicon/phrases.ts';
import type { SurfaceReading } from '../reading.ts';
import { isSameValue } from './compare-facts.ts';
import { datesIn, periodsIn, saysNothingElse } from './period-dates.ts';
import { relationOf } from './relate.ts';

/** Behind these a date is only the beginning or the end of a time. */
const OPEN_ENDED = words('since from until till after before by starting');
/** With one of these a sentence or a claim is about one time of several. */
const OF_SEVERAL = words(
  'first again every each annual annually yearly last also regularly since until later then often always never once twice times if when unless yesterday today tomorrow next ago',
);
const THE = words('the this our your my his her their its');
const VERBS: ReadonlySet<string | undefined> = new Set(['VERB', 'AUX']);

/** The only time that a sentence gives: a date, or a period from its first day to its last. */
export function onlyTimeIn(sentence: SurfaceReading): Fact | undefined {
  const [date, second, ...more] = datesIn(sentence);
  if (date === undefined || more.length > 0) return undefined;
  if (second === undefined) return isOpenEnded(date, sentence) ? undefined : date;
  const [period] = periodsIn(sentence);
  if (period === undefined || period.start.low > period.end.low) return undefined;
  return { ...date, high: second.high, to: second.to, end: second.end };
}

function isOpenEnded({ from }: Fact, { tokens }: SurfaceReading): boolean {
  return OPEN_ENDED.has(tokens[from - 1]?.lower ?? '');
}

/** True if a claim gives another time than the only one of a sentence that has the rest of it: "in June" and "from 4 to 8 May". */
export function isOtherTime(claim: SurfaceReading, sentence: SurfaceReading): boolean {
  const times = timesOf(claim, sentence);
  return times !== undefined && THE.has(claim.tokens[0]!.lower) && relationOf(times.own, times.other) === 'excluded';
}

/** True if a claim gives a time within the one of a sentence that has the rest of it: "on 30 May" and "at the end of May". */
export function isMorePrecise(claim: SurfaceReading, sentence: SurfaceReading): boolean {
  const times = timesOf(claim, sentence);
  if (times === undefined || times.own.unit !== times.other.unit) return false;
  const { own, other } = times;
  const isWider = other.outerHigh - other.outerLow > own.outerHigh - own.outerLow;
  return isWider && datesIn(sentence).length === 1 && relationOf(own, other) === 'open';
}

/** The times of a claim and a sentence, where each has one and the sentence has all other words and values of the claim. */
function timesOf(claim: SurfaceReading, sentence: SurfaceReading) {
  const [own, more] = datesIn(claim);
  const other = onlyTimeIn(sentence);
  if (own === undefined || more !== undefined || other === undefined || isOpenEnded(own, claim)) return undefined;
  if (own.bound !== 'exact' || claim.negations.length + sentence.negations.length > 0) return undefined;
  if (isOfSeveral(own, claim) || isOfSeveral(other, sentence)) return undefined;
  const isHeld = (fact: Fact) => fact === own || sentence.facts.some((one) => isSameValue(fact, one.fact));
  if (!claim.facts.every(({ fact }) => isHeld(fact)) || !saysNothingElse(claim, own, sentence)) return undefined;
  return isBesideRest(other, claim, sentence) ? { own, other } : undefined;
}

function isOfSeveral({ from, to }: Fact, { tokens }: SurfaceReading): boolean {
  return tokens.some(({ lower }, at) => (at < from || at >= to) && OF_SEVERAL.has(lower));
}

/** True if nothing between a time and the nearest word of the claim says that it is the time of something else. */
function isBesideRest({ from, to }: Fact, claim: SurfaceReading, { tokens }: SurfaceReading): boolean {
  const isShared = (at: number) => claim.positions.has(tokens[at]!.lemma);
  let at = from - 1;
  while (at >= 0 && !isShared(at)) at -= 1;
  const between =
    at >= 0
      ? tokens.slice(at + 1, from)
      : tokens.slice(
          tokens[to]?.text === ',' ? to + 1 : to,
          Math.max(
            to,
            tokens.findIndex((_, i) => i >= to && isShared(i)),
          ),
        );
  return !between.some(({ text, lower }) => /^[,;]$/.test(text) || VERBS.has(partOfSpeech(lower)));
}
