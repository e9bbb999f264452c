import type { Token } from '../../../text/index.ts';
import type { Fact } from '../findings.ts';
import { CLAUSE_WORDS } from '../lexicon/negators.ts';
import { words } from '../lexicon/phrases.ts';

/** Which way a value goes: "rose by 8 %", "4 % lower". */
export type Direction = 'up' | 'down';

const UPWARDS = words(`rise rises rising rose risen grow grows growing grew grown growth increase increases increasing
  increased gain gains gained climb climbs climbed jump jumps jumped surge surged soar soared higher`);
const DOWNWARDS =
  words(`fall falls falling fell fallen drop drops dropping dropped decline declines declining declined decrease
  decreases decreasing decreased shrink shrinks shrank shrunk slump slumped plunge plunged lower`);
/** Tokens between a value and the word before it, such as in "fell from 6.1 to 4.9", and the word behind it. */
const BEFORE = 5;
const BEHIND = 2;
const STOPS = /^(?:[.,;:()!?\n—–]|and|or|but)$/;
const NEGATIONS = words('not never no neither without');

/** The direction of a value; undefined where no word, a negated one, or two that differ stand with it. */
export function directionOf(fact: Fact, tokens: readonly Token[]): Direction | undefined {
  const found = new Set<Direction>();
  for (let at = fact.boundFrom - 1; at >= Math.max(0, fact.boundFrom - BEFORE); at--) {
    const { lower } = tokens[at]!;
    if (NEGATIONS.has(lower)) return undefined;
    if (STOPS.test(lower) || CLAUSE_WORDS.has(lower)) break;
    add(found, lower);
  }
  for (let at = fact.to; at < Math.min(tokens.length, fact.to + BEHIND); at++) {
    const { lower } = tokens[at]!;
    if (STOPS.test(lower) || CLAUSE_WORDS.has(lower)) break;
    add(found, lower);
  }
  return found.size === 1 ? [...found][0] : undefined;
}

function add(found: Set<Direction>, word: string): void {
  if (UPWARDS.has(word)) found.add('up');
  if (DOWNWARDS.has(word)) found.add('down');
}

/** True if one value rises and the other falls. */
export function isOpposite(one: Direction | undefined, other: Direction | undefined): boolean {
  return one !== undefined && other !== undefined && one !== other;
}
