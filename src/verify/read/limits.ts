import { type Fact, isWithin, relationOf, type SurfaceReading } from '../rules/index.ts';
import { PEOPLE } from '../rules/lexicon/synonyms.ts';

/** Words of a claim and those of a source in their place. */
export interface Placed {
  readonly own: string;
  readonly written: string;
  /** Where the words of the claim are. */
  readonly at: number;
}

/** A limit of the claim in the source's words for the same limit: the models take "no more than" for another one than "up to". */
export function sameLimitIn(claim: SurfaceReading, source: SurfaceReading, fact: Fact): Placed | undefined {
  if (!isWrittenLimit(fact, claim)) return undefined;
  const isSame = ({ fact: other }: SurfaceReading['facts'][number]) =>
    other.bound === fact.bound &&
    other.low === fact.low &&
    other.high === fact.high &&
    isAlike(fact, other) &&
    isWrittenLimit(other, source);
  const same = source.facts.find(isSame)?.fact;
  if (same === undefined) return undefined;
  const [own, words] = [phraseOf(fact, claim), phraseOf(same, source)];
  const isFirst = /^\p{Lu}/u.test(own);
  const written = `${isFirst ? words.charAt(0).toUpperCase() : words.charAt(0).toLowerCase()}${words.slice(1)}`;
  return { at: claim.tokens[fact.boundFrom]!.start, own, written };
}

/** "420 people" for "more than 400 people", where it is all that a source says of the kind and above the limit. */
export function valueWithin(claim: SurfaceReading, source: SurfaceReading, fact: Fact): Placed | undefined {
  // "worth more than the two lamps" compares with them.
  if (!isWrittenLimit(fact, claim) || DEFINITE.has(claim.tokens[fact.from - 1]!.lower)) return undefined;
  // "Employs more than 500 people", of 520 employees.
  const isOfPeople = (one: Fact) =>
    one.kind === fact.kind && fact.nouns.includes(PEOPLE) && one.nouns.some((noun) => claim.slots.has(noun));
  const facts = source.facts.map((one) => one.fact);
  const [only, ...others] = facts.filter((one) => isAlike(fact, one) || isOfPeople(one));
  if (only?.bound !== 'exact' || only.low !== only.high || relationOf(fact, only) !== 'entailed') return undefined;
  if (others.some(({ bound, low, high }) => bound !== 'exact' || low !== only.low || high !== only.high))
    return undefined;
  const written = source.text.slice(only.start, only.end);
  return { at: claim.tokens[fact.boundFrom]!.start, own: phraseOf(fact, claim), written };
}

const OF_GROUP: ReadonlySet<string> = new Set(['of', 'with', 'from', 'for']);

/** True if a number says how large a group is: "a class of 25 pupils", "groups of at least ten people". */
export function isOfGroup({ kind, boundFrom }: Fact, { tokens }: SurfaceReading): boolean {
  return kind === 'number' && OF_GROUP.has(tokens[boundFrom - 1]?.lower ?? '');
}

const LIMITS: Readonly<Partial<Record<Fact['bound'], (value: string) => string>>> = {
  at_least: (value) => `${value} or more`,
  more_than: (value) => `more than ${value}`,
  at_most: (value) => `${value} or fewer`,
  less_than: (value) => `fewer than ${value}`,
};

/** "20 or more" for the 25 of "a class of 25 pupils", where a source says something of classes of 20 or more only. */
export function groupWithin(claim: SurfaceReading, source: SurfaceReading, fact: Fact): Placed | undefined {
  if (fact.bound !== 'exact' || !isOfGroup(fact, claim)) return undefined;
  const groupOf = ({ boundFrom }: Fact, { tokens }: SurfaceReading) =>
    `${tokens[boundFrom - 2]?.lemma} ${tokens[boundFrom - 1]?.lower}`;
  const isOfKind = (one: Fact) =>
    isOfGroup(one, source) && (isAlike(fact, one) || groupOf(one, source) === groupOf(fact, claim));
  const [only, another] = source.facts.map((one) => one.fact).filter(isOfKind);
  const limit = only && LIMITS[only.bound];
  if (only === undefined || another !== undefined || limit === undefined) return undefined;
  if (fact.low !== fact.high || !isWithin(fact.low, only)) return undefined;
  const own = claim.text.slice(fact.start, fact.end);
  return { at: fact.start, own, written: limit(source.text.slice(only.start, only.end)) };
}

/** Values of one unit, or numbers of the same things. */
function isAlike({ kind, unit, nouns }: Fact, other: Fact): boolean {
  const isOfSame = unit !== '' || nouns.some((noun) => other.nouns.includes(noun));
  return kind === other.kind && unit === other.unit && isOfSame;
}

const DEFINITE: ReadonlySet<string> = new Set(['the', 'these', 'those', 'its', 'their', 'all']);
const LEADS = /^(?:above|at|below|between|fewer|from|less|more|no|over|under|up|upwards)\b/;

/** True if a limit is in words that another one can replace: "up to 20", not "may not exceed 20". */
export function isWrittenLimit({ bound, boundFrom, from }: Fact, { tokens }: SurfaceReading): boolean {
  return bound !== 'exact' && bound !== 'about' && boundFrom < from && LEADS.test(tokens[boundFrom]!.lower);
}

function phraseOf({ boundFrom, end }: Fact, { text, tokens }: SurfaceReading): string {
  return text.slice(tokens[boundFrom]!.start, end);
}
