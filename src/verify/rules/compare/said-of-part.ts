import type { Token } from '../../../text/index.ts';
import type { Fact } from '../findings.ts';
import { oncePer } from '../keyed.ts';
import { SOME } from '../lexicon/negators.ts';
import { OF_THEM, ONES } from '../lexicon/number-words.ts';
import type { SurfaceReading } from '../reading.ts';
import { isSameCount } from './relate.ts';

/** "50 employees, most of them in Hamburg": what is said of all and what of a part only. */
interface Division {
  readonly wholes: readonly Fact[];
  /** The part, if it is a number. */
  readonly part: Fact | undefined;
  readonly partWord: string;
  /** Content words that the sentence has behind "of them" only. */
  readonly ofPart: ReadonlySet<string>;
}

/**
 * True if a claim says of a whole what a sentence says of its part, or of a part what it says of the whole: "The firm has 50
 * employees in Hamburg.", "The school bought ten laptops." against "bought 30 laptops, ten of them for teachers".
 */
export function isOfOtherPart(claim: SurfaceReading, sentence: SurfaceReading): boolean {
  const division = divisionOf(sentence);
  if (division === undefined || division.ofPart.size === 0) return false;
  const { wholes, part, partWord, ofPart } = division;
  const hasFact = (fact: Fact) => claim.facts.some((own) => isSameCount(own.fact, fact));
  const isOfPart = hasAny(claim, ofPart);
  const isPart = part === undefined ? claim.tokens.some(({ lower }) => SOME.has(lower)) : hasFact(part);
  const saysPart = isPart || claim.words.has(partWord);
  const saysWhole = wholes.some(hasFact);
  if (isOfPart) return saysWhole && !saysPart;
  const isHeld = [...claim.positions.keys()].every((lemma) => sentence.positions.has(lemma));
  return isHeld && wholes.length > 0 && part !== undefined && saysPart && !saysWhole;
}

/** True if a number is that of a part, and the claim has a word that is said of the part only. */
export function speaksOfPart(claim: SurfaceReading, sentence: SurfaceReading, fact: Fact): boolean {
  const division = fact.kind === 'number' ? divisionOf(sentence) : undefined;
  return division?.part === fact && hasAny(claim, division.ofPart);
}

function hasAny({ positions }: SurfaceReading, lemmas: ReadonlySet<string>): boolean {
  return [...lemmas].some((lemma) => positions.has(lemma));
}

const divisionOf = oncePer(({ tokens, facts, positions }: SurfaceReading): Division | undefined => {
  const at = tokens.findIndex(
    ({ lower }, i) =>
      (lower === 'of' && OF_THEM.has(tokens[i + 1]?.lower ?? '') && isPartBefore(tokens, i)) ||
      (lower === 'including' && isPartBefore(tokens, i + 2)),
  );
  if (at < 0) return undefined;
  const partAt = tokens[at]!.lower === 'including' ? at + 1 : at - 1;
  const plain = facts.map(({ fact }) => fact);
  const isEnd = ({ type, sentence }: Token) => type === 'symbol' || sentence !== tokens[at]!.sentence;
  const end = tokens.findIndex((token, i) => i > at + 1 && isEnd(token));
  const isBehind = (place: number) => place > at && (end < 0 || place < end);
  const ofPart = [...positions].flatMap(([lemma, places]) => (places.every(isBehind) ? [lemma] : []));
  return {
    wholes: plain.filter(({ kind, to }) => kind === 'number' && to < at),
    part: plain.find(({ from, to }) => from <= partAt && partAt < to),
    partWord: tokens[partAt]!.lower,
    ofPart: new Set(ofPart),
  };
});

function isPartBefore(tokens: readonly Token[], at: number): boolean {
  const { lower = '', type } = tokens[at - 1] ?? {};
  return type === 'number' || SOME.has(lower) || ONES.has(lower);
}
