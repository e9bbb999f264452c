import {
  hasFiniteVerb,
  isMadeOfPhrases,
  isNonAsserting,
  type KindedSpan,
  normaliseForModel,
} from '../../text/index.ts';
import type { AnswerSource } from '../answer-body.ts';
import { ABLE, BEFORE, BEFORE_ABLE, BEFORE_FREE, CLAUSE_WORDS, WHOLE } from './self-talk-phrases.ts';

/** Whether a sentence of an answer says something that a source could carry. */
export type CheckRequired = (written: string, kind: KindedSpan['kind']) => boolean;

/** "How it works", "Why the plant closed": titles, whatever verb they have. */
const TITLE = /^\W*(?:how|why|what|who|when|where|which)\b(?!.*[.!]\s*$)/i;
/** Names what follows and says nothing of it: "Offices in Europe:". */
const LABEL = /^[^\n.!?]{1,80}[:：][\s*_]*$/;
const ADDRESS = /^[<([]*(?:https?:\/\/|www\.)\S+$/i;
const NO_WORD = /^[^\p{L}\p{N}]*$/u;
/** Longer sentences name no source. */
const LONGEST_NAME = 600;

/**
 * Tells of each sentence whether the sources of a request have to carry it: false for greetings, bare questions, headings
 * and labels that say nothing, the model's talk about itself, and what only names a source or gives an address.
 * Everything else is to be checked, so that no statement passes unseen.
 */
export function checkRequiredFor(sources: readonly AnswerSource[]): CheckRequired {
  const names = new Set(sources.flatMap(namesOf));
  return (written, kind) => {
    if (kind === 'question' || isNonAsserting(written) !== undefined) return false;
    if (isMadeOfPhrases(written, isSelfTalk) || isAddresses(written)) return false;
    if (written.length <= LONGEST_NAME && names.has(nameKey(written))) return false;
    return (kind !== 'heading' && !LABEL.test(written)) || isStatement(written);
  };
}

/** Whether a heading or a label says something. The column names of a table are several lines and say nothing. */
function isStatement(written: string): boolean {
  return !written.includes('\n') && hasFiniteVerb(written) && !TITLE.test(normaliseForModel(written));
}

/** By what an answer may name a source without saying anything: not by a number, nor by a title that is a statement. */
function namesOf({ id, title = '' }: AnswerSource): string[] {
  return [id, title].filter((name) => /\p{L}/u.test(name) && !hasFiniteVerb(name)).map(nameKey);
}

/** A name without what a list or a sentence puts around it. */
function nameKey(name: string): string {
  return normaliseForModel(name)
    .toLowerCase()
    .replace(/^[\s"'(:-]+|[\s"').,:;-]+$/g, '');
}

function isAddresses(written: string): boolean {
  return written.split(/\s+/).every((part) => ADDRESS.test(part) || NO_WORD.test(part));
}

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
function isSelfTalk(phrase: string): boolean {
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
