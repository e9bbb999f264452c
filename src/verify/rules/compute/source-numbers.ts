import { isFunctionWord, MONTHS, partOfSpeech, type Token } from '../../../text/index.ts';
import { MINUTE_OF_DAY } from '../extract/clock-times.ts';
import { yearOfDay } from '../extract/date-parts.ts';
import type { Fact } from '../findings.ts';
import { oncePer } from '../keyed.ts';
import { words } from '../lexicon/phrases.ts';
import { isOperator, quantityKey, SAYS_NOTHING } from '../lexicon/table-words.ts';
import type { SurfaceReading } from '../reading.ts';

/** A number of a source with the words that say what it is a number of. */
export interface SourceNumber {
  readonly fact: Fact;
  /** The number of its sentence in the reading. */
  readonly sentence: number;
  /** Its own part of the sentence, up to the next comma or conjunction between two numbers: the tokens. */
  readonly part: TokenRange;
  /** Keys of the words of this part. */
  readonly own: ReadonlySet<string>;
  /** Those that name what it is of, by itself or taken over from the number before. */
  readonly named: ReadonlySet<string>;
  /** The noun that it counts: "45,600" after "34,200 bicycles" counts bicycles. */
  readonly counted: readonly string[];
  /** The number that it is a part of: "1.92 million of 4.8 million". */
  readonly whole: Fact | undefined;
  /** The same with the words before the first number of its sentence, which often name the subject of all. */
  readonly around: ReadonlySet<string>;
  /** It is called a total: no part of another sum. */
  readonly isTotal: boolean;
  /** "and 144": it is of the same kind as the number before, which is the first of its sentence. */
  readonly isJoined: boolean;
  /** It is the first number of its sentence. */
  readonly isFirst: boolean;
  /** The year that it holds of; undefined where neither its sentence nor the one before has one. */
  readonly year: number | undefined;
  /** The month or quarter that its part names, by its place in the year. */
  readonly month: number | undefined;
  /** "a year earlier", "five years ago", "last year": it holds of an earlier time than its neighbors. */
  readonly isEarlier: boolean;
  /** "The budget was 40 million": what was expected before, and no value of its own. */
  readonly isPlanned: boolean;
  /** "18 more than a year before": 1, "18 fewer": -1, by how much another number is more or less; 0 for all others. */
  readonly change: -1 | 0 | 1;
  /** "more than Ben, who ran 2 km less": it is said of what stands right before it. */
  readonly isOfLast: boolean;
  /** "after 6.3", "from 41.5 to": it is compared with another number, and is the older one. */
  readonly isCompared: boolean;
}

const DIVIDERS = words('and but while whereas compared versus');
const PREPOSITIONS = words('against after from to among');
const DIVIDER_MARK = /^[,;:—–()]$/;
const EARLIER = words('ago earlier previously formerly prior previous before');
export const PERIODS = words('year month week quarter season winter spring summer autumn decade time');
const COMPARED = words('after from');
const RELATIVE = words('who which where whose');
const FROM = words('from');
const SIDE_BY_SIDE = words('compared against versus');
/** Behind these a number is not what its sentence is about. */
const SECONDARY = words('after from against versus compared than');
/** Words before a number that is compared with another one. */
const COMPARED_REACH = 3;
/** Words of a sum. */
export const SUMS = words('together combined altogether total totals totaled totalled overall sum jointly');
/** Some words say that a number is a sum: "in total", "all in all", "five in all". */
export function saysSum(tokens: readonly Token[]): boolean {
  const isInAll = (at: number) => {
    const next = tokens[at + 2];
    const isLast = next === undefined || next.type === 'symbol' || tokens[at - 1]?.lower === 'all';
    return tokens[at]!.lower === 'in' && tokens[at + 1]?.lower === 'all' && isLast;
  };
  return tokens.some(({ lower }, at) => SUMS.has(lower) || isInAll(at));
}

/** Words before the first number of a sentence that count for all of them. */
const MOST_LEAD = 60;
const MORE = words('more higher above');
const FEWER = words('less fewer lower below');
/** Words for what was expected before. */
export const PLANNED = /^(?:planned|budget(?:ed)?|expected|forecast|projected|estimated)$/;
const SEASONS = words('spring summer autumn winter today');

/** The numbers of a reading in their order: no dates, ordinals, names or spans of time that only say when. */
export const sourceNumbers = oncePer((reading: SurfaceReading) =>
  withWords(reading, (fact) => isNumber(fact) && reading.tokens[fact.from - 1]?.lower !== 'per'),
);

/** The dates with a year of a reading, each with its words as a number has them. */
export const sourceDates = oncePer((reading: SurfaceReading) =>
  withWords(reading, (fact) => yearOf(fact) !== undefined),
);

