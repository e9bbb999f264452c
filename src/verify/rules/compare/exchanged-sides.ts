import { type Token, wordKey } from '../../../text/index.ts';
import { oncePer } from '../keyed.ts';
import { words } from '../lexicon/phrases.ts';
import type { SurfaceReading } from '../reading.ts';

type Keys = ReadonlySet<string>;

/** The words for an event and for its cause. */
interface Reason {
  readonly effect: Keys;
  readonly cause: Keys;
}

/** A text with a longer sentence is no plain statement; the bound keeps the patterns fast. */
const MOST_CHARACTERS = 400;
const BEHIND = /^(?<effect>[^,;:()]+),? because (?:of )?(?<cause>[^,;:()]+?)[.!]?$/i;
const BEFORE = /^(?:because(?: of)?|since|as) (?<cause>[^,;:()]+), (?<effect>[^,;:()]+?)[.!]?$/i;
/** "Since Monday" and "as a child" give no reason. */
const CLAUSE = /\b(?:is|are|was|were|has|have|had|does|do|did|can|could|will|would)\b/i;

const reasonIn = oncePer((reading: SurfaceReading): Reason | undefined => {
  const text = reading.text.trim();
  if (text.length > MOST_CHARACTERS) return undefined;
  const found = (BEHIND.exec(text) ?? BEFORE.exec(text))?.groups;
  if (found === undefined) return undefined;
  const { effect = '', cause = '' } = found;
  if (/^(?:since|as) /i.test(text) && !CLAUSE.test(cause)) return undefined;
  return { effect: keysWithin(effect, reading), cause: keysWithin(cause, reading) };
});

function keysWithin(part: string, { text, tokens }: SurfaceReading): Keys {
  const from = text.indexOf(part);
  return keysOf(tokens.filter(({ start, end }) => from <= start && end <= from + part.length));
}

function keysOf(tokens: readonly Token[]): Keys {
  return new Set(tokens.flatMap(({ lemma }) => (lemma === '' ? [] : [wordKey(lemma)])));
}

/** Share of the words of one side that the other side of a sentence has. */
const HELD = 0.6;

function isHeld(keys: Keys, there: Keys): boolean {
  return keys.size > 0 && [...keys].filter((key) => there.has(key)).length >= HELD * keys.size;
}

/** True if a claim has as the reason what a sentence has as the effect: "A because B" of "B because A". */
export function exchangesReason(claim: SurfaceReading, sentence: SurfaceReading): boolean {
  const [own, there] = [reasonIn(claim), reasonIn(sentence)];
  if (own === undefined || there === undefined) return false;
  const isSame = isHeld(own.effect, there.effect) || isHeld(own.cause, there.cause);
  return !isSame && isHeld(own.effect, there.cause) && isHeld(own.cause, there.effect);
}

/** They begin the next of several steps: "first peel, then slice, and only after that add". */
const NEXT =
  /(?:[,;] |\b)(?:and |but )*(?:only )?(?:then|next|afterwards?|after (?:that|this|which)|later|finally|lastly|in the end)\b,?/gi;
const ARTICLES = words('a an the some all');
const NEXT_WORDS = ['then', 'next', 'afterwards', 'afterward', 'after', 'later', 'finally', 'lastly', 'end'];
/** With these the order is not that of the words. */
const UNSURE = /\b(?:if|unless|or|before|until|not)\b|n't\b/i;
const ORDERED =
  /^(?<one>[^,;:()]+?)(?<is> (?:came|was|is|took place|happened))? (?<relation>before|after) (?<other>[^,;:()]+?)[.!]?$/i;
const FIRST = /^(?<one>[^,;:()]+?) (?<at>first)[.!]?$/i;

/** Steps in their order, by the keys that only one of them has. */
interface Sequence {
  readonly steps: readonly Keys[];
  /** The first step alone has "first": "Anna started, then Ben finished first" says nothing of who was first. */
  readonly hasFirst: boolean;
}

