import type { Token } from '../../../text/index.ts';
import type { Fact, Name } from '../findings.ts';
import { CLAUSE_WORDS, KINDS_OF, PHRASE_OPENERS, TIES } from '../lexicon/negators.ts';
import { weekdaysAt } from './weekdays.ts';

/** The thing, place, time or group that a fact holds of: the other facts and the names of its clause. */
export interface Qualifiers {
  /** Names by their role: 'subject', or the preposition before them. */
  readonly names: ReadonlyMap<string, readonly Name[]>;
  /** Dates and years. */
  readonly times: readonly Fact[];
  /** Measures, which distinguish variants: "with 256 GB". */
  readonly measures: readonly Fact[];
  /** Identifiers as written: "invoice 1003". */
  readonly identifiers: readonly string[];
  /** The words that distinguish things of a kind, by the kind: "stretching" by "group", days of the week by "day". */
  readonly kinds: ReadonlyMap<string, readonly string[]>;
}

/** More of a kind than this in one clause qualify nothing; the bound keeps a long list cheap. */
const MAX_OF_A_KIND = 7;

interface Collected {
  readonly names: Map<string, Name[]>;
  readonly times: Fact[];
  readonly measures: Fact[];
  readonly identifiers: string[];
  readonly kinds: Map<string, string[]>;
}

/** The qualifiers of every clause, and of every fact by its clause. Linear in the length of the text. */
export function qualifiersIn(
  tokens: readonly Token[],
  facts: readonly Fact[],
  names: readonly Name[],
): (fact: Fact) => Qualifiers {
  const clauses = clausesOf(tokens, facts);
  const collected = new Map<number, Collected>();
  const at = (token: number) => {
    const clause = clauses[token] ?? 0;
    const known = collected.get(clause) ?? {
      names: new Map(),
      times: [],
      measures: [],
      identifiers: [],
      kinds: new Map(),
    };
    collected.set(clause, known);
    return known;
  };
  /** Units are written like names: "GB". */
  const counted = new Uint8Array(tokens.length);
  for (const fact of facts) {
    if (isTime(fact)) add(at(fact.from).times, fact);
    if (fact.kind === 'measure') add(at(fact.from).measures, fact);
    if (fact.kind === 'identifier') add(at(fact.from).identifiers, fact.unit);
    else counted.fill(1, fact.from, fact.to);
  }
  for (const name of names) {
    if (isCertain(name, tokens) && counted[name.from] === 0)
      add(listIn(at(name.from).names, partPlayed(tokens, name)), name);
  }
  for (let from = 0; from < tokens.length; from++) {
    const named = weekdaysAt(tokens, from);
    for (const day of named?.days ?? []) add(listIn(at(from).kinds, 'day'), `${day}`);
    if (named !== undefined) from = named.to - 1;
  }
  for (const [i, token] of tokens.entries()) {
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

const DIVIDER = /^[;:()—–\n]$/;

/** The clause of every token, from 0: one ends at ";", a bracket, "while", or a comma after more than a phrase. */
function clausesOf(tokens: readonly Token[], facts: readonly Fact[]): Int32Array {
  const clauses = new Int32Array(tokens.length);
  let clause = 0;
  let start = 0;
  let nextFact = 0;
  let counts = false;
  let hasFrom = false;
  for (let at = 0; at < tokens.length; at++) {
    while (nextFact < facts.length && facts[nextFact]!.to <= at) nextFact += 1;
    const fact = facts[nextFact];
    const insideFact = fact !== undefined && fact.from < at && at < fact.to;
    const isNew = tokens[at]!.sentence !== tokens[at - 1]?.sentence && at > 0;
    const opens = facts[nextFact + (fact?.from === at ? 1 : 0)];
    // "from 9:00 to 13:00" is one range.
    const isNear =
      opens !== undefined &&
      opens.from > at &&
      opens.from <= at + NEXT_VALUE &&
      !isSecondOf(opens, facts[nextFact - 1], at);
    const isFollowed = opens !== undefined && tokens[opens.from]!.sentence === tokens[at]!.sentence;
    if (isNew || (!insideFact && at > start && divides(tokens, at, start, { counts, isNear, isFollowed, hasFrom }))) {
      clause += 1;
      start = at;
      counts = false;
      hasFrom = false;
    }
    hasFrom ||= tokens[at]!.lower === 'from';
    counts ||= fact !== undefined && fact.from === at;
    clauses[at] = clause;
  }
  return clauses;
}

function isSecondOf({ edge, from }: Fact, before: Fact | undefined, at: number): boolean {
  return edge === 'end' && from === at + 1 && before?.to === at;
}

/** Tokens between "and" and the value that begins another clause: "and on Saturdays until 1 pm". */
const NEXT_VALUE = 4;

/**
 * True if a clause ends before a token: one that began at `start`, and that `counts` where it holds a number or date;
 * `isNear`: another one follows soon; `isFollowed`: another one follows in the sentence; `hasFrom`: it has a "from".
 */
function divides(
  tokens: readonly Token[],
  at: number,
  start: number,
  { counts, isNear, isFollowed, hasFrom }: Readonly<Record<'counts' | 'isNear' | 'isFollowed' | 'hasFrom', boolean>>,
): boolean {
  const { text, lower } = tokens[at]!;
  if (DIVIDER.test(text) || CLAUSE_WORDS.has(lower)) return true;
  if (text === ',') return !PHRASE_OPENERS.has(firstWord(tokens, start, at));
  // "from 7.2 % in 2021 to 5.9 % in 2023"
  if (lower === 'to') return counts && isNear && hasFrom;
  // "60 in Ghent and Lyon has 15", "9 mmHg in the drug group and by 4 mmHg", not "160 euros in Munich and Hamburg"
  return lower === 'and' && counts && (isNear || (isFollowed && /^\p{Lu}/u.test(tokens[at + 1]?.text ?? '')));
}

function firstWord(tokens: readonly Token[], start: number, end: number): string {
  for (let at = start; at < Math.min(end, start + 2); at++) if (tokens[at]!.type === 'word') return tokens[at]!.lower;
  return '';
}
