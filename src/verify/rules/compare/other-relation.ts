import { partOfSpeech, type Token } from '../../../text/index.ts';
import { words } from '../lexicon/phrases.ts';
import { lemmaOrWord, type SurfaceReading } from '../reading.ts';
import { isException } from './exceptions.ts';

/** Prepositions that say something else of the same verb and thing: "fell to 20 euros" and "fell by 20 euros". */
const APART: readonly ReadonlySet<string>[] = [
  words('from to'),
  words('by to'),
  words('by from'),
  words('before after'),
  words('until since'),
  words('until from'),
];
const PREPOSITIONS: ReadonlySet<string> = new Set(APART.flatMap((pair) => [...pair]));
const ARTICLES = words('the a an its his her their our about almost nearly around only');
/** How far before a preposition its verb or noun may be. */
const REACH = 4;

/** A number, name or noun with the preposition before it, and the content word that both belong to. */
interface Tied {
  readonly preposition: string;
  readonly thing: string;
  readonly head: string;
}

/**
 * True if a claim has the verb and the thing of a sentence with a preposition that says something else: "The train from Ulm
 * arrives at 9." of "The train to Ulm arrives at 9.".
 */
export function hasOtherPreposition(claim: SurfaceReading, sentence: SurfaceReading): boolean {
  if (claim.negations.length > 0 || sentence.negations.length > 0) return false;
  const there = tiedIn(sentence.tokens);
  return tiedIn(claim.tokens).some(({ preposition, thing, head }) => {
    const same = there.filter((one) => one.thing === thing && one.head === head);
    const isApart = (other: string) =>
      APART.some((pair) => pair.has(preposition) && pair.has(other) && other !== preposition);
    // "From 9 to 5" has each thing once; with two of them, which one is meant is unclear.
    return same.length > 0 && same.every((one) => isApart(one.preposition));
  });
}

function tiedIn(tokens: readonly Token[]): Tied[] {
  return tokens.flatMap(({ lower, sentence }, at) => {
    if (!PREPOSITIONS.has(lower)) return [];
    const behind = tokens.slice(at + 1, at + 1 + REACH).find((token) => !ARTICLES.has(token.lower));
    const before = tokens.slice(Math.max(0, at - REACH), at).reverse();
    const head = before.find(({ lemma }) => lemma !== '');
    if (behind === undefined || head?.sentence !== sentence || behind.sentence !== sentence) return [];
    const thing =
      behind.lemma === '' && behind.type === 'word' && !/^\p{Lu}/u.test(behind.text) ? '' : lemmaOrWord(behind);
    return thing === '' || behind.type === 'symbol' ? [] : [{ preposition: lower, thing, head: head.lemma }];
  });
}

/**
 * True if a sentence goes on where a claim with its words ends: "closed on Friday" of "closed on Friday afternoons", or a denial
 * of "not allowed to take photos with a flash".
 */
export function leavesOutRest({ text, negations, tokens }: SurfaceReading, sentence: SurfaceReading): boolean {
  const own = text.trim().replace(/[.!]$/, '');
  const start = own === '' ? -1 : sentence.text.toLowerCase().indexOf(own.toLowerCase());
  if (start < 0) return false;
  const last = tokens.findLast(({ type }) => type === 'word');
  const from = sentence.tokens.findIndex((token) => token.start >= start + own.length);
  if (from >= 0 && exceptsNext(sentence.tokens, from)) return true;
  const [next, after] = from < 0 ? [] : sentence.tokens.slice(from);
  if (next?.type !== 'word' || last === undefined) return false;
  const isNoun = ({ lower, text: written }: Token) => /^\p{Ll}/u.test(written) && partOfSpeech(lower) === 'NOUN';
  const isCompound = isNoun(next) && next.lemma !== '' && (partOfSpeech(last.lower) ?? 'NOUN') !== 'VERB';
  const isRestricted =
    negations.length > 0 &&
    /^(?:with|without|if|unless|when|while|until|before|after|during|on|in|at|more|for|except)$/.test(next.lower);
  return (isCompound && after?.lower !== 'of') || isRestricted;
}

/** Words before the last one of an exception. */
const EXCEPTING = words(', with the sole only single one exception apart aside');

function exceptsNext(tokens: readonly Token[], from: number): boolean {
  const end = tokens.findIndex(({ lower }, at) => at >= from && !EXCEPTING.has(lower));
  return end >= 0 && isException(tokens, end);
}
