import { oppositesOf } from './antonyms.ts';
import { boundBefore } from './bounds.ts';
import { isNegated, isNegator, NEGATION_SCOPE } from './polarity.ts';
import type { Token } from './tokens.ts';
import { words } from './words.ts';

/** A word with an opposite, and whether it is negated where it stands. */
export interface DirectionCue {
  readonly key: string;
  readonly at: number;
  readonly negated: boolean;
}

/** The words a negation bears on: content stems behind it, the nearest first. */
export interface NegationCue {
  readonly at: number;
  readonly stems: readonly string[];
}

const SCOPE_STEMS = 4;
const HEDGES =
  words(`might could possibly perhaps maybe allegedly reportedly purportedly supposedly apparently seemingly
  likely unlikely probably potentially potential suggests suggest suggested appears appear seems seem seemed expected
  proposed rumored rumoured rumours rumors speculated believed alleged planned intends intended
  hypothesized hypothesised presumably arguably unclear uncertain unconfirmed tentative preliminary`);
const DIRECTION_WORDS = words('before after above below over under more less fewer against always never first last');

function keyOf(token: Token): string {
  if (token.type !== 'word') return '';
  return token.stem === '' || DIRECTION_WORDS.has(token.lower) ? token.lower : token.stem;
}

/** "more than 8" and "over 60" are bounds on a number and belong to the facts. */
function isBound(tokens: readonly Token[], at: number): boolean {
  for (let next = at + 1; next <= at + 3 && next < tokens.length; next++) {
    if (tokens[next]!.type === 'number' || tokens[next]!.text === '$')
      return boundBefore(tokens, next) !== undefined || next === at + 1;
  }
  return false;
}

/** Words that have an opposite, in order. */
export function directionCues(tokens: readonly Token[]): DirectionCue[] {
  const cues: DirectionCue[] = [];
  for (let at = 0; at < tokens.length; at++) {
    const key = keyOf(tokens[at]!);
    if (key === '' || oppositesOf(key) === undefined) continue;
    if (tokens[at]!.stem === '' && isBound(tokens, at)) continue;
    cues.push({ key, at, negated: isNegated(tokens, at) });
  }
  return cues;
}

/** Negations and what they bear on, in order. */
export function negationCues(tokens: readonly Token[]): NegationCue[] {
  const cues: NegationCue[] = [];
  for (let at = 0; at < tokens.length; at++) {
    if (!isNegator(tokens, at)) continue;
    const stems: string[] = [];
    for (let i = at + 1; i < Math.min(tokens.length, at + NEGATION_SCOPE) && stems.length < SCOPE_STEMS; i++) {
      if (tokens[i]!.sentence !== tokens[at]!.sentence || tokens[i]!.text === ',') break;
      if (tokens[i]!.stem !== '') stems.push(tokens[i]!.stem);
    }
    if (stems.length > 0) cues.push({ at, stems });
  }
  return cues;
}

/** Token indexes of words that weaken a statement; "May" the month is none. */
export function hedgeCues(tokens: readonly Token[]): number[] {
  const found: number[] = [];
  tokens.forEach((token, at) => {
    if (HEDGES.has(token.lower) || (token.text === 'may' && token.type === 'word')) found.push(at);
  });
  return found;
}
