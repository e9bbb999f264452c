import { isFunctionWord, partOfSpeech, sentenceWords, wordKey } from '../../text/index.ts';
import type { SourceSet } from '../../verify/read/read-source.ts';

/** A source with a title, as it is told apart from those of other products, countries or years. */
interface Titled {
  readonly number: number;
  /** The content words of its title, as keys, in order. */
  readonly title: readonly string[];
  /** The names in its title that no source writes in small letters. */
  readonly names: ReadonlySet<string>;
  /** All its words and names. */
  readonly all: ReadonlySet<string>;
}

/** Two sources with titles that name different things: "Returns: Belgium" and "Returns: Spain". */
interface Siblings {
  /** Names in the title of the first that the second has nowhere. */
  readonly ofFirst: readonly string[];
  /** Words that tell that the second is meant. */
  readonly ofSecond: readonly string[];
  /** Words that both titles have: what sort of thing they are about. */
  readonly sort: readonly string[];
  readonly second: number;
}

/** The numbers of the sources that are about something else than a sentence of an answer, asked for one after the other. */
export type OtherSources = (sentence: string) => ReadonlySet<number>;

const NONE: ReadonlySet<number> = new Set();
/** More sources than this are a collection, whose titles are not compared with each other. */
const MOST_SOURCES = 40;
/** A sentence with such a word may be about what the answer does not name: "a year earlier", "the other model". */
const LOOKS_ELSEWHERE =
  /\b(?:previous(?:ly)?|earlier|former(?:ly)?|last (?:year|season|month|edition)|(?:year|season|month|quarter|edition|version|model|one) before|(?:the|any|all) others?|both|either|unlike|whereas|older|newer|later|next)\b/i;
/** A name behind such a word need not be what a sentence is about. */
const COMES_FROM = /\b(?:since|from|than|compared|unlike|instead of|switch\p{L}*|upgrad\p{L}*|mov\p{L}+)\b/iu;
/** A subject that goes on about that of the sentence before: "It", "The division's margin". */
const PRONOUN = /^(?:its?|he|his|she|they|their)\b/i;
const REFERRING = /^(?:the|this) (?<noun>\p{Ll}+)/iu;

/**
 * Finds the sources about a sibling. A sentence that has the name in the title of one source is not about one with another name
 * there: "Respifen 100 holds 60 puffs" is not about "Respifen Junior". One that names neither is about the one that the answer names.
 */
export function otherSources(sources: SourceSet, answer: string): OtherSources {
  const siblings = siblingsIn(titledIn(sources));
  if (siblings.length === 0) return () => NONE;
  const inAnswer = wordsAndNames(answer);
  let before = new Set<Siblings>();
  return (sentence) => {
    const own = wordsAndNames(sentence);
    const comesFrom = COMES_FROM.test(sentence);
    const refersTo = wordKey(REFERRING.exec(sentence)?.groups?.noun ?? '');
    const others = (LOOKS_ELSEWHERE.test(sentence) ? [] : siblings).filter((one) => {
      const { ofFirst, ofSecond, sort } = one;
      if (hasOneOf(own, ofSecond)) return false;
      const isOnlyFirst = !hasOneOf(inAnswer, ofSecond);
      if (hasOneOf(own, ofFirst)) return isOnlyFirst || !comesFrom;
      if (isOnlyFirst) return hasOneOf(inAnswer, ofFirst);
      return before.has(one) && (PRONOUN.test(sentence) || sort.includes(refersTo));
    });
    before = new Set(others);
    return new Set(others.map(({ second }) => second));
  };
}

function hasOneOf(words: ReadonlySet<string>, wanted: readonly string[]): boolean {
  return wanted.some((word) => words.has(word));
}

function titledIn({ sentences, readings }: SourceSet): Titled[] {
  const documents = [...new Set(sentences.map(({ document }) => document))];
  if (documents.length > MOST_SOURCES) return [];
  const read = documents.flatMap(({ number, first, end }) => {
    const { title } = readings.opening(number);
    const text = sentences.slice(first, end).map(({ normalised }) => normalised);
    return title === '' ? [] : [{ number, title, text: text.join('\n') }];
  });
  const inSmallLetters = new Set(read.flatMap(({ text }) => (text.match(SMALL) ?? []).map(nameOf)));
  return read.map(({ number, title, text }) => ({
    number,
    title: contentWords(title),
    names: new Set([...namesIn(title)].filter((name) => !inSmallLetters.has(name))),
    all: wordsAndNames(text),
  }));
}

