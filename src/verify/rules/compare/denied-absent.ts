import { partOfSpeech, type Token } from '../../../text/index.ts';
import { words } from '../lexicon/phrases.ts';
import type { SurfaceReading } from '../reading.ts';

/** The words that a negation bears on at most. */
const MAX_DENIED = 6;

/** A text that does not say something says other things with other verbs. */
const SAYS = new Set(['mention', 'discuss', 'describe', 'address', 'contain', 'specify', 'state']);

/** In the sentence of a source these say that there is nothing else, or deny in other words. */
const CLOSES =
  /\b(?:free|empty|zero|negative|unless|vegetarian|vegan|\w{3,}less|only|just|solely|exclusively|all|none|nothing|no|not|n't|never|neither|without|lacks?|except|instead|still)\b|n't\b/i;

/**
 * True if a claim denies something that a document never names, against a sentence about other things of the kind: "The
 * hotel has no pool." against "The hotel has a bar and a gym.". The document is silent about it.
 *
 * @param isNamed whether the document has a word
 * @param isSure whether the model is sure of a contradiction: then a list names what is denied in other words, "almonds" for "nuts"
 */
export function deniesUnnamed(
  claim: SurfaceReading,
  sentence: SurfaceReading,
  isNamed: (word: string) => boolean,
  isSure = false,
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
        ? !isSure && sentence.tokens.some((_, at) => isHave(sentence.tokens, at))
        : hasWord(sentence, claim.tokens[cue.at - 1])
      : sentence.positions.has(verb.lemma) || SAYS.has(verb.lemma);
  const objects = verb === undefined ? denied : denied.slice(1);
  const isBesideList = () => !isSure && namesOneThing(isOfNoun ? after : after.slice(1), 2) && listsThings(sentence);
  if (!hasVerb && !isBesideList()) return false;
  return objects.some((object) => isNominal(object) && !isNamed(object.lower));
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

/** Verbs of which the objects are a list of what there is. */
const LISTING = words(
  'offer include contain consist provide sell serve produce make build feature cover operate connect support equip',
);

/** "comes with a bar and a gym": behind such a verb, at an "and" or a comma, a noun stands before and a noun follows. */
function listsThings({ tokens }: SurfaceReading): boolean {
  const verb = tokens.findIndex(
    ({ lemma }, at) =>
      LISTING.has(lemma) || (lemma === 'come' && tokens[at + 1]?.lower === 'with') || isHave(tokens, at),
  );
  return tokens.some(
    ({ lower }, at) =>
      verb >= 0 &&
      at > verb &&
      (lower === 'and' || lower === ',') &&
      isThing(tokens[at - 1]) &&
      isThing(tokens.slice(at + 1, at + MAX_DENIED).find(({ lemma }) => lemma !== '')),
  );
}

/** "has a bar", not "has been sold" or "has dried up". */
function isHave(tokens: readonly Token[], at: number): boolean {
  const next = tokens[at + 1]?.lower ?? '';
  const isAuxiliary =
    /^(?:been|not|never|to)$|ed$/.test(next) || ['VERB', 'AUX', 'ADV'].includes(partOfSpeech(next) ?? '');
  return /^ha(?:s|ve|d)$/.test(tokens[at]!.lower) && !isAuxiliary;
}

function isThing(token: Token | undefined): boolean {
  return token?.type === 'word' && isNominal(token);
}

/** A noun, a name or an adjective; words that the lexicon lacks are names. */
function isNominal({ lower }: Token): boolean {
  return ['NOUN', 'PROPN', 'ADJ'].includes(partOfSpeech(lower) ?? 'NOUN');
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

const BE = new Set('is are was were be been being has have had'.split(' '));
