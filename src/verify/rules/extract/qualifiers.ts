import { STEP, type Steps, type Token } from '../../../text/index.ts';
import type { Fact, Name } from '../findings.ts';
import { KINDS_OF, TIES, WEEKDAYS } from '../lexicon/qualifier-words.ts';
import { clauseSteps } from './clauses.ts';

/** What says of which thing, place, time or group a fact holds: the other facts and the names of its clause. */
export interface Qualifiers {
  /** By the part they play: 'subject', or the preposition before them. */
  readonly names: ReadonlyMap<string, readonly Name[]>;
  /** Dates and years. */
  readonly times: readonly Fact[];
  /** As written: "invoice 1003". */
  readonly identifiers: readonly string[];
  /** What tells things of a kind apart, by the kind: "stretching" by "group", "sunday" by "day". */
  readonly kinds: ReadonlyMap<string, readonly string[]>;
}

/** More of a kind than this in one clause qualify nothing; the bound keeps a long list cheap. */
const MAX_OF_A_KIND = 6;

interface Collected {
  readonly names: Map<string, Name[]>;
  readonly times: Fact[];
  readonly identifiers: string[];
  readonly kinds: Map<string, string[]>;
}

/** The qualifiers of every clause, and of every fact by its clause. Linear in the length of the text. */
export function* qualifierSteps(
  tokens: readonly Token[],
  facts: readonly Fact[],
  names: readonly Name[],
): Steps<(fact: Fact) => Qualifiers> {
  const clauses = yield* clauseSteps(tokens, facts);
  const collected = new Map<number, Collected>();
  const at = (token: number) => {
    const clause = clauses[token] ?? 0;
    const known = collected.get(clause) ?? { names: new Map(), times: [], identifiers: [], kinds: new Map() };
    collected.set(clause, known);
    return known;
  };
  /** Units are written like names: "GB". */
  const counted = new Uint8Array(tokens.length);
  for (const [i, fact] of facts.entries()) {
    if (i % STEP === 0) yield;
    if (isTime(fact)) add(at(fact.from).times, fact);
    if (fact.kind === 'identifier') add(at(fact.from).identifiers, fact.unit);
    else counted.fill(1, fact.from, fact.to);
  }
  for (const [i, name] of names.entries()) {
    if (i % STEP === 0) yield;
    if (isCertain(name, tokens) && counted[name.from] === 0)
      add(listIn(at(name.from).names, partPlayed(tokens, name)), name);
  }
  for (const [i, token] of tokens.entries()) {
    if (i % STEP === 0) yield;
    if (WEEKDAYS.has(token.lower)) add(listIn(at(i).kinds, 'day'), token.lower.replace(/s$/, ''));
    const before = tokens[i - 1]?.lemma ?? '';
    if (KINDS_OF.has(token.lemma) && before !== '') add(listIn(at(i).kinds, token.lemma), before);
  }
  return (fact) => at(fact.from);
}

function add<Item>(list: Item[], item: Item): void {
  if (list.length < MAX_OF_A_KIND) list.push(item);
}

function listIn<Item>(lists: Map<string, Item[]>, key: string): Item[] {
  const known = lists.get(key) ?? [];
  lists.set(key, known);
  return known;
}

export function isTime({ kind }: Fact): boolean {
  return kind === 'date' || kind === 'year';
}

/** A capital that only opens a sentence may be no name: "Sales rose"; "Lyon has 15", before a verb without meaning of its own, is one. */
function isCertain(name: Name, tokens: readonly Token[]): boolean {
  return !name.weak || /^(?:has|had|have|is|was)$/.test(tokens[name.to]?.lower ?? '');
}

/** Words between a preposition and its name: "on the review site Rotten Tomatoes". */
const MAX_TIE_DISTANCE = 5;

function partPlayed(tokens: readonly Token[], name: Name): string {
  for (let at = name.from - 1; at >= Math.max(0, name.from - MAX_TIE_DISTANCE); at--) {
    const { lower, lemma } = tokens[at]!;
    if (TIES.has(lower)) return lower;
    if (lemma === '' && lower !== 'the' && lower !== 'a' && lower !== 'an') break;
  }
  return 'subject';
}
