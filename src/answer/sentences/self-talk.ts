import { ABLE, BEFORE, BEFORE_ABLE, BEFORE_FREE, CLAUSE_WORDS, WHOLE } from './self-talk-phrases.ts';

const FILLER = new RegExp(`^(?:(?:${BEFORE}) )+`);
const WHOLE_PHRASE = anyOf(WHOLE, '$');
const OPENS_ABLE = anyOf(BEFORE_ABLE, '(?![^ ])');
const OPENS_FREE = anyOf(BEFORE_FREE, '(?![^ ])');
const ABLE_WORDS = new Set(ABLE.trim().split(/\s+/));
const CLAUSE = new Set(CLAUSE_WORDS.trim().split(/\s+/));

/** "I'm an assistant and I don't have access to it": two phrases without a mark between them. */
const NEXT_PHRASE = / (?:and|but|so) (?=i(?:'m)? )/;

function anyOf(patterns: readonly string[], end: string): RegExp {
  return new RegExp(`^(?:${patterns.join('|')})${end}`);
}

/**
 * Whether a phrase, in lower case, is a model's talk about itself, its sources or its answer. Only listed phrases count,
 * and what may follow some of them holds no number and begins no clause: no statement passes behind them.
 */
export function isSelfTalk(phrase: string): boolean {
  return phrase.replaceAll('’', "'").split(NEXT_PHRASE).every(isListed);
}

function isListed(phrase: string): boolean {
  const said = phrase.replace(FILLER, '');
  if (WHOLE_PHRASE.test(phrase) || WHOLE_PHRASE.test(said)) return true;
  const isFree = (word: string) => !CLAUSE.has(word) && !/\p{N}/u.test(word);
  return isFollowed(said, OPENS_ABLE, (word) => ABLE_WORDS.has(word)) || isFollowed(said, OPENS_FREE, isFree);
}

function isFollowed(phrase: string, opening: RegExp, by: (word: string) => boolean): boolean {
  const opened = opening.exec(phrase)?.[0];
  if (opened === undefined) return false;
  return phrase
    .slice(opened.length)
    .split(' ')
    .every((word) => word === '' || by(word));
}