/** A text with these has times of several places. */
const OF_PLACES = /\b(?:local|time zones?|hours? (?:ahead|behind))\b/;
const ZONE = /\b(?:UTC|GMT|WES?T|CES?T|EES?T|[BIJK]ST|MSK|[ECMP][DS]T)\b/g;

/** The times of day of a reading, each with its words as a number has them; none where they may be of several time zones. */
export const sourceTimes = oncePer((reading: SurfaceReading) => {
  const zones = new Set(Array.from(reading.text.matchAll(ZONE), ([zone]) => zone));
  const isOfSeveral = zones.size > 1 || OF_PLACES.test(reading.text);
  return isOfSeveral ? [] : withWords(reading, ({ unit }) => unit === MINUTE_OF_DAY);
});

function withWords(reading: SurfaceReading, counts: (fact: Fact) => boolean): readonly SourceNumber[] {
  const { tokens } = reading;
  const starts = sentencesOf(reading);
  const numbers: SourceNumber[] = [];
  let before: SourceNumber | undefined;
  /** The last number that holds of the time that its text is about. */
  let known: SourceNumber | undefined;
  const facts = joinedSpans(reading.facts.flatMap(({ fact }) => endsOf(fact, tokens)).filter(counts), tokens);
  const years = yearsByToken(reading);
  const endOfPart = (i: number) => {
    const { to } = starts.get(tokens[facts[i]!.from]!.sentence)!;
    const next = facts[i + 1];
    if (next !== undefined && next.from < to) return divided(tokens, facts[i]!.to, next.from).before;
    const clause = tokens.slice(facts[i]!.to, to).findIndex(({ text }) => text === ';');
    return clause < 0 ? to : facts[i]!.to + clause;
  };
  let lead: ReadonlySet<string> = new Set();
  /** "Compared with 78 % in 2023" is no year of the other numbers. */
  let untilCompared = 0;
  for (const [i, fact] of facts.entries()) {
    const { sentence } = tokens[fact.from]!;
    const { from, to } = starts.get(sentence)!;
    const [last, next] = [facts[i - 1], facts[i + 1]];
    const start = last !== undefined && last.from >= from ? divided(tokens, last.to, fact.from).after : from;
    const end = endOfPart(i);
    const part = tokens.slice(start, end);
    const neighbor = before?.sentence === sentence ? before : undefined;
    const isFirst = last === undefined || last.from < from;
    if (isFirst) {
      lead = keysIn(tokens.slice(Math.max(from, fact.from - MOST_LEAD), fact.from));
      const compared = tokens.slice(from, to).findIndex(({ lower }) => SIDE_BY_SIDE.has(lower));
      untilCompared = compared < 0 ? to : from + compared;
    }
    const named = keysIn(part.filter((token, i) => !isIn(fact, start + i) && isNamingWord(token)));
    const alike =
      before !== undefined && sentence - before.sentence <= 1 && isOfUnit(before.fact, fact) ? before : undefined;
    const taken = alike !== undefined && named.size === 0 && fact.kind !== 'time' ? alike.named : [];
    const counted = fact.unit === '' && fact.nouns.length === 0 && alike !== undefined ? alike.counted : fact.nouns;
    const whole = next !== undefined && isPartOf(tokens, fact, next) ? next : undefined;
    const ofWhole = whole === undefined ? [] : keysIn(tokens.slice(whole.from, endOfPart(i + 1)));
    const own = new Set([...keysIn(part), ...taken, ...ofWhole]);
    const isAmongAlike = alike?.sentence === sentence || (next !== undefined && next.from < to && isOfUnit(next, fact));
    const isCompared =
      isAmongAlike &&
      (hasBefore(tokens, fact, COMPARED) || (named.size === 0 && hasBefore(tokens, fact, SIDE_BY_SIDE)));
    const isEarlier = saysEarlier(part) || (neighbor?.isEarlier === true && !isCompared && !saysNow(part));
    const isTotal = saysSum(part);
    const isNear = known !== undefined && sentence - known.sentence <= 1;
    const inSentence = neighbor?.year ?? years(from, untilCompared);
    const current = isEarlier ? undefined : (inSentence ?? (isNear ? known?.year : undefined));
    const year = years(start, end) ?? (neighbor?.isEarlier === true ? inSentence : current);
    before = {
      fact,
      sentence,
      own,
      isFirst,
      isEarlier,
      isCompared,
      isTotal,
      year,
      month: monthIn(part),
      isPlanned: part.some(({ lower }) => PLANNED.test(lower)),
      named: new Set([...named, ...taken]),
      counted,
      whole,
      change: changeOf(tokens, fact),
      isOfLast: tokens.slice(start, fact.from).some(({ lower }) => RELATIVE.has(lower)),
      isJoined: tokens[fact.from - 1]?.lower === 'and' && neighbor?.isFirst === true,
      part: { from: start, to: end },
      around: new Set([...lead, ...own, ...counted.map(rootOf)]),
    };
    if (!isEarlier && !hasBefore(tokens, fact, SECONDARY)) known = before;
    numbers.push(before);
  }
  return numbers;
}

