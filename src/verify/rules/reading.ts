import { type Span, type Token, tokenize } from '../../text/index.ts';
import { factsOf } from './extract/facts.ts';
import { namesOf } from './extract/names.ts';
import { isNegated, type NegationCue, negationCues } from './extract/negations.ts';
import { type Qualifiers, qualifiersOf } from './extract/qualifiers.ts';
import { slotKey } from './lexicon/synonyms.ts';
import type { Fact, Name } from './types.ts';

/** A content word near a fact and how much it tells about which slot the fact fills (0 to 1). */
interface ContextWord {
  readonly slot: string;
  readonly weight: number;
}

export interface ContextedFact {
  readonly fact: Fact;
  readonly context: readonly ContextWord[];
  readonly sentence: number;
  /** What says of which thing, time, place or group it holds. */
  readonly qualifiers: Qualifiers;
  /** It only describes what follows: "a 1980 drama". */
  readonly describes: boolean;
  /** A negation governs it: "was not the first", "never in 2014". */
  readonly negated: boolean;
}

/** Everything the rules need to know of one text; made once, compared many times. */
export interface SurfaceReading {
  readonly text: string;
  readonly tokens: readonly Token[];
  readonly facts: readonly ContextedFact[];
  /** Token indexes of each content word by its lemma, ascending. */
  readonly positions: ReadonlyMap<string, readonly number[]>;
  /** The same by the slot of a fact that the word names; see lexicon/synonyms.ts. */
  readonly slots: ReadonlyMap<string, readonly number[]>;
  /** Token indexes of each number as it is written, ascending. */
  readonly numbers: ReadonlyMap<string, readonly number[]>;
  readonly names: readonly Name[];
  readonly negations: readonly NegationCue[];
  /** Token indexes of every word, folded, ascending: function words too. */
  readonly words: ReadonlyMap<string, readonly number[]>;
}

/** Half of a word's say is lost this many tokens away from the fact. */
const HALF_DISTANCE = 4;
/** A claim is at most a few sentences: further words say nothing of the slot. */
const REACH = 24;

export function nearness(distance: number): number {
  return HALF_DISTANCE / (HALF_DISTANCE + distance);
}

function contextOf(tokens: readonly Token[], fact: Fact): ContextWord[] {
  const best = new Map<string, number>();
  const sentence = tokens[fact.from]!.sentence;
  for (let i = Math.max(0, fact.from - REACH); i < Math.min(tokens.length, fact.to + REACH); i++) {
    const token = tokens[i]!;
    if (token.lemma === '' || token.sentence !== sentence || (i >= fact.from && i < fact.to)) continue;
    const distance = i < fact.from ? fact.from - 1 - i : i - fact.to;
    const weight = nearness(distance);
    const slot = slotKey(token.lemma);
    if (weight > (best.get(slot) ?? 0)) best.set(slot, weight);
  }
  return [...best].map(([slot, weight]) => ({ slot, weight }));
}

/** Token indexes by key, ascending; tokens whose key is empty are left out. */
function indexBy(tokens: readonly Token[], keyOf: (token: Token) => string): Map<string, number[]> {
  const places = new Map<string, number[]>();
  tokens.forEach((token, index) => {
    const key = keyOf(token);
    if (key === '') return;
    const list = places.get(key);
    if (list === undefined) places.set(key, [index]);
    else list.push(index);
  });
  return places;
}

/** Reads a text once: tokens, facts with their surroundings, names and cues. Linear in its length; `sentences` are found where not given. */
export function readSurface(text: string, sentences?: readonly Span[]): SurfaceReading {
  const tokens = tokenize(text, sentences);
  const plainFacts = factsOf(text, tokens);
  const names = namesOf(text, tokens);
  const qualifiersAt = qualifiersOf(tokens, plainFacts, names);
  const facts = plainFacts.map((fact) => ({
    fact,
    context: contextOf(tokens, fact),
    sentence: tokens[fact.from]!.sentence,
    qualifiers: qualifiersAt(fact),
    describes: /^an?$/.test(tokens[fact.from - 1]?.lower ?? '') && (tokens[fact.to]?.lemma ?? '') !== '',
    negated: isNegated(tokens, fact.boundFrom),
  }));
  return {
    text,
    tokens,
    facts,
    positions: indexBy(tokens, (token) => token.lemma),
    slots: indexBy(tokens, (token) => slotKey(token.lemma)),
    numbers: indexBy(tokens, ({ type, text: written }) => (type === 'number' ? written : '')),
    names,
    negations: negationCues(tokens, plainFacts),
    words: indexBy(tokens, (token) => token.lower),
  };
}
