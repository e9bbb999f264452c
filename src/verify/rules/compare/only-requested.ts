import { partOfSpeech, type Token, wordKey } from '../../../text/index.ts';
import { words } from '../lexicon/phrases.ts';
import type { SurfaceReading } from '../reading.ts';
import { keysIn, SAME_MATTER } from './words-before.ts';

/** "Please sign", "Eva, please send", "Could you forward": not "Please note that the shop is closed". */
const REQUEST =
  /(?:\bplease,? (?!note\b|be (?:aware|advised|informed)\b|remember\b|see\b|find\b|refer\b|accept\b|feel\b)|^(?:could|would|can|will) you )/i;
/** A claim with one of these speaks of the request itself. */
const OWN_REQUEST =
  /\b(?:ask\p{L}*|request\p{L}*|told|invit\p{L}+|remind\p{L}*|must|should|need\p{L}*|ha(?:s|ve) to|had to|suppos\p{L}+|expect\p{L}*|requir\p{L}+|want\p{L}*|advis\p{L}+|recommend\p{L}*|encourag\p{L}+|mandatory|compulsory|obligatory|necessary|forbidden|allowed|to be|until|by|before|may|can|could|would)\b/iu;
/** Behind these a request gives its reason or tells of what it asks for: "Please help, my parcel was lost". */
const TELLS = /[,:;] |\b(?:because|since|as|which|who)\b|\bthat (?=(?:is|are|was|were|has|have|had)\b)/iu;
/** "Dogs are kept on a lead" may state the rule itself. */
const NOW = /\b(?:is|are)\b/i;
const HAPPENED = words('has have had was were did');

/** True if a sentence asks for what a claim says has been done: "The documents were signed." of "Please sign the documents." */
export function isOnlyRequested(claim: SurfaceReading, sentence: SurfaceReading): boolean {
  const request = REQUEST.exec(sentence.text);
  if (request === null || OWN_REQUEST.test(claim.text) || NOW.test(claim.text) || claim.negations.length > 0)
    return false;
  const done = claim.tokens.filter(isPast);
  const [before, behind] = [
    sentence.text.slice(0, request.index),
    sentence.text.slice(request.index + request[0].length),
  ];
  if (done.length === 0 || isTold(done, behind) || isIn(done, before)) return false;
  const asked = sentence.tokens.find(({ start }) => start >= request.index + request[0].length);
  // Whoever is asked is seldom named: "Please confirm by Friday."
  if (done.some(({ lower }) => wordKey(lower) === wordKey(asked?.lower ?? ''))) return true;
  const keys = [...keysIn(claim)];
  return keys.length > 0 && keys.filter((key) => keysIn(sentence).has(key)).length >= SAME_MATTER * keys.length;
}

/** True if one clause behind a request has what was done in the forms of the claim: "was lost". */
function isTold(done: readonly Token[], request: string): boolean {
  return request.split(TELLS).some((clause, i) => i > 0 && isIn(done, clause));
}

function isIn(done: readonly Token[], clause: string): boolean {
  const said: readonly string[] = clause.toLowerCase().match(/\p{L}+/gu) ?? [];
  return done.every(({ lower }) => said.includes(lower));
}

function isPast({ lower, lemma, type }: Token): boolean {
  if (type !== 'word') return false;
  return (
    HAPPENED.has(lower) ||
    (lemma !== '' && lemma !== lower && partOfSpeech(lower) === 'VERB' && !/(?:s|ing)$/.test(lower))
  );
}
