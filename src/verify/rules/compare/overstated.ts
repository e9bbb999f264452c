import { partOfSpeech, type Token, wordKey } from '../../../text/index.ts';
import { ALL, SOME } from '../lexicon/negators.ts';
import { words } from '../lexicon/phrases.ts';
import { WEAKER_THAN } from '../lexicon/weaker-words.ts';
import type { SurfaceReading } from '../reading.ts';
import { isOnlyPlanned } from './only-planned.ts';
import { either, isBehind, isOneOf, isToBehind, keysIn, REACH, SAME_MATTER, type Test } from './words-before.ts';

/** A word that says more than another in the same place: "all rooms" and "most rooms", "must book" and "may book". */
interface Scale {
  readonly strong: Test;
  readonly weak: Test;
  /** Words elsewhere in a sentence that say as much as the strong ones. */
  readonly alsoStrong: ReadonlySet<string>;
}

const MOSTLY = words('usually generally typically normally frequently occasionally');

/** "From 1 May" permits nothing. */
const isModal: Test = (tokens, at) =>
  /^(?:may|can|might|could)$/.test(tokens[at]!.text) || (at === 0 && /^(?:can|might|could)$/.test(tokens[at]!.lower));
const SCALES: readonly Scale[] = [
  {
    strong: isOneOf(ALL),
    weak: either(isOneOf(SOME), isOneOf(MOSTLY)),
    alsoStrong: words('daily weekly monthly annually yearly'),
  },
  {
    strong: either(isOneOf(words('must')), isToBehind(words('has have had required obliged forced needs need'))),
    weak: either(isModal, isToBehind(words('advised recommended encouraged invited welcome allowed free able'))),
    alsoStrong: words('compulsory mandatory obligatory required requires require necessary only shall law'),
  },
];

/** True if a claim says more of the same word than a sentence does: all of what it says of most, must for may. */
export function isOverstated(claim: SurfaceReading, sentence: SurfaceReading): boolean {
  if (deniesFew(claim, sentence) || isOnlyPlanned(claim, sentence)) return true;
  // "No visitor may enter" says that they must not.
  if (claim.negations.length > 0 || sentence.negations.length > 0 || sentence.words.has('unless')) return false;
  const tests = [saysLess, isOneOfSeveral, isOnlyPossible];
  if (tests.some((test) => test(claim, sentence))) return true;
  return SCALES.some(({ strong, weak, alsoStrong }) =>
    claim.tokens.some((_, at) => {
      const of = strong(claim.tokens, at) ? contentAfter(claim.tokens, at) : undefined;
      if (of === undefined) return false;
      const places = sentence.positions.get(of.lemma) ?? [];
      const isWeak = places.length > 0 && places.every((place) => isBehind(sentence.tokens, place, weak));
      return isWeak && !sentence.tokens.some(({ lower }, i) => alsoStrong.has(lower) || strong(sentence.tokens, i));
    }),
  );
}

const NONE = words('no never without none');
const FEW =
  /\b(?:rare|rarely|seldom|few|fewer|infrequent|uncommon|occasional|occasionally|sometimes|mild|slight|slightly|minor|mostly|little|barely|hardly)\b/i;
/** With these a sentence may deny as much in other words: "banned", "alcohol-free". */
const DENIES = /\b(?:ban(?:s|ned)?|forbid\w*|prohibit\w*|free|exclu\w+|refus\w+|barred|closed|lacks?|avoid\w*)\b/i;

/** "The drug had no side effects" of a sentence by which they were rare, and "was not damaged" of "was slightly damaged". */
function deniesFew(claim: SurfaceReading, sentence: SurfaceReading): boolean {
  if (sentence.negations.length > 0 || DENIES.test(sentence.text) || !FEW.test(sentence.text) || FEW.test(claim.text))
    return false;
  return claim.negations.some(({ at, lemmas: [denied = ''] }) => {
    const places = sentence.positions.get(denied) ?? [];
    const isBefore = (place: number) => FEW.test(sentence.tokens[place - 1]?.lower ?? '');
    return NONE.has(claim.tokens[at]!.lower) ? places.length > 0 : places.some(isBefore);
  });
}