function siblingsIn(titled: readonly Titled[]): Siblings[] {
  return titled.flatMap((first) =>
    titled.flatMap((second) => {
      if (first === second) return [];
      const toldApart = byNames(first, second) ?? byOneWord(first, second);
      if (toldApart === undefined) return [];
      const others = titled.filter((one) => one !== second);
      const sort = first.title.filter((word) => second.title.includes(word));
      const only = second.title.filter((word) => !others.some(({ all }) => all.has(word)));
      return [{ ofFirst: toldApart.ofFirst, ofSecond: [...toldApart.ofSecond, ...only], sort, second: second.number }];
    }),
  );
}

type ToldApart = Pick<Siblings, 'ofFirst' | 'ofSecond'>;

/** Titles of one kind that name different things: "Fibre contract (private customers)" and "DSL contract". */
function byNames(first: Titled, second: Titled): ToldApart | undefined {
  const nameKeys = new Set([...first.names].map((name) => name.slice(MARK.length)));
  // Both are of one kind, not only of one place or firm.
  if (!first.title.some((word) => second.title.includes(word) && !nameKeys.has(word))) return undefined;
  const ofFirst = [...first.names].filter((name) => !second.all.has(name));
  const ofSecond = [...second.names].filter((name) => !first.all.has(name));
  if (ofFirst.length === 0 || ofSecond.length === 0) return undefined;
  return [ofFirst, ofSecond].every(hasLetters) || (isOnlyNamed(first, second) && isOnlyNamed(second, first))
    ? { ofFirst, ofSecond }
    : undefined;
}

/** A year alone may tell two matters of one thing apart. */
function hasLetters(names: readonly string[]): boolean {
  return names.some((name) => /^\p{L}/u.test(name.slice(MARK.length)));
}

/** True if a title has all words of another but its names: "Entry fees 2024" and "Entry fees 2025". */
function isOnlyNamed(one: Titled, other: Titled): boolean {
  return one.title.every((word) => other.title.includes(word) || one.names.has(MARK + word));
}

/** Titles with one other word before the same one: "Private vehicles" and "Company vehicles". */
function byOneWord(first: Titled, second: Titled): ToldApart | undefined {
  if (first.title.length !== second.title.length) return undefined;
  const places = [...first.title.keys()].filter((i) => first.title[i] !== second.title[i]);
  const [at] = places;
  if (at === undefined || places.length > 1 || at === first.title.length - 1) return undefined;
  const [one, other] = [first.title[at]!, second.title[at]!];
  return second.all.has(one) || first.all.has(other) ? undefined : { ofFirst: [one], ofSecond: [other] };
}

function contentWords(text: string): string[] {
  return sentenceWords(text)
    .filter((word) => !isFunctionWord(word))
    .map(wordKey);
}

const WORD = /[\p{L}\p{M}\p{N}]+(?:[./]\p{N}+)*/gu;
const SMALL = /(?<![\p{L}\p{M}\p{N}])\p{Ll}[\p{Ll}\p{M}]*(?![\p{L}\p{M}\p{N}])/gu;
/** Numbers that name something by themselves: a year, a version. */
const NAMING_NUMBER = /^(?:(?:19|20)\p{N}{2}(?:\/\p{N}+)?|\p{N}+(?:\.\p{N}+)+)$/u;
/** Before the key of a name, which is another than that of a word. */
const MARK = '=';

function wordsAndNames(text: string): ReadonlySet<string> {
  return new Set([...contentWords(text), ...namesIn(text)]);
}

/** The names of a text: words with a capital or a digit, and a name with its number ("Ward 7"). */
function namesIn(text: string): ReadonlySet<string> {
  const names = new Set<string>();
  let before: { readonly word: string; readonly end: number } | undefined;
  for (const { 0: word, index } of text.matchAll(WORD)) {
    const isFirst = before === undefined || /[.!?\n]/.test(text.slice(before.end, index));
    if (isName(word, isFirst)) names.add(nameOf(word));
    const isNumber = /^\p{N}/u.test(word) && !NAMING_NUMBER.test(word);
    if (isNumber && before !== undefined && /^\p{Lu}/u.test(before.word) && text.slice(before.end, index) === ' ')
      names.add(`${nameOf(before.word)} ${word.toLowerCase()}`);
    before = { word, end: index + word.length };
  }
  return names;
}

function nameOf(word: string): string {
  return MARK + (/^\p{L}+$/u.test(word) ? wordKey(word.toLowerCase()) : word.toLowerCase());
}

function isName(word: string, isFirst: boolean): boolean {
  if (/^\p{N}/u.test(word)) return NAMING_NUMBER.test(word) || /\p{L}/u.test(word);
  if (/\p{N}/u.test(word)) return true;
  if (!/\p{Lu}/u.test(word) || word.length < 2) return false;
  const lower = word.toLowerCase();
  const part = partOfSpeech(lower);
  return !isFunctionWord(lower) && (part === undefined || part === 'PROPN' || !isFirst);
}
