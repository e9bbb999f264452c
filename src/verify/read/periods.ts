import type { Token } from '../../text/index.ts';
import {
  datesIn,
  type Fact,
  isPart,
  type Period,
  periodsIn,
  relationOf,
  type SurfaceReading,
  saysNothingElse,
} from '../rules/index.ts';
import { words } from '../rules/lexicon/phrases.ts';
import type { Placed } from './limits.ts';

/** Verbs of what lasts, and was so on each day of a period. "Rose from 2015 to 2019" does not say what it did in 2017. */
const LASTS =
  /\b(?:is|are|was|were|did|worked|lived|served|held|led|ran|belonged|owned|stood|studied|taught|played|stayed|headed|managed)\b/i;
/** "The road was built from 2015 to 2019" does not say when it was finished; "was closed" tells of a state. */
const DONE =
  /\b(?:is|are|was|were) (?!(?:open|closed|shut|occupied|married|employed|owned|ruled|governed|banned|divided|used)\b)\p{L}+(?:ed|en|wn|ld|lt|pt|nd|ht|de|id|ut)\b/iu;
/** A number may be that of the whole period, and a list may be of one thing after another. */
const OF_PARTS = /\b(?:and|or|one|once|twice|times|total|average)\b/i;
const BEFORE_TIME = words('in during on');
/** Behind a period, these say no more than until when, or why: "from 2015 to 2019 for repairs". */
const BEHIND = words('. , ; ) and but when for because as');

/** "from 2015 to 2019" for "in 2017" where a source says in the claim's own words that something lasted so long. */
export function periodIn(claim: SurfaceReading, source: SurfaceReading): Placed | undefined {
  const [time, other] = datesIn(claim);
  if (time === undefined || other !== undefined || claim.facts.length > 1) return undefined;
  if (!LASTS.test(claim.text) || DONE.test(claim.text) || OF_PARTS.test(claim.text)) return undefined;
  if (!BEFORE_TIME.has(claim.tokens[time.from - 1]?.lower ?? '')) return undefined;
  const [period, another] = periodsIn(source).filter((one) => isWithin(time, one));
  if (period === undefined || another !== undefined) return undefined;
  const { start, end } = period;
  if (!saysTheSame(claim, time, source, { from: start.from, to: end.to })) return undefined;
  const written = `${source.text.slice(start.start, start.end)} to ${source.text.slice(end.start, end.end)}`;
  const at = claim.tokens[time.from - 1]!.start;
  return { at, own: claim.text.slice(at, time.end), written: `from ${written}` };
}

const PREPOSITIONS = words('in at on during from between');

/**
 * The time of a source for a part of a month or year of the claim that it lies in, "from 13 to 17 March" for "in mid-March", where one
 * sentence has the rest of the claim.
 */
export function partIn(claim: SurfaceReading, source: SurfaceReading): Placed | undefined {
  const [own, more] = datesIn(claim);
  if (own === undefined || more !== undefined || !isPart(claim.tokens.slice(own.from, own.to))) return undefined;
  const start = prepositionBefore(own, claim);
  const within = datesIn(source).filter((date) => relationOf(own, date) === 'entailed');
  const [first, last = first, ...others] = within;
  if (start === undefined || first === undefined || others.length > 0) return undefined;
  const isPeriod = periodsIn(source).some((one) => one.start === first && one.end === last);
  if (first !== last && !isPeriod) return undefined;
  const { sentence } = source.tokens[first.from]!;
  const isTold = (at: number) => source.tokens[at]!.sentence === sentence;
  const positions = new Map([...source.positions].filter(([, places]) => places.some(isTold)));
  if (!saysNothingElse(claim, own, { positions }) || source.negations.some(({ at }) => isTold(at))) return undefined;
  const from = prepositionBefore(first, source);
  const joint = isPeriod ? 'from' : first.low === first.high ? 'on' : 'in';
  const told = source.text.slice(from === undefined ? first.start : source.tokens[from]!.start, last!.end);
  const at = claim.tokens[start]!.start;
  return { at, own: claim.text.slice(at, own.end), written: from === undefined ? `${joint} ${told}` : told };
}

/** The token of "in" before a time, or before its article. */
function prepositionBefore({ from }: Fact, { tokens }: SurfaceReading): number | undefined {
  const at = tokens[from - 1]?.lower === 'the' ? from - 2 : from - 1;
  return PREPOSITIONS.has(tokens[at]?.lower ?? '') ? at : undefined;
}

/** A period without years may go over the end of one: "from 23 December to 2 January". */
function isWithin({ unit, low, high }: Fact, { start, end }: Period): boolean {
  if (unit !== start.unit) return false;
  return start.low < end.low ? start.low < low && high < end.high : low > start.low || high < end.low;
}

/** Words of what was so only in a part of the period. */
const IN_TURN = words('then later afterwards subsequently before after finally');
const OPENS_PERIOD = words('from between (');
/** They change nothing of what the words before a period say. */
const PASSED_OVER = words('did not never each every year');

/** The sentence says from its verb on what the claim says, right before or behind the period, and nothing more of it. */
function saysTheSame(
  claim: SurfaceReading,
  time: Fact,
  source: SurfaceReading,
  { from, to }: Pick<Fact, 'from' | 'to'>,
): boolean {
  const { sentence } = source.tokens[from]!;
  const isTold = (token: Token) => token.sentence === sentence;
  const isDenied = source.negations.some(({ at }) => isTold(source.tokens[at]!));
  const isInTurn = source.tokens.some((token) => isTold(token) && IN_TURN.has(token.lower));
  if (isDenied || isInTurn) return false;
  const said = claim.tokens.filter((_, at) => at < time.from - 1 || at >= time.to);
  const verb = said.findIndex(({ lower }) => LASTS.test(lower));
  const own = keysOf(said.slice(verb));
  const opens = OPENS_PERIOD.has(source.tokens[from - 1]?.lower ?? '') ? from - 1 : from;
  const before = keysOf(source.tokens.slice(0, opens).filter(isTold));
  const behind = keysOf(source.tokens.slice(to).filter(isTold));
  const subject = said.slice(0, verb).filter(({ lemma }) => lemma !== '');
  const isHeld = subject.every(({ lemma }) => source.positions.get(lemma)?.some((at) => isTold(source.tokens[at]!)));
  // "The house next door was empty" is about another house.
  const last = subject.at(-1)?.lemma;
  const isSubject = (key: string | undefined) => last === undefined || key === last || isPronoun(key);
  const isEnd = (at: number) => at >= behind.length || BEHIND.has(behind[at]!);
  const isBefore =
    isEnd(0) && own.every((key, i) => before.at(i - own.length) === key) && isSubject(before.at(-own.length - 1));
  const start = behind.findIndex((_, at) => at <= MOST_BETWEEN && own.every((key, i) => behind[at + i] === key));
  return (
    isHeld && own.length > 1 && (isBefore || (start >= 0 && isSubject(behind[start - 1]) && isEnd(start + own.length)))
  );
}

function isPronoun(key = ''): boolean {
  return /^(?:he|she|it|they)$/.test(key);
}

/** Words of a subject between a period and its verb: "From 2015 to 2019 the young painter lived in Rome". */
const MOST_BETWEEN = 6;

function keysOf(tokens: readonly Token[]): readonly string[] {
  const keys = tokens.filter(({ lower }) => !PASSED_OVER.has(lower)).map(({ lemma, lower }) => lemma || lower);
  return keys.at(-1) === '.' ? keys.slice(0, -1) : keys;
}
