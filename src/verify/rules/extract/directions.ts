import { firstIndex, type Token } from '../../../text/index.ts';
import type { Fact } from '../findings.ts';
import { CLAUSE_WORDS } from '../lexicon/negators.ts';
import { words } from '../lexicon/phrases.ts';

/** Which way a value goes: "rose by 8 %", "4 % lower". */
type Direction = 'up' | 'down';

const UPWARDS = words(`rise rises rising rose risen grow grows growing grew grown growth increase increases increasing
  increased gain gains gained climb climbs climbed jump jumps jumped surge surged soar soared higher`);
const DOWNWARDS =
  words(`fall falls falling fell fallen drop drops dropping dropped decline declines declining declined decrease
  decreases decreasing decreased shrink shrinks shrank shrunk slump slumped plunge plunged lower`);
/** Tokens between a value and the word before it, such as in "fell from 6.1 to 4.9", and the word after it. */
const BEFORE = 5;
const BEHIND = 2;
const STOPS = /^(?:[.,;:()!?\n—–]|and|or|but)$/;
const BEFORE_LEVEL = words('to from at');
const NEGATIONS = words('not never no neither without');

/** How a value changes; `isAmount`: it is the size of the change and no level: "rose 8 %", "rose by 8 %", not "rose to 8 %". */
export interface Change {
  readonly direction: Direction;
  readonly isAmount: boolean;
}

/** Returns the change of a value in a text; undefined where no word, a negated one, or two that differ name one. */
export function changesIn(tokens: readonly Token[]): (fact: Fact) => Change | undefined {
  const places: number[] = [];
  for (const [at, { lower }] of tokens.entries()) if (UPWARDS.has(lower) || DOWNWARDS.has(lower)) places.push(at);
  return (fact) => {
    const next = places[firstIndex(places.length, (i) => places[i]! >= fact.boundFrom - BEFORE)];
    return next === undefined || next >= fact.to + BEHIND ? undefined : changeOf(fact, tokens);
  };
}

function changeOf(fact: Fact, tokens: readonly Token[]): Change | undefined {
  const found = new Set<Direction>();
  let isLevel = false;
  for (let at = fact.boundFrom - 1; at >= Math.max(0, fact.boundFrom - BEFORE); at--) {
    const { lower } = tokens[at]!;
    if (NEGATIONS.has(lower)) return undefined;
    if (STOPS.test(lower) || CLAUSE_WORDS.has(lower)) break;
    if (found.size === 0) isLevel ||= BEFORE_LEVEL.has(lower);
    add(found, lower);
  }
  for (let at = fact.to; at < Math.min(tokens.length, fact.to + BEHIND); at++) {
    const { lower } = tokens[at]!;
    if (STOPS.test(lower) || CLAUSE_WORDS.has(lower)) break;
    add(found, lower);
  }
  const [direction] = found;
  return direction === undefined || found.size > 1 ? undefined : { direction, isAmount: !isLevel };
}

function add(found: Set<Direction>, word: string): void {
  if (UPWARDS.has(word)) found.add('up');
  if (DOWNWARDS.has(word)) found.add('down');
}

/** True if one value rises and the other falls. */
export function isOpposite(one: Change | undefined, other: Change | undefined): boolean {
  return one !== undefined && other !== undefined && one.direction !== other.direction;
}
