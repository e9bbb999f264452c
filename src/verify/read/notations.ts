import { partOfSpeech } from '../../text/index.ts';
import {
  DAY,
  type Fact,
  hourRangesIn,
  inclusionOf,
  inZoneOf,
  isAmount,
  isDate,
  isSameAmount,
  isSameCount,
  isSameDay,
  limitAround,
  MINUTE_OF_DAY,
  type SurfaceReading,
  schedulesOf,
} from '../rules/index.ts';
import { codesIn, hasCode } from './codes.ts';
import { closedIn, daysIn } from './days.ts';
import { extraAs } from './extras.ts';
import { hasGroup, partsOfGroup } from './group-counts.ts';
import { groupWithin, isOfGroup, isWrittenLimit, type Placed, sameLimitIn, valueWithin } from './limits.ts';
import { openingIn } from './opening.ts';
import { partIn, periodIn } from './periods.ts';
import { hasPlace, placesIn } from './place-names.ts';

/** The models take "two dozen" for another number than 24, and "3.4m units" for another than 3,400,000. */
export const SHORT_NUMBER = /\bdozen\b|\d(?:k|m|mn|b|bn|tn)\b/i;
/** Words that permit: a value up to the limit is possible. The month is written "May". */
const PERMITS = /\b(?:can|could|may|allowed|permitted|possible|accepted|fits?|enough)\b/;

/** A claim with more amounts is a table; the bound keeps the work small on any input. */
const MAX_AMOUNTS = 8;

/** Parts of a claim that a source may write in another way. */
export interface Rewritable {
  readonly claim: SurfaceReading;
  readonly amounts: readonly Fact[];
  /** "most of", "a majority of". */
  readonly majority: RegExpExecArray | undefined;
}

/** Undefined where a claim has nothing that may be written in another way: its sources need not be read. */
export function rewritableIn(claim: SurfaceReading, hasShortNumber: boolean): Rewritable | undefined {
  const amounts = amountsOf(claim, hasShortNumber);
  const majority = majorityIn(claim);
  const isEmpty =
    amounts.length === 0 &&
    schedulesOf(claim).length === 0 &&
    majority === undefined &&
    !hasGroup(claim) &&
    !hasPlace(claim) &&
    !hasCode(claim) &&
    inclusionOf(claim) === undefined;
  return isEmpty || amounts.length > MAX_AMOUNTS ? undefined : { claim, amounts, majority };
}

/**
 * The parts of a claim that the models read in the notation of a source, in the order of the claim; `isHeld` tells if a source has an
 * amount in these words.
 */
export function replacementsFor(
  { claim, amounts, majority }: Rewritable,
  source: SurfaceReading,
  isHeld: (words: string) => boolean,
): readonly Placed[] {
  const near = amounts.length === 0 ? source : nearestTo(claim, source);
  const written = amounts.map((fact): Placed => {
    const own = writtenAs(fact, claim);
    const limit = sameLimitIn(claim, near, fact) ?? valueWithin(claim, near, fact) ?? groupWithin(claim, near, fact);
    if (limit !== undefined) return limit;
    const opening = openingIn(claim, source, fact);
    if (opening !== undefined) return opening;
    if (isHeld(own)) return { at: fact.start, own, written: own };
    const hours = hoursAround(near, fact, claim);
    if (hours !== undefined) return { at: fact.start, own: `at ${own}`, written: hours };
    return { at: fact.start, own, written: limitIn(near, fact, claim) ?? writtenIn(source, fact, own) };
  });
  const others = [
    daysIn(claim, source) ?? closedIn(claim, source),
    extraAs(claim, source),
    shareIn(majority, source),
    partsOfGroup(claim, source),
    periodIn(claim, source) ?? partIn(claim, source),
  ].filter((one) => one !== undefined);
  return [...written, ...others, ...placesIn(claim, source), ...codesIn(claim, source)].toSorted(
    (one, other) => one.at - other.at,
  );
}