/** The one month of some words. */
function monthIn(part: readonly Token[]): number | undefined {
  const named = part.flatMap(({ lower, text }) => (/^\p{Lu}/u.test(text) ? (MONTHS.get(lower) ?? []) : []));
  return named.length === 1 ? named[0] : undefined;
}

/** "From 18 percent to 41 percent" is a range where it rises: here it is two numbers. */
function endsOf(fact: Fact, tokens: readonly Token[]): readonly Fact[] {
  const ends = fact.written.split('-').map(Number);
  const to = tokens.slice(fact.from, fact.to).findIndex(({ lower }) => lower === 'to');
  if (fact.low === fact.high || ends.length !== 2 || to < 1 || !hasBefore(tokens, fact, FROM)) return [fact];
  const at = fact.from + to;
  const factor = (fact.low + fact.high) / (ends[0]! + ends[1]!);
  const [low, high] = [ends[0]! * factor, ends[1]! * factor];
  return [
    { ...fact, low, high: low, written: String(ends[0]), end: tokens[at - 1]!.end, to: at },
    { ...fact, low: high, high, written: String(ends[1]), start: tokens[at + 1]!.start, from: at + 1 },
  ];
}

/** A bare number of a list or comparison has the unit of the number before: "26 minutes instead of 65". */
function isBare({ unit, nouns, to }: Fact, tokens: readonly Token[]): boolean {
  return unit === '' && (nouns.length === 0 || isFunctionWord(tokens[to]?.lower ?? ''));
}

const UNITS_TAKEN_OVER = new Set(['money', 'measure', 'duration']);

/** "3 hours 24 minutes" is one span of time; "from 80 to 92 pounds" are two amounts of pounds. */
function joinedSpans(read: readonly Fact[], tokens: readonly Token[]): Fact[] {
  const joined: Fact[] = [];
  for (const fact of read) {
    const last = joined.at(-1);
    const isFromTo =
      last?.unit === '' && fact.unit !== '' && fact.from <= last.to + 2 && tokens[last.to]?.lower === 'to';
    if (isFromTo) joined[joined.length - 1] = inUnitOf(fact, last);
    const isListed =
      last !== undefined &&
      UNITS_TAKEN_OVER.has(last.kind) &&
      isBare(fact, tokens) &&
      tokens[last.from]!.sentence === tokens[fact.from]!.sentence;
    if (isListed) {
      joined.push(inUnitOf(last, fact));
      continue;
    }
    const isSame =
      last?.kind === 'duration' && fact.kind === 'duration' && fact.from === last.to && fact.low < last.low;
    if (!isSame) joined.push(fact);
    else
      joined[joined.length - 1] = {
        ...last,
        end: fact.end,
        to: fact.to,
        low: last.low + fact.low,
        high: last.high + fact.high,
        written: '',
      };
  }
  return joined;
}

function inUnitOf({ kind, unit, statedUnit, low, written }: Fact, bare: Fact): Fact {
  const factor = Number(written) > 0 ? low / Number(written) : 1;
  const [from, to] = [bare.low * factor, bare.high * factor];
  return { ...bare, kind, unit, statedUnit, low: from, high: to, step: bare.step * factor };
}

function changeOf(tokens: readonly Token[], { from, to }: Fact): -1 | 0 | 1 {
  const isSameSentence = ({ sentence }: Token) => sentence === tokens[from]!.sentence;
  const next = tokens
    .slice(to, to + 2)
    .filter(isSameSentence)
    .map(({ lower }) => lower);
  if (next.some((word) => MORE.has(word))) return 1;
  return next.some((word) => FEWER.has(word)) ? -1 : 0;
}

/** Tokens between a part and its whole: "1.92 million of the country's 4.8 million households". */
const MOST_BETWEEN = 4;

function isPartOf(tokens: readonly Token[], { to }: Fact, whole: Fact): boolean {
  if (tokens[to]?.lower !== 'of' || whole.from - to > MOST_BETWEEN) return false;
  return divided(tokens, to, whole.from).before === whole.from;
}

/** "$241.50 a tonne" and "$230.00" may be of one unit: the second leaves out what a reader knows. */
export function isOfUnit(one: Fact, other: Fact): boolean {
  if (one.kind !== other.kind) return false;
  if (one.unit === other.unit) return true;
  const [base, per] = one.unit.split('/');
  const [otherBase, otherPer] = other.unit.split('/');
  return base === otherBase && (per === otherPer || per === undefined || otherPer === undefined);
}

function isIn({ from, to }: Fact, at: number): boolean {
  return from <= at && at < to;
}

