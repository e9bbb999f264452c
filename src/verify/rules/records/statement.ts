import { isFunctionWord, type PlacedWord, placedWords, range, type Span } from '../../../text/index.ts';
import type { Fact } from '../findings.ts';
import { CLAUSE_MARKS, DENYING, LIGHT, recordKey } from '../lexicon/record-words.ts';
import type { SurfaceReading } from '../reading.ts';
import { factsBehind, type IndexedField, type RecordIndex } from './record-index.ts';

/** A statement as records are compared with it. */
export interface Statement {
  readonly reading: SurfaceReading;
  readonly words: readonly PlacedWord[];
  readonly keys: readonly string[];
  /** The number of the clause of each word. */
  readonly clauses: readonly number[];
  /** Texts of the record that the statement has, by their words. */
  readonly mentions: readonly Mention[];
  readonly values: readonly StatedValue[];
}

/** Words of the statement that are a text of the record: a value, or an item of a list. */
export interface Mention {
  readonly fields: readonly IndexedField[];
  readonly from: number;
  readonly to: number;
}

/** A number or date of the statement. */
export interface StatedValue {
  readonly fact: Fact;
  /** The first of its words and one past the last. */
  readonly from: number;
  readonly to: number;
  readonly isNegative: boolean;
}

export function readStatement(reading: SurfaceReading, index: RecordIndex): Statement {
  const words = placedWords(reading.text);
  const keys = words.map(({ text }) => recordKey(text));
  const mentions = mentionsIn(keys, index);
  return {
    ...{ reading, words, keys, mentions },
    clauses: clausesOf(words, reading.text),
    values: valuesIn(reading, words),
  };
}

/** Words of an identity that a statement has at least. */
const BEGINNING = 2;

/** The longest text of the record that begins at each word; a longer one takes its words from others. */
function mentionsIn(keys: readonly string[], { texts }: RecordIndex): Mention[] {
  const found: Mention[] = [];
  for (let at = 0; at < keys.length; ) {
    let best: { to: number; fields: IndexedField[] } | undefined;
    for (const { keys: own, of } of texts.get(keys[at]!) ?? []) {
      const { length, to } = sameFrom(own, keys, at);
      // "LED bulb" is the beginning of "LED bulb E27".
      if (length < own.length && (!of.field.isIdentity || length < BEGINNING)) continue;
      if (to < (best?.to ?? 0)) continue;
      if (best?.to === to) best.fields.push(of);
      else best = { to, fields: [of] };
    }
    if (best !== undefined) found.push({ ...best, from: at });
    at = best?.to ?? at + 1;
  }
  return found;
}

/** How many words of a text a statement has from one of its own on, and one past the last: "target disk full" is in "the target disk was full". */
function sameFrom(text: readonly string[], keys: readonly string[], from: number) {
  let [length, to] = [0, from];
  for (const key of text) {
    const isVerb = length > 0 && keys[to] === BE && keys[to + 1] === key;
    if (!isVerb && keys[to] !== key) break;
    length += 1;
    to += isVerb ? 2 : 1;
  }
  return { length, to };
}

const BE = recordKey('was');

function clausesOf(words: readonly PlacedWord[], text: string): number[] {
  let clause = 0;
  let end = 0;
  return words.map((word) => {
    const isMarked = [...text.slice(end, word.start)].some((mark) => CLAUSE_MARKS.has(mark));
    if (isMarked || CLAUSE_MARKS.has(word.text)) clause += 1;
    end = word.end;
    return clause;
  });
}

