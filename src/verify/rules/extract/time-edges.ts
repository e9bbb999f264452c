import type { Token } from '../../../text/index.ts';
import type { Fact } from '../findings.ts';
import { words } from '../lexicon/phrases.ts';
import { DAY, HALF_DAY, JOINTS, MINUTE_OF_DAY } from './clock-times.ts';

const STARTS = words('opens open opened opening starts start started starting begins begin began beginning');
/** A place that opens stays open until it closes: later times are not excluded. An event that starts has this time. */
const OPENS = words('opens open opened opening from');
const ENDS = words('closes close closed closing ends end ended ending finishes finish finished shuts shut');
/** Unlike opening and closing, these say nothing of the time between. */
const LEAVES = words('leaves leave left departs depart departed');
const ARRIVES = words('arrives arrive arrived lands land landed');
const UNTIL = words('until till');
/** Tokens between the word that says what happens and its time: "closes early on Fridays at noon". */
const REACH = 6;
const CLAUSE_END = words('and but , ; : . ( )');

/** The times of day in a text with what each of them begins or ends, and with the range "from 9:00 to 13:00" that it is a part of. */
export function withTimeEdges(facts: readonly Fact[], tokens: readonly Token[]): readonly Fact[] {
  if (!facts.some(({ kind }) => kind === 'time')) return facts;
  const edged = [...facts];
  for (const [i, fact] of facts.entries()) {
    if (fact.kind !== 'time' || edged[i] !== fact) continue;
    const next = facts[i + 1];
    if (next !== undefined && isRange(fact, next, tokens)) {
      // "8:00-16:30 UTC": the later time says which half of the day the earlier one is in, and which time zone.
      const outerHigh = next.low > fact.low ? next.high : next.high + DAY;
      const range = { unit: next.unit, zone: next.zone, outerLow: fact.low, outerHigh };
      edged[i] = { ...fact, ...range, edge: 'start' };
      edged[i + 1] = { ...next, ...range, edge: 'end' };
    } else edged[i] = alone(fact, tokens);
  }
  return edged;
}

function isRange(first: Fact, second: Fact, tokens: readonly Token[]): boolean {
  if (second.kind !== 'time' || !(isOfOneDay(first, second) || isOverNight(first, second))) return false;
  const joint = tokens[first.to]?.lower ?? '';
  const isBetween = joint === 'and' && tokens[first.from - 1]?.lower === 'between';
  return second.from === first.to + 1 && (isBetween || JOINTS.has(joint));
}

/** The two ends of hours: "9:00 to 13:00". */
export interface HourRange {
  readonly start: Fact;
  readonly end: Fact;
}

/** The hours that some facts of a text give, in its order. */
export function hourRangesIn(facts: readonly Fact[]): readonly HourRange[] {
  return facts.flatMap((start, i) => {
    const end = facts[i + 1];
    const isRange = start.edge === 'start' && end?.edge === 'end' && start.outerHigh === end.outerHigh;
    return isRange ? [{ start, end }] : [];
  });
}

function isOfOneDay(first: Fact, second: Fact): boolean {
  return second.low > first.low && (second.unit === first.unit || second.low >= HALF_DAY);
}

/** "18:00 to 02:00" */
function isOverNight(first: Fact, second: Fact): boolean {
  return first.unit === second.unit && first.unit === MINUTE_OF_DAY && first.low >= HALF_DAY && second.low < HALF_DAY;
}

function alone(fact: Fact, tokens: readonly Token[]): Fact {
  const word = wordOf(fact, tokens);
  if (OPENS.has(word)) return { ...fact, edge: 'start', outerHigh: Number.POSITIVE_INFINITY };
  if (STARTS.has(word) || LEAVES.has(word)) return { ...fact, edge: 'start' };
  if (ARRIVES.has(word)) return { ...fact, edge: 'end' };
  if (UNTIL.has(word) || ENDS.has(word)) return { ...fact, edge: 'end', outerLow: Number.NEGATIVE_INFINITY };
  return fact;
}

const BEFORE_TIMES = words('at : time hour hours around about');

/** "from" or "until" right before the time, or the nearest word before "at" that says what happens then; '' without one. */
function wordOf({ from }: Fact, tokens: readonly Token[]): string {
  const before = tokens[from - 1]?.lower ?? '';
  if (before === 'from' || UNTIL.has(before)) return before;
  const reach = BEFORE_TIMES.has(before) ? REACH : 1;
  let at = from - 1;
  while (BEFORE_TIMES.has(tokens[at]?.lower ?? '')) at -= 1;
  for (const last = Math.max(0, at - reach + 1); at >= last; at--) {
    const { lower } = tokens[at]!;
    if (CLAUSE_END.has(lower)) return '';
    // "Is open at 9:00" is no opening.
    if ([STARTS, ENDS, LEAVES, ARRIVES].some((list) => list.has(lower))) return isState(tokens, at) ? '' : lower;
  }
  return '';
}

/** True of a word that only says what a time of day begins or ends, or on which days: they are compared by themselves. */
export function saysEdge(lower: string): boolean {
  return STARTS.has(lower) || ENDS.has(lower) || BEFORE_TIMES.has(lower) || STATES.has(lower);
}

const STATES = words('is are was were be been stays stay remains remain still');

/** "is open", and a part of a name: "the start-up", "the closed session". */
function isState(tokens: readonly Token[], at: number): boolean {
  const [before, { lower }, after] = [tokens[at - 1], tokens[at]!, tokens[at + 1]];
  if (after?.text === '-') return true;
  if (lower !== 'open' && lower !== 'closed') return false;
  return STATES.has(before?.lower ?? '') || (after?.lemma ?? '') !== '';
}
