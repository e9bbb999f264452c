import { partOfSpeech, type Token } from '../../../text/index.ts';
import { grouped, oncePer } from '../keyed.ts';
import { words } from '../lexicon/phrases.ts';
import type { SurfaceReading } from '../reading.ts';
import { contentKey, contentKeys } from './content-keys.ts';

/** Two parts of one sentence that say different things: "tomatoes on the balcony and herbs in the garden". */
interface Pair {
  /** The last word of each. */
  readonly said: readonly [string, string];
  /** The preposition of each, as one of its kind; '' for none. */
  readonly tie: string;
  /** The words before it that tell the part apart: a noun, or a verb and its subject. */
  readonly of: readonly [readonly string[], readonly string[]];
}

const JOINS = words('and but ; , while whereas');
/** Prepositions of the same kind may be exchanged for each other. */
const KINDS: ReadonlyMap<string, string> = new Map(
  [
    ['place', 'in on at near behind above below under'],
    ['to', 'to into'],
    ['from', 'from'],
    ['with', 'with'],
    ['by', 'by'],
    ['for', 'for'],
  ].flatMap(([kind = '', list = '']) => [...words(list)].map((word) => [word, kind] as const)),
);
const ARTICLES = words('a an the this that his her its their our my your');

/** A sentence with one of these says more than two plain parts. */
const MORE =
  /\b(?:or|if|unless|both|neither|nor|either|too|also|as well|only|who|which|that|because|before|after|until)\b/i;

const pairsIn = oncePer(({ tokens, text, negations }: SurfaceReading): readonly Pair[] => {
  if (negations.length > 0 || MORE.test(text)) return [];
  const joins = tokens.flatMap(({ lower }, at) =>
    JOINS.has(lower) && !JOINS.has(tokens[at - 1]?.lower ?? '') ? [at] : [],
  );
  const pairs: Pair[] = [];
  for (const [i, join] of joins.entries()) {
    const first = tokens.slice(i === 0 ? 0 : joins[i - 1]! + 1, join);
    const second = tokens
      .slice(join + 1, joins[i + 1] ?? tokens.length)
      .filter(({ lower }) => !JOINS.has(lower) && lower !== 'then' && lower !== '.');
    const pair = tiedPair(first, second) ?? gappedPair(first, second);
    if (pair !== undefined) pairs.push(pair);
  }
  return pairs;
});

/** They may name the same place or people again: "lives in Graz and works in the city", "travels with her family". */
const WIDE = words(
  'town city village country center centre area region place building family parent europe asia africa america',
);

function mayBeSame(one: Token, other: Token): boolean {
  const isName = ({ text }: Token) => /^\p{Lu}/u.test(text);
  const isWide = ({ lemma, lower }: Token) => WIDE.has(lemma) || WIDE.has(lower);
  return isName(one) !== isName(other) || isWide(one) || isWide(other);
}

/** Both end in a preposition and its noun, of different words before it. */
function tiedPair(first: readonly Token[], second: readonly Token[]): Pair | undefined {
  const [one, other] = [tieAt(first), tieAt(second)];
  if (one === undefined || other === undefined || one.tie !== other.tie) return undefined;
  if (contentKey(one.said) === contentKey(other.said) || contentKey(one.head) === contentKey(other.head))
    return undefined;
  if (mayBeSame(one.said, other.said)) return undefined;
  // "The cat sleeps in the kitchen, the dog in the hall": the second one has no verb.
  const isGapped = !other.before.some(isVerb) && isVerb(one.head);
  const of = [contentKey(one.head), ...(isGapped ? contentKeys(one.before).slice(0, 1) : [])];
  return { said: [contentKey(one.said), contentKey(other.said)], tie: one.tie, of: [of, [contentKey(other.head)]] };
}

function tieAt(part: readonly Token[]) {
  const ties = part.flatMap(({ lower }, at) => (KINDS.has(lower) && at > 0 ? [at] : []));
  const [at, another] = ties;
  if (at === undefined || another !== undefined) return undefined;
  const before = part.slice(0, at);
  const head = before.findLast((token) => contentKey(token) !== '');
  const behind = part.slice(at + 1).filter((token) => contentKey(token) !== '');
  const said = behind.at(-1);
  return head === undefined || said === undefined || behind.length > 2
    ? undefined
    : { head, said, before, tie: KINDS.get(part[at]!.lower)! };
}

/** The second one has no verb: "Amir ordered the fish and Lotte the risotto", "the kitchen yellow and the hall green". */
function gappedPair(first: readonly Token[], second: readonly Token[]): Pair | undefined {
  if (second.some((token) => isVerb(token) || KINDS.has(token.lower)) || !first.some(isVerb)) return undefined;
  const [keys, others] = [contentKeys(first), contentKeys(second)];
  const start = second.findIndex((token) => contentKey(token) !== '');
  const behind = second.slice(start + 1);
  const isTwo =
    behind.some(({ lower, type }) => ARTICLES.has(lower) || type === 'number') ||
    (behind.length === 1 && partOfSpeech(behind[0]!.lower) === 'ADJ');
  if (!isTwo || keys.length < 3 || others.length < 2 || others.length > 4) return undefined;
  const [said, other] = [keys.at(-1)!, others.at(-1)!];
  const [of, ofOther] = [keys[0]!, others[0]!];
  if (said === other || of === ofOther) return undefined;
  return { said: [said, other], tie: '', of: [[of], [ofOther]] };
}

function isVerb({ lower, type }: Token): boolean {
  return type === 'word' && (['VERB', 'AUX'].includes(partOfSpeech(lower) ?? '') || /.ed$/.test(lower));
}

/**
 * True if a claim says of one thing what a sentence says of the other of two: "My aunt grows tomatoes in the garden." against "My
 * aunt grows tomatoes on the balcony and herbs in the garden.".
 */
export function exchangesParts(claim: SurfaceReading, sentence: SurfaceReading): boolean {
  if (claim.negations.length > 0 || MORE.test(claim.text) || /\b(?:and|than)\b/i.test(claim.text)) return false;
  const own = new Set(contentKeys(claim.tokens));
  const counts = countsIn(sentence);
  if ([...own].some((key) => !counts.has(key))) return false;
  const isExchanged = ({ said, tie, of }: Pair, mine: 0 | 1) => {
    const theirs = mine === 0 ? 1 : 0;
    // "Ana lives in Delft and works in Breda and Delft": the sentence may say it of both.
    const isSaid = own.has(said[mine]) && counts.get(said[mine]) === 1 && isTiedIn(claim, said[mine], tie);
    const isOfOther = of[theirs].every((key) => own.has(key)) && !of[mine].every((key) => own.has(key));
    return isSaid && isOfOther && !own.has(said[theirs]);
  };
  return pairsIn(sentence).some((pair) => isExchanged(pair, 0) || isExchanged(pair, 1));
}

const countsIn = oncePer(({ tokens }: SurfaceReading): ReadonlyMap<string, number> => {
  const keys = grouped(contentKeys(tokens), (key) => [key]);
  return new Map([...keys].map(([key, same]) => [key, same.length]));
});

function isTiedIn({ tokens }: SurfaceReading, said: string, tie: string): boolean {
  const at = tokens.findLastIndex((token) => contentKey(token) === said);
  const before = tokens.slice(Math.max(0, at - 3), at).findLast(({ lower }) => KINDS.has(lower));
  return tie === '' ? before === undefined : before !== undefined && KINDS.get(before.lower) === tie;
}
