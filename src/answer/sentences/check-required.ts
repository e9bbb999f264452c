import {
  hasFiniteVerb,
  isMadeOfPhrases,
  isNonAsserting,
  type KindedSpan,
  normaliseForModel,
} from '../../text/index.ts';
import type { AnswerSource } from '../answer-body.ts';
import { isSelfTalk } from './self-talk.ts';

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
