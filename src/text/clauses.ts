import { maskForWink } from './mask.ts';
import type { Span } from './span.ts';
import { trimmed } from './span.ts';
import { type TaggedToken, winkTokens } from './wink.ts';

const COORDINATORS = new Set(['and', 'but', 'while', 'whereas', 'yet']);
/** These join clauses only behind a comma; elsewhere they mean something else ("for a while", "not yet"). */
const NEED_COMMA = new Set(['while', 'whereas', 'yet']);
/** Words whose reach may go over the conjunction: what follows is not said for itself. */
const REACHES_OVER =
  /\b(?:that|if|whether|unless|because|although|though|when|whenever|until|since|before|after|who|whom|whose|which|where|between|both|either|neither|nor|not only|denied|denies|deny|claims?|claimed|thinks?|thought|believes?|believed|knows?|knew|shows?|showed|shown|suggests?|suggested|reports?|reported|argues?|argued|confirms?|confirmed|expects?|expected|states?|stated|said|says|alleged|hopes?|plans?|wants?|would|could|may|might|should|never)\b/i;
const SUBJECT_PRONOUNS = new Set(['it', 'he', 'she', 'they', 'we', 'i', 'you', 'this', 'these', 'those']);
const IN_NOUN_PHRASE = new Set(['DET', 'ADJ', 'NUM', 'NOUN', 'PROPN', 'PRON']);
const IRREGULAR_PAST = new Set(
  'won grew fell rose lost made sold bought became began ran held led left built took gave went came wrote spent paid met kept sent had did got drew flew broke chose drove spoke stood taught told thought brought found'.split(
    ' ',
  ),
);
/** Of those, the ones that are nothing but verbs, whatever the tagger makes of them. */
const ALWAYS_VERBS = new Set(
  'won grew fell lost sold bought became began went came wrote took gave kept sent'.split(' '),
);
const LONGEST_SUBJECT = 7;
const LONGEST_SENTENCE = 1_000;

/**
 * Cuts a sentence at coordinated main clauses, each with a verb of its own: "X employs 350 people | and was founded in
 * 1990". The pieces are true spans that cover every non-space character. Conservative: the sentence itself comes back
 * where a part may depend on another (reported speech, conditions, relative clauses, open quotes or brackets).
 */
export function splitClauses(text: string, sentence: Span): Span[] {
  const body = text.slice(sentence.start, sentence.end);
  if (body.length > LONGEST_SENTENCE || !/;|\b(?:and|but|while|whereas|yet)\b/i.test(body)) return [sentence];
  const tokens = winkTokens(maskForWink(body));
  const cuts: number[] = [];
  let first = 0;
  for (let index = 1; index < tokens.length - 1; index += 1) {
    const at = cutAt(body, tokens, { first, index });
    if (at === undefined) continue;
    cuts.push(sentence.start + at);
    first = index;
  }
  return [...cuts, sentence.end].flatMap((end, index) => trimmed(text, cuts[index - 1] ?? sentence.start, end) ?? []);
}

/** The offset to cut at when the token there begins a new main clause. */
function cutAt(
  body: string,
  tokens: readonly TaggedToken[],
  range: { first: number; index: number },
): number | undefined {
  const { first, index } = range;
  const token = tokens[index];
  const before = tokens[index - 1];
  if (token === undefined || before === undefined) return undefined;
  const word = token.value.toLowerCase();
  const isSemicolon = word === ';';
  if (!isSemicolon && !COORDINATORS.has(word)) return undefined;
  if (NEED_COMMA.has(word) && before.value !== ',') return undefined;
  const left = tokens.slice(first, index);
  const isWeak = !isSemicolon && before.value !== ',';
  if (!left.some(isVerb) || (isWeak && isVerb(before))) return undefined;
  if (REACHES_OVER.test(body.slice(0, token.start)) || isOpen(body.slice(0, token.start))) return undefined;
  const right = tokens.slice(index + 1);
  if (!beginsClause(right, isWeak) || (isWeak && isPlural(right[0], left))) return undefined;
  return isSemicolon ? token.end : token.start;
}

function isVerb(token: TaggedToken): boolean {
  return token.pos === 'VERB' || token.pos === 'AUX' || ALWAYS_VERBS.has(token.value.toLowerCase());
}

function isFiniteVerb(token: TaggedToken): boolean {
  if (token.pos === 'AUX') return !/^(?:be|been|being)$/i.test(token.value);
  return isVerb(token) && (/(?:[^s]s|ed)$/i.test(token.value) || IRREGULAR_PAST.has(token.value.toLowerCase()));
}

/** A finite verb at once, or a short subject and then one; `isWeak`: no comma divides it from what stands before. */
function beginsClause(tokens: readonly TaggedToken[], isWeak: boolean): boolean {
  const start = /^(?:and|but|while|whereas|yet|then|also|later|now|today)$/i.test(tokens[0]?.value ?? '') ? 1 : 0;
  const opening = tokens[start];
  if (opening === undefined) return false;
  if (isFiniteVerb(opening)) return true;
  for (const [index, token] of tokens.slice(start, start + LONGEST_SUBJECT).entries()) {
    if (isVerb(token)) return index > 0 && isFiniteVerb(token) && !isPartOfPhrase(token, opening, isWeak);
    if (!IN_NOUN_PHRASE.has(token.pos)) return false;
  }
  return false;
}

/**
 * "its safety and efficacy have ...", "cars and trucks built in Oslo": without a comma, only a subject that opens with
 * an article or pronoun begins a clause; and a verb in -ed may only describe its noun ("goal-directed").
 */
function isPartOfPhrase(verb: TaggedToken, opening: TaggedToken, isWeak: boolean): boolean {
  const isPronoun = SUBJECT_PRONOUNS.has(opening.value.toLowerCase());
  const isMarked = isPronoun || opening.pos === 'DET' || opening.pos === 'PRON';
  if (isWeak && !isMarked) return true;
  if (verb.pos === 'AUX' || /s$/i.test(verb.value)) return false;
  return isWeak ? !isPronoun : !isMarked && opening.pos !== 'PROPN';
}

/** "wrote books and plays": a word in -s is a verb only where the sentence has been in the present before. */
function isPlural(word: TaggedToken | undefined, left: readonly TaggedToken[]): boolean {
  if (word?.pos !== 'VERB' || !/[^s]s$/i.test(word.value)) return false;
  return !left.some(
    (token) => isVerb(token) && /(?:[^s]s|are|have)$/i.test(token.value) && !/^was$/i.test(token.value),
  );
}

/** Inside a quotation or brackets nothing is cut. */
function isOpen(left: string): boolean {
  const quotes = left.match(/["“”]/g)?.length ?? 0;
  return quotes % 2 === 1 || (left.match(/\(/g)?.length ?? 0) > (left.match(/\)/g)?.length ?? 0);
}