/** A source with only the values of the sentences that share most words with a claim, and of those right after them: others are of other things. */
function nearestTo(claim: SurfaceReading, source: SurfaceReading): SurfaceReading {
  const shared = new Map<number, number>();
  const isOfValue = (at: number) => claim.facts.some(({ fact }) => fact.boundFrom <= at && at < fact.to);
  const said = [...claim.positions].filter(([, places]) => !places.every(isOfValue));
  for (const [i, [lemma]] of said.entries()) {
    const sentences = new Set((source.positions.get(lemma) ?? []).map((at) => source.tokens[at]!.sentence));
    // Among equals the first words count most: they name what the claim is about.
    for (const sentence of sentences) shared.set(sentence, (shared.get(sentence) ?? 0) + 1 + 0.1 / (i + 1));
  }
  const most = [...shared.values()].reduce((one, other) => Math.max(one, other), 0);
  const isNear = (sentence: number) => (shared.get(sentence) ?? 0) === most;
  const facts = source.facts.filter(({ fact }) => {
    const { sentence } = source.tokens[fact.from]!;
    return isNear(sentence) || isNear(sentence - 1);
  });
  return { ...source, facts };
}

function amountsOf(claim: SurfaceReading, hasShortNumber: boolean): readonly Fact[] {
  const isPossible = PERMITS.test(claim.text);
  const isCount = (fact: Fact) =>
    fact.kind === 'number' &&
    (hasShortNumber ||
      isPossible ||
      isOfGroup(fact, claim) ||
      isWrittenLimit(fact, claim) ||
      SHORT_NUMBER.test(writtenAs(fact, claim)));
  const facts = claim.facts.map(({ fact }) => fact);
  return facts.filter((fact) => isAmount(fact) || isCount(fact) || isDate(fact));
}

/** An amount or a date in the words of a source that has the same one; else `own`. */
function writtenIn(source: SurfaceReading, fact: Fact, own: string): string {
  const same = sameIn(source, fact, own);
  return same === undefined ? own : writtenAs(same, source);
}

function sameIn(source: SurfaceReading, fact: Fact, own: string): Fact | undefined {
  // "17 and 15 degrees" has the unit of both after the second.
  const isWhole = (one: Fact) => one.kind === 'time' || !/^[\d.,]+$/.test(writtenAs(one, source));
  const isShort = (one: Fact) => SHORT_NUMBER.test(own) || SHORT_NUMBER.test(writtenAs(one, source));
  const isSame = (one: Fact) =>
    // The models read "yesterday" as a date (`dated-texts.ts`).
    (isSameDay(fact, one) && /\d/.test(writtenAs(one, source))) ||
    (isSameAmount(fact, one) && isWhole(one)) ||
    (isSameCount(fact, one) && isShort(one));
  return source.facts.find(({ fact: one }) => isSame(one))?.fact;
}

const UPPER_WORDS: Readonly<Partial<Record<Fact['bound'], string>>> = { at_most: 'up to', less_than: 'less than' };

/** "up to 300 people" for "250 people", if a claim says that something is possible and a source has that limit only. */
function limitIn(source: SurfaceReading, value: Fact, claim: SurfaceReading): string | undefined {
  const isPossible = PERMITS.test(claim.text) && claim.negations.length === 0;
  const limit = isPossible ? limitAround(value, source) : undefined;
  const isUpper =
    limit?.bound === 'at_most' || (limit?.bound === 'less_than' && limit.low === Number.NEGATIVE_INFINITY);
  return limit && isUpper ? `${UPPER_WORDS[limit.bound]} ${writtenAs(limit, source)}` : undefined;
}

/** They hold all the time between two hours. */
const STATES = new Set(['open', 'available', 'staffed', 'accessible', 'reachable', 'reached']);
/** Tokens from such a word to the time: "open on Mondays at 3 p.m." */
const STATE_REACH = 4;

