import { partOfSpeech, type Token } from '../../../text/index.ts';
import { words } from '../lexicon/phrases.ts';
import type { SurfaceReading } from '../reading.ts';
import { isException } from './exceptions.ts';

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
