import { isFunctionWord, type Token } from '../../../text/index.ts';
import type { Fact } from '../findings.ts';
import { oncePer } from '../keyed.ts';
import { words } from '../lexicon/phrases.ts';
import { quantityKey } from '../lexicon/table-words.ts';
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
  /** The same with the words before the first number of its sentence, which often name the subject of all. */
  readonly around: ReadonlySet<string>;
  /** It is called a total: no part of another sum. */
  readonly isTotal: boolean;
  /** It is the first number of its sentence. */
  readonly isFirst: boolean;
  /** The year that it holds of; undefined where neither its sentence nor the one before has one. */
  readonly year: number | undefined;
  /** "a year earlier", "five years ago", "last year": it holds of an earlier time than its neighbors. */
  readonly isEarlier: boolean;
  /** "after 6.3", "from 41.5 to": it stands for comparison with another number, and is the older one. */
  readonly isCompared: boolean;
}

const DIVIDERS = words('and but while whereas compared against after versus from to among');
const DIVIDER_MARK = /^[,;:—–()]$/;
const EARLIER = words('ago earlier previously formerly prior previous before');
export const PERIODS = words('year month week quarter season winter spring summer autumn decade time');
const COMPARED = words('after from');
/** Behind these a number is not what its sentence is about. */
const SECONDARY = words('after from against versus compared than');
/** Words before a number that may stand for comparison. */
const COMPARED_REACH = 3;
/** Words of a sum. */
export const SUMS = words('together combined altogether total totals totaled totalled overall sum jointly');
/** Words before the first number of a sentence that count for all of them. */
const MOST_LEAD = 60;
const DAYS = 864e5;

/** The numbers of a reading in their order: no dates, ordinals, names or spans of time that only say when. */
export const sourceNumbers = oncePer((reading: SurfaceReading): readonly SourceNumber[] => {
  const { tokens } = reading;
  const starts = sentenceStarts(tokens);
  const numbers: SourceNumber[] = [];
  let before: SourceNumber | undefined;
  /** The last number that holds of the time that its text is about. */
  let known: SourceNumber | undefined;
  const counted = reading.facts
    .map(({ fact }) => fact)
    .filter((fact) => isNumber(fact) && tokens[fact.from - 1]?.lower !== 'per');
  const years = yearsByToken(reading);
  let lead: ReadonlySet<string> = new Set();
  for (const [i, fact] of counted.entries()) {
    const { sentence } = tokens[fact.from]!;
    const { from, to } = starts.get(sentence)!;
    const [last, next] = [counted[i - 1], counted[i + 1]];
    const start = last !== undefined && last.from >= from ? divided(tokens, last.to, fact.from).after : from;
    const end = next !== undefined && next.from < to ? divided(tokens, fact.to, next.from).before : to;
    const part = tokens.slice(start, end);
    const neighbor = before?.sentence === sentence ? before : undefined;
    const isFirst = last === undefined || last.from < from;
    if (isFirst) lead = keysIn(tokens.slice(Math.max(from, fact.from - MOST_LEAD), fact.from));
    const own = keysIn(part);
    const isCompared = hasBefore(tokens, fact, COMPARED);
    const isEarlier = saysEarlier(part) || (neighbor?.isEarlier === true && !isCompared);
    const isTotal = part.some(({ lower }) => SUMS.has(lower));
    const isNear = known !== undefined && sentence - known.sentence <= 1;
    const inSentence = neighbor?.year ?? years(from, to);
    const current = isEarlier ? undefined : (inSentence ?? (isNear ? known?.year : undefined));
    const year = years(start, end) ?? (neighbor?.isEarlier === true ? inSentence : current);
    before = {
      ...{ fact, sentence, own, isFirst, isEarlier, isCompared, isTotal, year },
      ...{ part: { from: start, to: end }, around: new Set([...lead, ...own]) },
    };
    if (!isEarlier && !hasBefore(tokens, fact, SECONDARY)) known = before;
    numbers.push(before);
  }
  return numbers;
});

/** Whether a fact counts or measures something. */
export function isNumber({ kind, outerLow, outerHigh, low, high }: Fact): boolean {
  if (kind !== 'number' && kind !== 'money' && kind !== 'percent' && kind !== 'measure' && kind !== 'duration')
    return false;
  const isSpan = outerLow === Number.NEGATIVE_INFINITY && outerHigh === Number.POSITIVE_INFINITY;
  return !isSpan && low === high && Number.isFinite(low);
}

/** The keys of the words that say something; numbers that name things are words too. */
export function keysIn(tokens: readonly Token[]): ReadonlySet<string> {
  const said = tokens.filter(({ type, lower }) => type !== 'symbol' && type !== 'break' && !isFunctionWord(lower));
  return new Set(said.map(({ lower }) => quantityKey(lower)));
}

interface TokenRange {
  readonly from: number;
  readonly to: number;
}

function sentenceStarts(tokens: readonly Token[]): ReadonlyMap<number, TokenRange> {
  const starts = new Map<number, { from: number; to: number }>();
  for (const [at, { sentence }] of tokens.entries()) {
    const known = starts.get(sentence);
    if (known === undefined) starts.set(sentence, { from: at, to: at + 1 });
    else known.to = at + 1;
  }
  return starts;
}

/** Where the words between two numbers are divided: shared by both where nothing divides them. */
function divided(tokens: readonly Token[], from: number, to: number): { before: number; after: number } {
  for (let at = from; at < to; at += 1) {
    const { text, lower } = tokens[at]!;
    if (DIVIDER_MARK.test(text) || DIVIDERS.has(lower)) return { before: at, after: at };
  }
  return { before: to, after: from };
}

/** "a year earlier", "last autumn" */
export function saysEarlier(part: readonly Token[]): boolean {
  return part.some(
    ({ lower }, at) => EARLIER.has(lower) || (lower === 'last' && PERIODS.has(part[at + 1]?.lower ?? '')),
  );
}

function hasBefore(tokens: readonly Token[], { from }: Fact, list: ReadonlySet<string>): boolean {
  for (let at = from - 1; at >= Math.max(0, from - COMPARED_REACH); at -= 1) {
    if (list.has(tokens[at]!.lower)) return true;
    if (tokens[at]!.type === 'number') return false;
  }
  return false;
}

/** Tells the last year named in a range of tokens. */
function yearsByToken({ facts, tokens }: SurfaceReading): (from: number, to: number) => number | undefined {
  const lastBefore = new Array<Fact | undefined>(tokens.length + 1);
  for (const { fact } of facts) if (yearOf(fact) !== undefined) lastBefore[fact.to] = fact;
  for (let at = 1; at < lastBefore.length; at += 1) lastBefore[at] ??= lastBefore[at - 1];
  return (from, to) => {
    const last = lastBefore[to];
    return last === undefined || last.from < from ? undefined : yearOf(last);
  };
}

/** The year of a date; undefined for what is none. */
export function yearOf({ unit, low, high }: Fact): number | undefined {
  const day = Number.isFinite(low) ? low : high;
  return unit === 'date' && Number.isFinite(day) ? new Date(day * DAYS).getUTCFullYear() : undefined;
}
