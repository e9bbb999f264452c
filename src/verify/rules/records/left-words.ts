import { partOfSpeech, range } from '../../../text/index.ts';
import { isLooseWord, MOST_LOOSE } from '../compute/mentions.ts';
import { isNameOfValue, LIGHT, statesOf } from '../lexicon/record-words.ts';
import { BLOCKING, isOperator, SAYS_NOTHING } from '../lexicon/table-words.ts';
import type { Assertion } from './assertion.ts';
import { type IndexedField, nameKeys } from './record-index.ts';
import { isContent, type Statement } from './statement.ts';

/** Words of a statement that say something beyond its assertions. */
export interface LeftWords {
  readonly words: readonly string[];
  /** They say more than that a value and what it belongs to go together. */
  readonly isIncomplete: boolean;
}

/** Words before a noun that names what the record is of: "the ticket". */
const DEFINITE = /^(?:the|this|that|its|his|her|their|our|your|my|a|an|of|any)$/;

/** The words of a statement that neither its assertions nor the names of the record have. */
export function leftWords(
  assertions: readonly Assertion[],
  given: {
    readonly statement: Statement;
    readonly fields: readonly IndexedField[];
    readonly taken: ReadonlySet<number>;
  },
): LeftWords {
  const { statement, fields, taken } = given;
  const covered = new Set([...taken, ...assertions.flatMap(({ covers }) => covers)]);
  const held = new Set([
    ...[...new Set(fields.map(({ object }) => object.name))].flatMap(nameKeys),
    ...fields.flatMap(({ field, words }) => (field.kind === 'text' ? [...words] : [])),
  ]);
  // "The ticket": the record itself, where it has no name.
  const isRoot = /^(?:the|this)$/.test(statement.words[0]?.text ?? '') && taken.size === 0;
  const kinds = new Set([...(isRoot ? nounsFrom(statement, 1) : []), ...nounsBefore(statement)]);
  // "7 tests were skipped", "the cheapest option"
  const counted = new Set([...taken, ...statement.values.flatMap(({ to }) => (covered.has(to - 1) ? [to - 1] : []))]);
  // "Disputes the invoice" is no noun.
  const isVerb = (at: number) => DEFINITE.test(statement.words[at + 1]?.text ?? '');
  const isCounted = (at: number) =>
    (counted.has(at - 1) || covered.has(at - 1)) && partOfSpeech(statement.words[at]!.text) === 'NOUN' && !isVerb(at);
  const left = statement.words.flatMap((word, at) => {
    const key = statement.keys[at]!;
    if (word.text === 'because' && isBeforeReason(at, assertions)) return [];
    const isAsking = isAskingWord(word.text);
    // "Available" is a state that the record may deny.
    const saysNothing = (SAYS_NOTHING.has(key) || LIGHT.has(key)) && statesOf([word.text]).length === 0;
    const isHeld = covered.has(at) || held.has(key) || saysNothing || kinds.has(at) || isCounted(at);
    return (isContent(key) && !isHeld) || (isAsking && !covered.has(at) && !held.has(key) && !DENIES.test(word.text))
      ? [{ ...word, at }]
      : [];
  });
  const values = statement.values.filter(({ from, to }) => !isWithin(covered, from, to));
  let nouns = 0;
  const isFree = ({ text, at }: (typeof left)[number]) => {
    if (isAskingWord(text) || isNameOfValue(text)) return false;
    if (isLooseWord({ type: 'word', lower: text })) return true;
    if (partOfSpeech(text) !== 'NOUN') return false;
    const isDefinite = DEFINITE.test(statement.words[at - 1]?.text ?? 'the');
    nouns += isDefinite ? 1 : 0;
    return isDefinite && nouns === 1;
  };
  const isIncomplete = values.length > 0 || !left.every(isFree) || left.length > MOST_LOOSE;
  return { words: left.map(({ text }) => text), isIncomplete };
}

/** Words of the name of a kind of things at most: "pull request". */
const MAX_KIND = 2;

function nounsFrom({ keys }: Statement, first: number): number[] {
  const past = keys.findIndex((key, at) => at >= first && !isContent(key));
  return past - first > 0 && past - first <= MAX_KIND ? range(first, past) : [];
}

/** "Pull request 482", "order ORD-5512": the kind of what an identity names. */
function nounsBefore({ keys, mentions, words }: Statement): number[] {
  return mentions.flatMap(({ from }) => {
    const before = range(Math.max(0, from - MAX_KIND), from);
    const last = before.findLastIndex((at) => !isContent(keys[at]!) || partOfSpeech(words[at]!.text) === 'VERB');
    return before.slice(last + 1);
  });
}

const REASON = /\b(?:reason|error|cause)s?$/;

/** "Because the disk was full" gives the error of the record: behind it that alone, and before it all else. */
function isBeforeReason(at: number, assertions: readonly Assertion[]): boolean {
  const isReason = ({ field: { field }, stance }: Assertion) => stance === 'for' && REASON.test(field.name);
  const behind = assertions.filter(({ covers }) => covers.some((place) => place > at));
  return behind.length > 0 && behind.every((one) => isReason(one) && one.covers.every((place) => place > at));
}

/** A record is of now. */
const OF_NOW = /^(?:still|already|now|currently|yet)$/;

function isAskingWord(word: string): boolean {
  return (isOperator(word) || BLOCKING.has(word)) && !OF_NOW.test(word);
}

/** Negations are part of the assertions. */
const DENIES = /^(?:not|no|none|never|neither|nor|without|.*n't)$/;

function isWithin(covered: ReadonlySet<number>, from: number, to: number): boolean {
  for (let at = from; at < to; at += 1) if (!covered.has(at)) return false;
  return true;
}