/** A word that says what a number is of: no verb, no time and no word for numbers themselves. */
export function isNamingWord({ type, lower }: Token): boolean {
  if (type !== 'word' || isFunctionWord(lower) || saysWhenOrHow(lower)) return false;
  const part = partOfSpeech(lower);
  return part !== 'VERB' && part !== 'AUX';
}

function saysWhenOrHow(word: string): boolean {
  return (
    PERIODS.has(word.replace(/s$/, '')) ||
    EARLIER.has(word) ||
    isOperator(word) ||
    MONTHS.has(word) ||
    SEASONS.has(word) ||
    SAYS_NOTHING.has(quantityKey(word))
  );
}

/** True if a fact counts or measures something. */
export function isNumber({ kind, outerLow, outerHigh, low, high }: Fact): boolean {
  if (kind !== 'number' && kind !== 'money' && kind !== 'percent' && kind !== 'measure' && kind !== 'duration')
    return false;
  const isSpan = outerLow === Number.NEGATIVE_INFINITY && outerHigh === Number.POSITIVE_INFINITY;
  return !isSpan && low === high && Number.isFinite(low);
}

/** "24 minutes": what two times of day may give. */
export function isPartOfDay({ kind, unit, low, high }: Fact): boolean {
  return kind === 'duration' && unit === 'day' && low === high && high < 1;
}

/** The keys of the content words; numbers that name things count as words. */
export function keysIn(tokens: readonly Token[]): ReadonlySet<string> {
  const said = tokens.filter(({ type, lower }) => type !== 'symbol' && type !== 'break' && !isFunctionWord(lower));
  return new Set(said.map(({ lower }) => rootOf(lower)));
}

const ROOT_LETTERS = 6;

/** The letters that related words share: "member" and "membership", "region" and "regionally". */
export function rootOf(word: string): string {
  return quantityKey(word).slice(0, ROOT_LETTERS);
}

interface TokenRange {
  readonly from: number;
  readonly to: number;
}

/** The tokens of each sentence. */
export const sentencesOf = oncePer(({ tokens }: SurfaceReading): ReadonlyMap<number, TokenRange> => {
  const ranges = new Map<number, { from: number; to: number }>();
  for (const [at, { sentence }] of tokens.entries()) {
    const known = ranges.get(sentence);
    if (known === undefined) ranges.set(sentence, { from: at, to: at + 1 });
    else known.to = at + 1;
  }
  return ranges;
});

/** Where the words between two numbers are divided: shared by both where nothing divides them. */
function divided(tokens: readonly Token[], from: number, to: number): { before: number; after: number } {
  const between = tokens.slice(from, to);
  const mark = between.findIndex(({ text, lower }) => DIVIDER_MARK.test(text) || DIVIDERS.has(lower));
  const at = mark >= 0 ? mark : between.findIndex(({ lower }) => PREPOSITIONS.has(lower));
  return at < 0 ? { before: to, after: from } : { before: from + at, after: from + at };
}

/** "a year earlier", "last autumn", "used to cost" */
export function saysEarlier(part: readonly Token[]): boolean {
  const isUsedTo = part.some(({ lower }, at) => lower === 'used' && part[at + 1]?.lower === 'to');
  return isUsedTo || part.some(({ lower }) => EARLIER.has(lower)) || hasPeriodAfter(part, 'last');
}

function saysNow(part: readonly Token[]): boolean {
  return hasPeriodAfter(part, 'this') || part.some(({ lower }) => lower === 'now');
}

function hasPeriodAfter(part: readonly Token[], word: string): boolean {
  return part.some(({ lower }, at) => lower === word && PERIODS.has(part[at + 1]?.lower ?? ''));
}

function hasBefore(tokens: readonly Token[], { from }: Fact, list: ReadonlySet<string>): boolean {
  for (let at = from - 1; at >= Math.max(0, from - COMPARED_REACH); at -= 1) {
    if (list.has(tokens[at]!.lower)) return true;
    if (tokens[at]!.type === 'number') return false;
  }
  return false;
}

/** Returns the last year named in a range of tokens. */
function yearsByToken({ facts, tokens }: SurfaceReading): (from: number, to: number) => number | undefined {
  const lastBefore = new Array<Fact | undefined>(tokens.length + 1);
  for (const { fact } of facts) if (yearOf(fact) !== undefined) lastBefore[fact.to] = fact;
  for (let at = 1; at < lastBefore.length; at += 1) lastBefore[at] ??= lastBefore[at - 1];
  return (from, to) => {
    const last = lastBefore[to];
    return last === undefined || last.from < from ? undefined : yearOf(last);
  };
}

/** The year of a date; undefined for anything else. */
export function yearOf({ unit, low, high }: Fact): number | undefined {
  const day = Number.isFinite(low) ? low : high;
  return unit === 'date' && Number.isFinite(day) ? yearOfDay(day) : undefined;
}