/** "The fire destroyed the hall." of a sentence that says "damaged" of it, and no more: not "damaged the hall, which collapsed". */
function saysLess(claim: SurfaceReading, sentence: SurfaceReading): boolean {
  const [own, there] = [keysIn(claim), keysIn(sentence)];
  return [...own].some((key) => {
    const weaker = there.has(key) ? undefined : WEAKER_THAN.get(key);
    if (weaker === undefined || ![...weaker].some((less) => there.has(less) && !own.has(less))) return false;
    const saysMore = sentence.tokens.some(({ lower, lemma }) => {
      const other = lemma === '' || partOfSpeech(lower) !== 'VERB' ? undefined : wordKey(lower);
      return other !== undefined && !own.has(other) && !weaker.has(other);
    });
    return !saysMore && isSameMatter(own, there, key);
  });
}

/** True if a sentence has most words of a claim but one. */
function isSameMatter(own: ReadonlySet<string>, there: ReadonlySet<string>, but: string): boolean {
  const others = [...own].filter((other) => other !== but);
  return others.length > 0 && others.filter((other) => there.has(other)).length >= SAME_MATTER * others.length;
}

const SUPERLATIVE = /\bthe (?:most \p{L}+|\p{L}+est|best|worst|first|last)\b/giu;

/** "The longest bridge" of a sentence that has it as one of the longest. */
function isOneOfSeveral(claim: SurfaceReading, sentence: SurfaceReading): boolean {
  if (/\b(?:one of|among)\b/i.test(claim.text)) return false;
  const found = claim.text.match(SUPERLATIVE) ?? [];
  const text = sentence.text.toLowerCase();
  return found.some((words) =>
    ['one of', 'some of', 'among'].some((of) => text.includes(`${of} ${words.toLowerCase()} `)),
  );
}

const UNSURE = words('might could possibly probably perhaps presumably');
/** An effect that may be so is no permission: "light may improve sleep", but "guests may stay". */
const EFFECTS = new Set(
  [
    ...words('improve reduce lower raise increase cause lead help prevent explain affect worsen result contribute'),
    ...words('slow delay trigger harm damage benefit protect influence reflect indicate account'),
  ].map(wordKey),
);
const OWN_DOUBT =
  /\b(?:may|might|can|could|would|should|must|if|possib\p{L}+|probab\p{L}+|likely|unlikely|potential(?:ly)?|perhaps|presumably|seems?|appears?|suggest\p{L}*|expect\p{L}*|believ\p{L}+|thinks?|plan\p{L}*|hopes?|allow\p{L}*|permi\p{L}+|entitled|right)\b/iu;

/** "Light improves sleep." of a sentence by which it may do so, "It was caused by a fault." of one by which it could have been. */
function isOnlyPossible(claim: SurfaceReading, sentence: SurfaceReading): boolean {
  if (OWN_DOUBT.test(claim.text)) return false;
  const [own, there] = [keysIn(claim), keysIn(sentence)];
  return sentence.tokens.some(({ lower }, at) => {
    if (lower !== 'may' && !UNSURE.has(lower)) return false;
    const doubted = contentAfter(sentence.tokens, at);
    const key = doubted === undefined ? '' : wordKey(doubted.lower);
    if (!own.has(key) || (lower === 'may' && !EFFECTS.has(key))) return false;
    return sentence.positions.get(doubted!.lemma)?.length === 1 && isSameMatter(own, there, key);
  });
}

function contentAfter(tokens: readonly Token[], from: number): Token | undefined {
  const after = tokens.slice(from + 1, from + 1 + REACH);
  return after.find(({ lemma, type }) => lemma !== '' || type === 'number' || type === 'symbol');
}