/** The steps of each sentence that has some. */
const sequencesIn = oncePer(({ text, tokens, words: held }: SurfaceReading): readonly Sequence[] => {
  if (!NEXT_WORDS.some((word) => held.has(word))) return [];
  const starts = tokens.flatMap(({ sentence }, at) => (tokens[at - 1]?.sentence === sentence ? [] : [at]));
  return starts.flatMap((from, i) => {
    const within = tokens.slice(from, starts[i + 1] ?? tokens.length);
    const sequence = sequenceIn(text.slice(within[0]!.start, within.at(-1)!.end), within);
    return sequence.steps.length > 1 ? [sequence] : [];
  });
});

function sequenceIn(sentence: string, tokens: readonly Token[]): Sequence {
  if (sentence.length > MOST_CHARACTERS || UNSURE.test(sentence)) return { steps: [], hasFirst: false };
  const marks = [...sentence.matchAll(NEXT)].filter(({ index }) => /\p{L}/u.test(sentence.slice(0, index)));
  const edges = [0, ...marks.map(({ index }) => index), sentence.length].map((edge) => edge + tokens[0]!.start);
  const steps: Keys[] = [];
  let things: Keys = new Set();
  for (let i = 0; i + 1 < edges.length; i++) {
    const within = tokens.filter(({ start }) => edges[i]! <= start && start < edges[i + 1]!);
    // "Then slice them": the things of the step before.
    const isSame = within.some(({ lower }) => /^(?:it|them|they|he|she|we)$/.test(lower));
    steps.push(new Set([...keysOf(within), ...(isSame ? things : [])]));
    if (!isSame) things = keysOf(within.filter((_, at) => ARTICLES.has(within[at - 1]?.lower ?? '')));
  }
  const firsts = tokens.filter(({ lower }) => lower === 'first').map(({ start }) => start);
  return {
    steps: steps.map((keys, i) => without(keys, new Set(steps.flatMap((other, j) => (i === j ? [] : [...other]))))),
    hasFirst: firsts.length === 1 && firsts[0]! < edges[1]!,
  };
}

const ORDER_WORDS = words('first then next later finally');

/** The order in which the steps of a text have two events of a claim; undefined where no sentence has both, each in one step. */
export function orderOfSteps(claim: SurfaceReading, source: SurfaceReading): 'same' | 'exchanged' | undefined {
  if (claim.negations.length > 0) return undefined;
  const orders = sequencesIn(source).flatMap((sequence) => orderIn(claim, sequence) ?? []);
  return new Set(orders).size === 1 ? orders[0] : undefined;
}

function orderIn(claim: SurfaceReading, { steps, hasFirst }: Sequence) {
  const stepOf = (keys: Keys) => {
    const found = steps.flatMap((step, i) => ([...keys].some((key) => step.has(key)) ? [i] : []));
    return found.length === 1 ? found[0] : undefined;
  };
  const first = FIRST.exec(claim.text.trim())?.groups?.one;
  const [earlier, later] = first === undefined ? eventsOf(claim) : [keysWithin(first, claim)];
  if (earlier === undefined) return undefined;
  const one = stepOf(without(earlier, later ?? ORDER_WORDS));
  const other = later === undefined ? (hasFirst ? 0 : undefined) : stepOf(without(later, earlier));
  if (one === undefined || other === undefined || (one === other && later !== undefined)) return undefined;
  return one < other || (later === undefined && one === 0) ? ('same' as const) : ('exchanged' as const);
}

/** Two events, the earlier one first. */
function eventsOf(claim: SurfaceReading): readonly Keys[] {
  const { one = '', other = '', relation = '' } = ORDERED.exec(claim.text.trim())?.groups ?? {};
  if (relation === '') return sequencesIn(claim).find(({ steps }) => steps.length === 2)?.steps ?? [];
  const sides = [keysWithin(one, claim), keysWithin(other, claim)];
  return relation.toLowerCase() === 'before' ? sides : sides.reverse();
}

function without(keys: Keys, others: Keys): Keys {
  return new Set([...keys].filter((key) => !others.has(key) && !ORDER_WORDS.has(key)));
}
