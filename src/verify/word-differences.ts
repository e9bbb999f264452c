import { isFunctionWord, type Span, sentenceWords, wordKey } from '../text/index.ts';
import type { DescribedTexts } from './rules/compare/describe-finding.ts';

/** A part of a text, as written. */
export interface WrittenPart extends Span {
  readonly text: string;
  /** The whole source does not hold it either. */
  readonly nowhere: boolean;
}

/** A word as it is written, numbers with their points and hyphenated words whole. */
const WRITTEN = /[\p{L}\p{N}](?:[\p{L}\p{N}\p{M}'’.,:-]*[\p{L}\p{N}\p{M}])?/gu;
/** Longer runs of letters are no words: scripts without spaces, codes. */
const LONGEST_WORD = 40;

/** Small words that turn a statement round or bound it. */
const TURNING: ReadonlySet<string> = new Set(
  `not no nor never neither without only except excepting exception excluding unless until before after if whether could may might must
  should would cannot`.split(/\s+/),
);
const TELLING: ReadonlySet<string> = new Set([
  ...TURNING,
  ...`during since above below over under between against from into by off all any both each every few some more most
  least less than same other can will or but once again`.split(/\s+/),
]);

export function wordSet(text: string): ReadonlySet<string> {
  return new Set([...sentenceWords(text), ...(text.match(WRITTEN) ?? []).flatMap(sentenceWords)]);
}

/** Whether every word of the part is among the words, in whatever letter case. */
export function holdsAll(words: ReadonlySet<string>, part: string): boolean {
  return sentenceWords(part).every((word) => words.has(word));
}

function isContent(word: string): boolean {
  return !isFunctionWord(word);
}

function written(text: string): WrittenPart[] {
  const parts = [...text.matchAll(WRITTEN)].map(({ 0: word, index: start }) => ({
    ...{ start, end: start + word.length, text: word, nowhere: false },
  }));
  return parts.filter(({ text: word }) => word.length <= LONGEST_WORD);
}

/** Content words of one text that another has in no form. */
function contentMissing(text: string, other: string): WrittenPart[] {
  const keys = new Set([...wordSet(other)].map(wordKey));
  const lacks = (word: string) => isContent(word) && !keys.has(wordKey(word));
  return written(text).filter(({ text: word }) => sentenceWords(word).some(lacks));
}

/** Content words of the claim that the source does not hold, and where there are none, small words that tell something. */
export function missingWords({ claim, source }: DescribedTexts, named: readonly Span[]): WrittenPart[] {
  const content = contentMissing(claim, source);
  const there = wordSet(source);
  const isTelling = (word: string) => TELLING.has(word) && !there.has(word);
  const found = content.length > 0 ? content : written(claim).filter(({ text }) => sentenceWords(text).some(isTelling));
  return distinctParts(found.filter((part) => !touches(part, named)));
}

/** How the claim's content words stand in a text that lacks none of them. */
export type SameWords = 'in_order' | 'in_another_order' | 'in_other_forms';

export function sameWords({ claim, source }: DescribedTexts): SameWords {
  const wanted = [...new Set(sentenceWords(claim).filter(isContent))];
  const given = sentenceWords(source);
  const there = new Set(given);
  if (!wanted.every((word) => there.has(word))) return 'in_other_forms';
  let at = 0;
  for (const word of given) if (word === wanted[at]) at += 1;
  return at === wanted.length ? 'in_order' : 'in_another_order';
}

/** What a reader takes in at a glance; where more differs, the texts speak of different things. */
const MOST_ADDED = 4;

/** Words of the source that the claim does not have: those that turn a statement round, and the others when few. */
export function addedWords({ claim, source }: DescribedTexts, named: readonly Span[]): WrittenPart[] {
  const there = wordSet(claim);
  const turns = ({ text }: WrittenPart) => text !== 'May' && TURNING.has(text.toLowerCase());
  const turning = distinctParts(written(source).filter((part) => turns(part) && !there.has(part.text.toLowerCase())));
  const content = distinctParts(contentMissing(source, claim).filter((part) => !turns(part) && !touches(part, named)));
  const isFew = content.length + turning.length <= MOST_ADDED;
  return isFew ? [...turning, ...content].sort((a, b) => a.start - b.start) : turning.slice(0, MOST_ADDED);
}

/** Where words of the claim stand in the source, for choosing what to quote of a long text. */
export function sharedPlaces({ claim, source }: DescribedTexts): Span[] {
  const wanted = new Set(sentenceWords(claim).filter(isContent).map(wordKey));
  return [...source.matchAll(WRITTEN)]
    .filter(({ 0: text }) => sentenceWords(text).some((word) => wanted.has(wordKey(word))))
    .map(({ 0: text, index: start }) => ({ start, end: start + text.length }));
}

function distinctParts(parts: readonly WrittenPart[]): WrittenPart[] {
  const seen = new Set<string>();
  return parts.filter(({ text }) => !seen.has(text.toLowerCase()) && seen.add(text.toLowerCase()));
}

function touches({ start, end }: Span, others: readonly Span[]): boolean {
  return others.some((other) => start < other.end && end > other.start);
}
