import type { Token } from '../../../text/index.ts';
import { ALL, SOME } from '../lexicon/negators.ts';
import { words } from '../lexicon/phrases.ts';
import type { SurfaceReading } from '../reading.ts';

type Test = (tokens: readonly Token[], at: number) => boolean;

/** A word that says more than another in the same place: "all rooms" and "most rooms", "must book" and "may book". */
interface Scale {
  readonly strong: Test;
  readonly weak: Test;
  /** Words elsewhere in a sentence that say as much as the strong ones. */
  readonly alsoStrong: ReadonlySet<string>;
}

const isOneOf =
  (list: ReadonlySet<string>): Test =>
  (tokens, at) =>
    list.has(tokens[at]!.lower);
/** "to" behind one of these: "has to", "is advised to". */
const isToBehind =
  (list: ReadonlySet<string>): Test =>
  (tokens, at) =>
    tokens[at]!.lower === 'to' && list.has(tokens[at - 1]?.lower ?? '');
const either =
  (...tests: readonly Test[]): Test =>
  (tokens, at) =>
    tests.some((test) => test(tokens, at));

const MOSTLY = words('usually generally typically normally frequently occasionally');

const SCALES: readonly Scale[] = [
  {
    strong: isOneOf(ALL),
    weak: either(isOneOf(SOME), isOneOf(MOSTLY)),
    alsoStrong: words('daily weekly monthly annually yearly'),
  },
  {
    strong: either(isOneOf(words('must')), isToBehind(words('has have had required obliged forced needs need'))),
    weak: either(
      isOneOf(words('may can might could')),
      isToBehind(words('advised recommended encouraged invited welcome allowed free able')),
    ),
    alsoStrong: words('compulsory mandatory obligatory required necessary only'),
  },
];

/** How far before a word the word of its scale may be. */
const REACH = 4;

/** True if a claim says more of the same word than a sentence does: all of what it says of most, must for may. */
export function isOverstated(claim: SurfaceReading, sentence: SurfaceReading): boolean {
  // "No visitor may enter" says that they must not.
  if (claim.negations.length > 0 || sentence.negations.length > 0 || sentence.words.has('unless')) return false;
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

function contentAfter(tokens: readonly Token[], from: number): Token | undefined {
  const after = tokens.slice(from + 1, from + 1 + REACH);
  return after.find(({ lemma, type }) => lemma !== '' || type === 'number' || type === 'symbol');
}

function isBehind(tokens: readonly Token[], place: number, isOfScale: Test): boolean {
  for (let at = place - 1; at >= Math.max(0, place - REACH); at--) {
    const { type, sentence } = tokens[at]!;
    if (type === 'symbol' || sentence !== tokens[place]!.sentence) return false;
    if (isOfScale(tokens, at)) return true;
  }
  return false;
}