/** "from 8:00 to 18:00" for a time within the only hours of a source: "is open at 3 p.m." follows from them. */
function hoursAround(source: SurfaceReading, time: Fact, claim: SurfaceReading): string | undefined {
  if (time.kind !== 'time' || time.edge !== undefined || claim.tokens[time.from - 1]?.lower !== 'at') return undefined;
  const before = claim.tokens.slice(Math.max(0, time.from - STATE_REACH), time.from);
  const state = before.find(({ lower }) => STATES.has(lower));
  if (state === undefined) return undefined;
  const told = new Set(source.positions.get(state.lemma)?.map((at) => source.tokens[at]!.sentence));
  const all = hourRangesIn(source.facts.map(({ fact }) => fact));
  const ranges = all.filter(({ start: { from } }) => all.length === 1 || told.has(source.tokens[from]!.sentence));
  // Several hours may be those of several days.
  const [within, other] =
    ranges.length > 1 && schedulesOf(source).length > 0 ? [] : ranges.filter(({ start }) => isWithinHours(time, start));
  if (within === undefined || other !== undefined) return undefined;
  return `from ${writtenAs(within.start, source)} to ${writtenAs(within.end, source)}`;
}

function isWithinHours(time: Fact, start: Fact): boolean {
  const { low } = inZoneOf(time, start);
  const isAt = (minute: number) => start.low <= minute && minute < start.outerHigh;
  return start.unit === MINUTE_OF_DAY && (isAt(low) || isAt(low + DAY));
}

/** "most of", "most employees", "a majority of": not "the most", "at most", "most often", or "a majority of 12 votes". */
const MAJORITY =
  /\b(?:(?<!by )(?:a|the) majority of\b(?! \d)|(?<!(?:\b(?:at|the|a|an|its|their|my|our|your|his|her|what|by)|['’]s) )most(?: of\b(?! all)| (?=\p{Ll}+s\b)))/iu;

function majorityIn({ text }: SurfaceReading): RegExpExecArray | undefined {
  const found = MAJORITY.exec(text) ?? undefined;
  if (found === undefined || !found[0].endsWith(' ')) return found;
  const [next = ''] = /^\p{L}+/u.exec(text.slice(found.index + found[0].length)) ?? [];
  return partOfSpeech(next) === 'NOUN' ? found : undefined;
}

/** "more than half of" for "most of" against a source all of whose shares are: "62 %", "two thirds", "150 of 200". */
function shareIn(found: RegExpExecArray | undefined, source: SurfaceReading): Placed | undefined {
  if (found === undefined) return undefined;
  const shares = sharesOf(source);
  if (shares.length === 0 || shares.some((share) => share <= 50)) return undefined;
  const own = found[0].trimEnd();
  const written = `${/^[A-Z]/.test(own) ? 'M' : 'm'}ore than half of${/most$/i.test(own) ? ' the' : ''}`;
  return { at: found.index, own, written };
}

/** "150 of the 200", "Of the 200 voters, 150": a part and its whole, either first. */
const PART_OF = /(?<![\d,])(\d[\d,]{0,12}) (?:out )?of (?:the |its |all )?(\d[\d,]{0,12})/gi;
const OF_WHOLE = /\bof (?:the |its |all )?(\d[\d,]{0,12})[^.,;\d]{0,60}, (\d[\d,]{0,12})/gi;

/** The shares that a source states, in percent. */
function sharesOf({ facts, text }: SurfaceReading): number[] {
  const stated = facts.flatMap(({ fact: { kind, low, high } }) => (kind === 'percent' ? [Math.min(low, high)] : []));
  const percent = (part: string, whole: string) =>
    (100 * Number(part.replaceAll(',', ''))) / Number(whole.replaceAll(',', ''));
  const parts = [...text.matchAll(PART_OF)].map(([, part, whole]) => percent(part!, whole!));
  const wholes = [...text.matchAll(OF_WHOLE)].map(([, whole, part]) => percent(part!, whole!));
  return [...stated, ...parts, ...wholes];
}

function writtenAs({ start, end }: Fact, { text }: SurfaceReading): string {
  return text.slice(start, end);
}
