import { type Token, wordKey } from '../../../text/index.ts';
import { oncePer } from '../keyed.ts';
import { words } from '../lexicon/phrases.ts';
import type { SurfaceReading } from '../reading.ts';

export type Test = (tokens: readonly Token[], at: number) => boolean;

export const isOneOf =
  (list: ReadonlySet<string>): Test =>
  (tokens, at) =>
    list.has(tokens[at]!.lower);
/** "to" behind one of these: "has to", "is advised to". */
export const isToBehind =
  (list: ReadonlySet<string>): Test =>
  (tokens, at) =>
    tokens[at]!.lower === 'to' && list.has(tokens[at - 1]?.lower ?? '');
export const either =
  (...tests: readonly Test[]): Test =>
  (tokens, at) =>
    tests.some((test) => test(tokens, at));

/** The word before them belongs to another verb. */
const CLAUSES = words('who that which once if by when after before unless');
/** How far before a word another one may be that tells of it. */
export const REACH = 4;

/** True if a word that passes a test is before the word at `place`, in its clause. */
export function isBehind(tokens: readonly Token[], place: number, test: Test): boolean {
  for (let at = place - 1; at >= Math.max(0, place - REACH); at--) {
    const { lower, type, sentence } = tokens[at]!;
    if (type === 'symbol' || sentence !== tokens[place]!.sentence || CLAUSES.has(lower)) return false;
    if (test(tokens, at)) return true;
  }
  return false;
}

export function keysOf(tokens: readonly Token[]): ReadonlySet<string> {
  return new Set(tokens.flatMap(({ lemma, lower }) => (lemma === '' ? [] : [wordKey(lower)])));
}

/** The keys of the content words of a text. */
export const keysIn = oncePer(({ tokens }: SurfaceReading) => keysOf(tokens));

/** Share of the claim's words that a sentence about the same has. */
export const SAME_MATTER = 0.6;