const TIMES: ReadonlyMap<string, string> = new Map([
  ['once', '1'],
  ['twice', '2'],
]);
const COUNTING = /^(?:only|just|exactly)$/;
const MINUS = /(?:^|[\s(])[-−–]\s?[$€£]?$/;
const NEGATIVE = /\b(?:minus|below (?:zero|freezing))\b/i;

function valuesIn({ facts, text, tokens }: SurfaceReading, words: readonly PlacedWord[]): StatedValue[] {
  const values = facts
    .map(({ fact }) => fact)
    .filter(({ kind }) => kind !== 'identifier' && kind !== 'ordinal')
    .map((fact): StatedValue => {
      const start = Math.min(fact.start, tokens[fact.boundFrom]?.start ?? fact.start);
      const from = words.findIndex(({ end }) => end > start);
      const past = words.findIndex(({ start }) => start >= fact.end);
      const isNegative = MINUS.test(text.slice(0, fact.start)) || NEGATIVE.test(text);
      return { fact, from, to: past < 0 ? words.length : past, isNegative };
    });
  const adverbs = words.flatMap(({ text: word }, at) => {
    const [fact] = TIMES.has(word) ? factsBehind('', TIMES.get(word)!) : [];
    return fact === undefined ? [] : [{ fact, from: at, to: at + 1, isNegative: false }];
  });
  const ones = words.flatMap(({ text: word }, at) => {
    const isCount = word === 'one' && (words[at + 1]?.text === 'of' || COUNTING.test(words[at - 1]?.text ?? ''));
    const isRead = values.some(({ from, to }) => from <= at && at < to);
    const [fact] = isCount && !isRead ? factsBehind('', '1') : [];
    return fact === undefined ? [] : [{ fact, from: at, to: at + 1, isNegative: false }];
  });
  return [...values, ...adverbs, ...ones].sort((one, other) => one.from - other.from);
}

/** Words between a negation and what it denies at most. */
const REACH = 5;

/** The negation of a word. */
export function denierOf(
  { words, clauses, keys }: Statement,
  at: number,
  leftOut: ReadonlySet<number>,
): number | undefined {
  for (let i = at - 1; i >= Math.max(0, at - REACH) && clauses[i] === clauses[at]; i -= 1) {
    const { text } = words[i]!;
    if (leftOut.has(i) || !isDenier(words, i)) continue;
    // "Nobody was hurt during the night shift"
    if (range(i + 2, at).some((between) => words[between]!.text === 'during')) continue;
    if (OF_NOUNS.test(text) && range(i + 1, at).some((between) => PREPOSITION.test(words[between]!.text))) continue;
    return keys[i + 1] === 'only' ? undefined : i;
  }
  return undefined;
}

/** The negation of a noun, with no other content between them: "nobody has acknowledged the alerts" denies no alerts. */
export function denierNextTo(
  statement: Statement,
  at: number,
  { leftOut, ofName = [] }: { readonly leftOut: ReadonlySet<number>; readonly ofName?: readonly number[] },
): number | undefined {
  const { keys } = statement;
  const denier = denierOf(statement, at, leftOut);
  const isOwn = (place: number) => !isContent(keys[place]!) || LIGHT.has(keys[place]!) || ofName.includes(place);
  return denier !== undefined && range(denier + 1, at).every(isOwn) ? denier : undefined;
}

/** True for a negation: "has yet to decide" has one too. */
export function isDenier(words: readonly PlacedWord[], at: number): boolean {
  const { text } = words[at]!;
  return DENYING.has(text) || text.endsWith("n't") || (text === 'yet' && words[at + 1]?.text === 'to');
}

/** These deny the noun after them alone: "no alerts for Tampere". */
export const OF_NOUNS = /^(?:no|without|zero)$/;
const PREPOSITION = /^(?:for|in|on|at|from|to|with|by)$/;

/** Words apart, more across clauses. */
export function distance({ clauses }: Statement, one: number, other: number): number {
  return Math.abs(one - other) + (clauses[one] === clauses[other] ? 0 : 4);
}

export function isContent(key: string): boolean {
  return key !== '' && !isFunctionWord(key);
}

/** The place of some words in the statement. */
export function spanOf({ words }: Statement, from: number, to: number): Span {
  return { start: words[from]!.start, end: words[to - 1]!.end };
}
