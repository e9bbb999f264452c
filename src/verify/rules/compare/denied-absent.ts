import { partOfSpeech, type Token } from '../../../text/index.ts';
import { KIND_NAMES } from '../lexicon/kind-names.ts';
import type { SurfaceReading } from '../reading.ts';

/** The words that a negation bears on at most. */
const MAX_DENIED = 6;

/** A text that does not say something says other things with other verbs. */
const SAYS = new Set(['mention', 'discuss', 'describe', 'address', 'contain', 'specify', 'state']);

/** In the sentence of a source these say that there is nothing else, or deny in other words. */
const CLOSES =
  /\b(?:free|empty|zero|negative|unless|vegetarian|vegan|\w{3,}less|only|just|solely|exclusively|all|none|nothing|no|not|n't|never|neither|without|lacks?|except|instead)\b|n't\b/i;

/**
 * True if a claim denies something that a document never names, against a sentence about other things of the kind: "The
 * hotel has no pool." against "The hotel has a bar and a gym.". The document is silent about it. A denied kind ("no
 * furniture") is not unnamed: a sentence contradicts it by a member ("a bed and a table").
 *
 * @param isNamed whether the document has a word
 */
export function deniesUnnamed(
  claim: SurfaceReading,
  sentence: SurfaceReading,
  isNamed: (word: string) => boolean,
): boolean {
  const [cue, ...more] = claim.negations;
  if (cue === undefined || more.length > 0 || CLOSES.test(sentence.text)) return false;
  const isOfNoun = claim.tokens[cue.at]!.lower === 'no';
  if (!isOfNoun && !isOfVerb(claim, cue.at)) return false;
  const after = claim.tokens.slice(cue.at + 1);
  const denied = after.filter(({ lemma }) => lemma !== '').slice(0, MAX_DENIED);
  const isOfHave = after[0]?.lower === 'have';
  const verb = isOfNoun || isOfHave ? undefined : denied[0];
  const hasVerb =
    verb === undefined
      ? isOfHave
        ? HAVE.some((form) => sentence.words.has(form))
        : hasWord(sentence, claim.tokens[cue.at - 1])
      : sentence.positions.has(verb.lemma) || SAYS.has(verb.lemma);
  const objects = verb === undefined ? denied : denied.slice(1);
  if (!hasVerb && !(namesOneThing(isOfNoun ? after : after.slice(1), 2) && listsThings(sentence))) return false;
  const things = objects.filter(({ lower }) => ['NOUN', 'PROPN', 'ADJ'].includes(partOfSpeech(lower) ?? 'NOUN'));
  return !things.some(({ lemma }) => KIND_NAMES.has(lemma)) && things.some(({ lower }) => !isNamed(lower));
}

/** Content words of a denial that names one thing: "in Spain", "a mobile app". */
const MAX_NAMED = 3;
/** With these the denial goes on to say more than what is denied. */
const GOES_ON = /^(?:that|which|who|whom|whose|what|because|since|as|while|if|how|when|until|than|and|but|[,;:(])$/;

/**
 * True if such a claim denies one thing by the verb of a sentence that lists others: "Brix does not operate in Spain." against
 * "Brix operates in France and Italy.". The sentence does not support it.
 */
export function deniesUnlisted(
  claim: SurfaceReading,
  sentence: SurfaceReading,
  isNamed: (word: string) => boolean,
): boolean {
  if (!deniesUnnamed(claim, sentence, isNamed)) return false;
  const { at } = claim.negations[0]!;
  const isOfNoun = claim.tokens[at]!.lower === 'no';
  const verb = claim.tokens[isOfNoun ? at - 1 : at + 1];
  if (verb === undefined || (verb.lemma === '' && !/^ha(?:s|ve|d)$/.test(verb.lower))) return false;
  const denied = claim.tokens.slice(isOfNoun ? at + 1 : at + 2);
  return namesOneThing(denied, MAX_NAMED) && !isNamed(denied.findLast(({ lemma }) => lemma !== '')?.lower ?? '');
}

function namesOneThing(denied: readonly Token[], most: number): boolean {
  const content = denied.filter(({ lemma }) => lemma !== '');
  return content.length <= most && !denied.some(({ lower }) => GOES_ON.test(lower));
}

/** "a bar and a gym", "Wi-Fi, USB": at an "and" or a comma, a noun stands before and a noun follows. */
function listsThings({ tokens }: SurfaceReading): boolean {
  return tokens.some(
    ({ lower }, at) =>
      (lower === 'and' || lower === ',') &&
      isThing(tokens[at - 1]) &&
      isThing(tokens.slice(at + 1, at + MAX_DENIED).find(({ lemma }) => lemma !== '')),
  );
}

function isThing(token: Token | undefined): boolean {
  return token?.type === 'word' && ['NOUN', 'PROPN', 'ADJ'].includes(partOfSpeech(token.lower) ?? 'NOUN');
}

/** "The hotel has no" against "has a bar". */
function hasWord({ words }: SurfaceReading, word: Token | undefined): boolean {
  return word?.type === 'word' && words.has(word.lower);
}

/** "does not offer", "never opens", but not "is not open". */
function isOfVerb({ tokens }: SurfaceReading, cue: number): boolean {
  const [before, at] = [tokens[cue - 1]?.lower ?? '', tokens[cue]!.lower];
  return /^(?:do|does|did|can|could)(?:n't)?$/.test(at === 'not' ? before : at) || (at === 'never' && !BE.has(before));
}

const HAVE = ['has', 'have', 'had'];
const BE = new Set('is are was were be been being has have had'.split(' '));
