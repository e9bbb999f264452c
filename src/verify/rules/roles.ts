import type { Compared } from './compare-cues.ts';
import { isCapital } from './names.ts';
import type { Token } from './tokens.ts';

/** Words without content that two things can stand on either side of. */
const PIVOTS: ReadonlySet<string> = new Set(['than', 'before', 'after', 'over']);
const BE: ReadonlySet<string> = new Set(['is', 'are', 'was', 'were', 'be', 'been', 'being', 'got', 'gets', 'get']);
const PARTICIPLE = /(?:ed|en|wn|ht)$/;
/** Share of the claim's content stems that one source sentence must hold: a copy in other respects. */
const SAME_MATTER = 0.85;
/** Share of the source's words between the two things that the claim must hold as well. */
const DENSE = 0.65;
/** Similar sentences beyond this many are not looked at: keeps the work bounded on repetitive texts. */
const MOST_SENTENCES = 6;
/** Content stems beyond this many are not looked at: claims are short. */
const MOST_PLACES = 16;

/** Where one stem stands, as token indexes into the claim and into the source sentence. */
interface Placed {
  readonly claim: number;
  readonly source: number;
}

/** Two things and the word between them, in claim order. */
type Triple = readonly [first: Placed, middle: Placed, last: Placed];

/**
 * Whether the claim gives two things each other's part in all source sentences that hold its words: "B beat A" for
 * "A beat B", "B is older than A" for "A is older than B", "A criticised B" for "A was criticised by B".
 */
export function rolesDiffer({ claim, source, overlaps }: Compared): boolean {
  const near = [...overlaps].filter(([, share]) => share >= SAME_MATTER).slice(0, MOST_SENTENCES);
  const isSwappedIn = (sentence: number) =>
    isSwapped(
      claim.tokens,
      source.tokens.filter((token) => token.sentence === sentence),
    );
  return near.length > 0 && near.every(([sentence]) => isSwappedIn(sentence));
}

function isSwapped(claim: readonly Token[], source: readonly Token[]): boolean {
  const stems = new Set(claim.map(keyOf));
  return triples(placed(claim, source)).some((triple) => {
    const [first, , last] = triple;
    const from = Math.min(first.source, last.source);
    const to = Math.max(first.source, last.source);
    return (
      (isReversed(claim, source, triple) || isTurned(claim, source, triple)) &&
      isRelation(claim, source, triple) &&
      !isList(claim, first.claim, last.claim) &&
      isDense(source.slice(from, to + 1), stems)
    );
  });
}

function keyOf(token: Token): string {
  if (token.stem !== '') return token.stem;
  return PIVOTS.has(token.lower) ? token.lower : '';
}

/** Stems that stand exactly once in either text, in claim order. */
function placed(claim: readonly Token[], source: readonly Token[]): Placed[] {
  const there = onlyPlaces(source);
  const shared = [...onlyPlaces(claim)].flatMap(([key, at]) => {
    const other = there.get(key) ?? -1;
    return at < 0 || other < 0 ? [] : [{ claim: at, source: other }];
  });
  return shared.slice(0, MOST_PLACES);
}

/** The index of each stem, -1 for one that stands in several places. */
function onlyPlaces(tokens: readonly Token[]): Map<string, number> {
  const at = new Map<string, number>();
  tokens.forEach((token, i) => {
    const key = keyOf(token);
    if (key !== '') at.set(key, at.has(key) ? -1 : i);
  });
  return at;
}

function triples(places: readonly Placed[]): Triple[] {
  return places.flatMap((first, a) =>
    places.slice(a + 1).flatMap((middle, m) => places.slice(a + m + 2).map((last): Triple => [first, middle, last])),
  );
}

/**
 * Two names or two other things can take each other's part, by a word between them that is no name; a name and a thing
 * only where nothing else stands between. What stands before a colon is a title and takes no part.
 */
function isRelation(claim: readonly Token[], source: readonly Token[], [first, middle, last]: Triple): boolean {
  const kinds = [first, middle, last].map((place) => kindOf(claim, source, place));
  const [from, to] = [Math.min(first.source, last.source), Math.max(first.source, last.source)];
  const between = source.slice(from, to);
  const isSameKind = kinds[0] === kinds[2] || kinds[0] === undefined || kinds[2] === undefined;
  const isBare = () => isLight(claim.slice(first.claim, last.claim)) && isLight(between);
  return kinds[1] !== 'name' && between.every(({ text }) => text !== ':') && (isSameKind || isBare());
}

/** "Brown shot the officer": nothing but the two things and the word between them has content. */
function isLight(tokens: readonly Token[]): boolean {
  return tokens.filter(({ stem, type }) => stem !== '' || type === 'number').length <= 2;
}

/** A capital tells a name but where a sentence begins. */
function kindOf(claim: readonly Token[], source: readonly Token[], place: Placed): 'name' | 'thing' | undefined {
  const inside = [
    ...(place.claim > 0 ? [claim[place.claim]!] : []),
    ...(place.source > 0 ? [source[place.source]!] : []),
  ];
  if (inside.length === 0) return undefined;
  return inside.some(isCapital) ? 'name' : 'thing';
}

/** The same voice, the opposite order. */
function isReversed(claim: readonly Token[], source: readonly Token[], [first, middle, last]: Triple): boolean {
  const reversed = last.source < middle.source && middle.source < first.source;
  return reversed && voice(claim, middle.claim, last.claim) === voice(source, middle.source, first.source);
}

/** The same order, but "by" in one of the texts only. */
function isTurned(claim: readonly Token[], source: readonly Token[], [first, middle, last]: Triple): boolean {
  if (first.source > middle.source || middle.source > last.source) return false;
  const byOne =
    (voice(claim, middle.claim, last.claim) === 'by') !== (voice(source, middle.source, last.source) === 'by');
  return byOne && claim[middle.claim]!.lower === source[middle.source]!.lower && middle.claim - first.claim <= 3;
}

/** "Was praised by" or "praised by", "was praised", or neither. */
function voice(tokens: readonly Token[], verb: number, to: number): 'by' | 'be' | 'active' {
  if (tokens.slice(verb + 1, to).some(({ lower }) => lower === 'by')) return 'by';
  const be = tokens.slice(Math.max(0, verb - 2), verb).some(({ lower }) => BE.has(lower));
  return be && PARTICIPLE.test(tokens[verb]!.lower) ? 'be' : 'active';
}

/** "Wales, Scotland and England": the order of a list says nothing. */
function isList(tokens: readonly Token[], from: number, to: number): boolean {
  const within = tokens.slice(from + 1, to);
  return (
    within.some(({ lower }) => LINK.test(lower)) &&
    within.every(({ lower, stem }) => stem !== '' || LINK.test(lower) || lower === 'the')
  );
}

const LINK = /^(?:,|;|and|or)$/;

function isDense(between: readonly Token[], stems: ReadonlySet<string>): boolean {
  const keys = between.map(keyOf).filter((key) => key !== '');
  return keys.filter((key) => stems.has(key)).length >= DENSE * keys.length;
}
