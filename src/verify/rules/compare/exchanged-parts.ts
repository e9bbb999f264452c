import { partOfSpeech, type Token, wordKey } from '../../../text/index.ts';
import { oncePer } from '../keyed.ts';
import { words } from '../lexicon/phrases.ts';
import type { SurfaceReading } from '../reading.ts';

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

function keyOf({ lemma, type, text }: Token): string {
  return lemma !== '' ? wordKey(lemma) : type === 'number' ? text : '';
}

const keysOf = (tokens: readonly Token[]): string[] => tokens.map(keyOf).filter((key) => key !== '');

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

/** Both end in a preposition and its noun, of different words before it. */
function tiedPair(first: readonly Token[], second: readonly Token[]): Pair | undefined {
  const [one, other] = [tieAt(first), tieAt(second)];
  if (one === undefined || other === undefined || one.tie !== other.tie) return undefined;
  if (one.said === other.said || keyOf(one.head) === keyOf(other.head)) return undefined;
  // "The cat sleeps in the kitchen, the dog in the hall": the second one has no verb.
  const isGapped = !other.before.some(isVerb) && isVerb(one.head);
  const of = [keyOf(one.head), ...(isGapped ? keysOf(one.before).slice(0, 1) : [])];
  return { said: [one.said, other.said], tie: one.tie, of: [of, [keyOf(other.head)]] };
}

function tieAt(part: readonly Token[]) {
  const ties = part.flatMap(({ lower }, at) => (KINDS.has(lower) && at > 0 ? [at] : []));
  const [at, another] = ties;
  if (at === undefined || another !== undefined) return undefined;
  const before = part.slice(0, at);
  const head = before.findLast((token) => keyOf(token) !== '');
  const behind = keysOf(part.slice(at + 1));
  const said = behind.at(-1);
  return head === undefined || said === undefined || behind.length > 2
    ? undefined
    : { head, said, before, tie: KINDS.get(part[at]!.lower)! };
}

/** The second one has no verb: "Amir ordered the fish and Lotte the risotto", "the kitchen yellow and the hall green". */
function gappedPair(first: readonly Token[], second: readonly Token[]): Pair | undefined {
  if (second.some((token) => isVerb(token) || KINDS.has(token.lower)) || !first.some(isVerb)) return undefined;
  const [keys, others] = [keysOf(first), keysOf(second)];
  const start = second.findIndex((token) => keyOf(token) !== '');
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
  const own = new Set(keysOf(claim.tokens));
  const there = new Set(keysOf(sentence.tokens));
  if ([...own].some((key) => !there.has(key))) return false;
  return pairsIn(sentence).some(({ said, tie, of }) =>
    [0, 1].some((mine) => {
      const [theirs] = [1 - mine];
      const [isSaid, isOf] = [said[mine]!, of[theirs]!];
      if (!own.has(isSaid) || own.has(said[theirs]!) || !isTiedIn(claim, isSaid, tie)) return false;
      return isOf.every((key) => own.has(key)) && !of[mine]!.every((key) => own.has(key));
    }),
  );
}

function isTiedIn({ tokens }: SurfaceReading, said: string, tie: string): boolean {
  const at = tokens.findLastIndex((token) => keyOf(token) === said);
  const before = tokens.slice(Math.max(0, at - 3), at).findLast(({ lower }) => KINDS.has(lower));
  return tie === '' ? before === undefined : before !== undefined && KINDS.get(before.lower) === tie;
}
