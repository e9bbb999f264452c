import { type Token, wordKey } from '../../../text/index.ts';
import type { Fact } from '../findings.ts';
import { ONES } from '../lexicon/number-words.ts';
import { listed } from '../lexicon/phrases.ts';
import type { SurfaceReading } from '../reading.ts';

/** Kinds of things, the word for all of them first. */
const GROUPS: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  listed(`
    child son daughter boy girl
    sibling brother sister
    grandchild grandson granddaughter
    grandchildren grandson granddaughter
    person man woman boy girl child adult
    people man woman boy girl child adult
    vehicle car van truck lorry bus motorcycle motorbike tram taxi ambulance
    animal dog cat cow horse sheep goat pig hen chicken duck goose donkey rabbit
    pet dog cat rabbit hamster bird
    instrument piano violin cello guitar flute trumpet drum`).map((line) => {
    const [all = '', ...parts] = line.split(' ').map(wordKey);
    return [all, new Set(parts)] as const;
  }),
);

/** A list of numbers of parts, "two sons and a daughter", and their sum. */
interface CountedParts {
  /** It has several parts. */
  readonly isSum: boolean;
  readonly total: number;
  readonly start: number;
  readonly end: number;
}

/** A claim's number of a group where a source has a list of its parts. */
interface GroupCount {
  readonly fact: Fact;
  readonly parts: CountedParts;
}

/** The only number of a claim, where it counts a group. */
export function countedGroup({ facts, tokens }: SurfaceReading): Fact | undefined {
  const [fact, ...more] = facts.map((one) => one.fact);
  if (fact?.kind !== 'number' || more.length > 0 || fact.bound !== 'exact' || fact.low !== fact.high) return undefined;
  return GROUPS.has(keyAt(tokens, fact.to)) ? fact : undefined;
}

/** That number where a text has one list of the parts and no word for all of them: "three children" of "two sons and a daughter". */
function groupCount(claim: SurfaceReading, source: SurfaceReading): GroupCount | undefined {
  const fact = countedGroup(claim);
  const lemma = fact === undefined ? '' : claim.tokens[fact.to]!.lemma;
  if (fact === undefined || source.positions.has(lemma)) return undefined;
  const [parts, ...others] = listsOf(source.tokens, GROUPS.get(wordKey(lemma))!);
  return parts?.isSum !== true || others.length > 0 ? undefined : { fact, parts };
}

/** The parts that a text lists, if a claim has their sum: "two sons and a daughter" for "three children". */
export function partsOf(claim: SurfaceReading, source: SurfaceReading): GroupCount | undefined {
  const count = groupCount(claim, source);
  return count?.fact.low === count?.parts.total ? count : undefined;
}

/** True if a sentence lists another number of things than a claim counts: "two children" of "a son and two daughters". */
export function miscountsParts(claim: SurfaceReading, sentence: SurfaceReading): boolean {
  const count = claim.negations.length + sentence.negations.length > 0 ? undefined : groupCount(claim, sentence);
  return count !== undefined && count.fact.low !== count.parts.total;
}

/** Lists of counted parts, also of one: the others may be elsewhere. */
function listsOf(tokens: readonly Token[], kinds: ReadonlySet<string>): CountedParts[] {
  const lists: CountedParts[] = [];
  let at = 0;
  while (at < tokens.length) {
    const found = [];
    for (let item = itemAt(tokens, at, kinds); item !== undefined; item = itemBehind(tokens, item.next, kinds))
      found.push(item);
    if (found.length > 0)
      lists.push({
        isSum: found.length > 1,
        total: found.reduce((sum, { count }) => sum + count, 0),
        start: tokens[at]!.start,
        end: tokens[found.at(-1)!.next - 1]!.end,
      });
    at = found.at(-1)?.next ?? at + 1;
  }
  return lists;
}

function keyAt(tokens: readonly Token[], at: number): string {
  return wordKey(tokens[at]?.lemma ?? '');
}

/** "two grown sons" at a token, and the place behind it. */
function itemAt(tokens: readonly Token[], at: number, kinds: ReadonlySet<string>) {
  const { lower, type, text } = tokens[at]!;
  const count = /^an?$/.test(lower) ? 1 : type === 'number' ? Number(text) : ONES.get(lower);
  const noun = [at + 1, at + 2].find((i) => kinds.has(keyAt(tokens, i)));
  return count === undefined || Number.isNaN(count) || noun === undefined ? undefined : { count, next: noun + 1 };
}

function itemBehind(tokens: readonly Token[], from: number, kinds: ReadonlySet<string>) {
  let at = from;
  while (/^(?:,|and)$/.test(tokens[at]?.lower ?? '')) at += 1;
  return at === from || tokens[at] === undefined ? undefined : itemAt(tokens, at, kinds);
}
