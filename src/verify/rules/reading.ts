import { type Span, STEP, type Steps, type Token, tokenSteps } from '../../text/index.ts';
import { factSteps } from './extract/facts.ts';
import { nameSteps } from './extract/names.ts';
import { type NegationCue, negationSteps } from './extract/negations.ts';
import { type Qualifiers, qualifierSteps } from './extract/qualifiers.ts';
import type { Fact, Name } from './findings.ts';
import { slotKey } from './lexicon/synonyms.ts';

export interface ContextedFact {
  readonly fact: Fact;
  /** What says of which thing, time, place or group it holds. */
  readonly qualifiers: Qualifiers;
  /** It only describes what follows: "a 1980 drama". */
  readonly describes: boolean;
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
  readonly names: readonly Name[];
  readonly negations: readonly NegationCue[];
  /** Token indexes of every word, folded, ascending: function words too. */
  readonly words: ReadonlyMap<string, readonly number[]>;
}

/** Token indexes by key, ascending; tokens whose key is empty are left out. */
function* indexBy(tokens: readonly Token[], keyOf: (token: Token) => string): Steps<Map<string, number[]>> {
  const places = new Map<string, number[]>();
  for (const [index, token] of tokens.entries()) {
    if (index % STEP === 0) yield;
    const key = keyOf(token);
    if (key === '') continue;
    const list = places.get(key);
    if (list === undefined) places.set(key, [index]);
    else list.push(index);
  }
  return places;
}

/**
 * Reads a text once: tokens, facts with what qualifies them, names and cues. Linear in its length; `sentences` are found
 * where not given.
 */
export function* surfaceSteps(text: string, sentences?: readonly Span[]): Steps<SurfaceReading> {
  const tokens = yield* tokenSteps(text, sentences);
  const plainFacts = yield* factSteps(text, tokens);
  const names = yield* nameSteps(text, tokens);
  const qualifiersAt = yield* qualifierSteps(tokens, plainFacts, names);
  const facts: ContextedFact[] = [];
  for (const fact of plainFacts) {
    const describes = /^an?$/.test(tokens[fact.from - 1]?.lower ?? '') && (tokens[fact.to]?.lemma ?? '') !== '';
    facts.push({ fact, qualifiers: qualifiersAt(fact), describes });
    if (facts.length % STEP === 0) yield;
  }
  return {
    text,
    tokens,
    facts,
    positions: yield* indexBy(tokens, (token) => token.lemma),
    slots: yield* indexBy(tokens, (token) => slotKey(token.lemma)),
    names,
    negations: yield* negationSteps(tokens, plainFacts),
    words: yield* indexBy(tokens, (token) => token.lower),
  };
}
