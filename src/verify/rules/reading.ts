import { finished, type Span, type Token, tokensOf } from '../../text/index.ts';
import { type Change, changesIn } from './extract/directions.ts';
import { factsIn } from './extract/facts.ts';
import { namesIn } from './extract/names.ts';
import { type NegationCue, negationsIn } from './extract/negations.ts';
import { type Qualifiers, qualifiersIn } from './extract/qualifiers.ts';
import type { WrittenOn } from './extract/relative-dates.ts';
import type { Fact, Name } from './findings.ts';
import { slotKey } from './lexicon/synonyms.ts';

export interface ContextedFact {
  readonly fact: Fact;
  /** The thing, time, place or group that it holds of. */
  readonly qualifiers: Qualifiers;
  readonly change: Change | undefined;
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

/** The lemma of a content word; function words, numbers and symbols as they are, in lower case. */
export function lemmaOrWord({ lemma, lower }: Token): string {
  return lemma === '' ? lower : lemma;
}

/** Token indexes by key, ascending; tokens whose key is empty are left out. */
function indexBy(tokens: readonly Token[], keyOf: (token: Token) => string): Map<string, number[]> {
  const places = new Map<string, number[]>();
  for (const [index, token] of tokens.entries()) {
    const key = keyOf(token);
    if (key === '') continue;
    const list = places.get(key);
    if (list === undefined) places.set(key, [index]);
    else list.push(index);
  }
  return places;
}

/** Reads a text once. Linear; `sentences` are found if they are left out, and "tomorrow" is no date without `writtenOn`. */
export function surfaceReading(text: string, sentences?: readonly Span[], writtenOn?: WrittenOn): SurfaceReading {
  return finished(surfaceReadingSteps(text, sentences, writtenOn));
}

/** The same for a text of any length: yields between its steps. */
export function* surfaceReadingSteps(
  text: string,
  sentences?: readonly Span[],
  writtenOn?: WrittenOn,
): Generator<undefined, SurfaceReading> {
  const tokens = yield* tokensOf(text, sentences);
  yield;
  const plainFacts = factsIn(text, tokens, writtenOn);
  yield;
  const names = namesIn(text, tokens);
  yield;
  const qualifiersAt = qualifiersIn(tokens, plainFacts, names);
  const changeAt = changesIn(tokens);
  const facts = plainFacts.map((fact) => ({
    fact,
    qualifiers: qualifiersAt(fact),
    change: changeAt(fact),
    describes: /^an?$/.test(tokens[fact.from - 1]?.lower ?? '') && (tokens[fact.to]?.lemma ?? '') !== '',
  }));
  yield;
  const positions = indexBy(tokens, (token) => token.lemma);
  yield;
  const slots = indexBy(tokens, (token) => slotKey(token.lemma));
  yield;
  const words = indexBy(tokens, (token) => token.lower);
  yield;
  const negations = negationsIn(tokens, plainFacts);
  return { text, tokens, facts, positions, slots, names, negations, words };
}
