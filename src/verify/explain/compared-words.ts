import { isFunctionWord, type Span, sentenceWords, wordKey } from '../../text/index.ts';
import type { WrittenText, WrittenWord } from '../read/written-text.ts';
import type { Both } from '../rules/findings.ts';
import { oppositesOf } from '../rules/lexicon/antonyms.ts';
import { TELLING, TURNING } from '../rules/lexicon/negators.ts';

export interface WrittenPart extends Span {
  readonly text: string;
  /** The whole source does not hold it either. */
  readonly nowhere: boolean;
}

/** Longer runs of letters are no words: scripts without spaces, codes. */
const MAX_WORD = 40;

/** Whether every word of the part is among the words, in whatever letter case. */
export function holdsAll({ words }: WrittenText, part: string): boolean {
  return sentenceWords(part).every((word) => words.has(word));
}

function wordsOf({ written }: WrittenText): readonly WrittenWord[] {
  return written.filter(({ text }) => text.length <= MAX_WORD);
}

/** Content words of one text that another has in no form. */
export function contentMissing(text: WrittenText, { keys }: WrittenText): readonly WrittenWord[] {
  return wordsOf(text).filter(({ content }) => content.some((word) => !keys.has(word)));
}

/** Content words that the source lacks, else small words that tell something; without those that are named already. */
export function missingWords(
  { claim, source }: Both<WrittenText>,
  everywhere: WrittenText,
  named: readonly Span[],
): WrittenPart[] {
  const content = apartFrom(named, contentMissing(claim, source));
  const isTelling = (word: string) => TELLING.has(word) && !source.words.has(word);
  const found = content.length > 0 ? content : wordsOf(claim).filter(({ words }) => words.some(isTelling));
  const isNowhere = ({ content: keys }: WrittenWord) =>
    keys.length > 0 && keys.every((key) => !everywhere.keys.has(key));
  return distinctParts(apartFrom(named, found), isNowhere);
}

/** How the claim's content words stand in a text that lacks none of them. */
export function sameWords({
  claim,
  source,
}: Both<WrittenText>): 'same_words' | 'argument_swap' | 'same_in_other_forms' {
  const wanted = [...new Set(claim.inOrder.filter((word) => !isFunctionWord(word)))];
  const there = new Set(source.inOrder);
  if (!wanted.every((word) => there.has(word))) return 'same_in_other_forms';
  let at = 0;
  for (const word of source.inOrder) if (word === wanted[at]) at += 1;
  return at === wanted.length ? 'same_words' : 'argument_swap';
}

/** Words that a reader takes in at a glance; where more differ, the texts speak of different things. */
const MAX_ADDED = 4;

/** Words of the source that the claim does not have: those that turn a statement round, and the others when few. */
export function addedWords({ claim, source }: Both<WrittenText>, named: readonly Span[]): WrittenPart[] {
  const turns = ({ text }: WrittenWord) => text !== 'May' && TURNING.has(text.toLowerCase());
  const turning = distinctParts(
    wordsOf(source).filter((word) => turns(word) && !claim.words.has(word.text.toLowerCase())),
  );
  const others = contentMissing(source, claim).filter((word) => !turns(word));
  const content = distinctParts(apartFrom(named, others));
  const isFew = content.length + turning.length <= MAX_ADDED;
  return isFew ? [...turning, ...content].sort((a, b) => a.start - b.start) : turning.slice(0, MAX_ADDED);
}

/** A word that only the claim has and its opposite that only the source has. */
export function oppositeIn({ claim, source }: Both<WrittenText>): Both<Span> | undefined {
  const added = new Map<string, Span>();
  for (const word of contentMissing(source, claim))
    for (const key of word.keys) if (!added.has(key)) added.set(key, word);
  for (const own of contentMissing(claim, source))
    for (const key of own.keys)
      for (const opposite of oppositesOf(key)) {
        const other = added.get(opposite);
        if (other !== undefined) return { claim: own, source: other };
      }
  return undefined;
}

/** Where words of the claim stand in the source, for choosing what to quote of a long text. */
export function sharedPlaces({ claim, source }: Both<WrittenText>): readonly Span[] {
  const wanted = new Set(claim.inOrder.filter((word) => !isFunctionWord(word)).map(wordKey));
  return source.written.filter(({ keys }) => keys.some((key) => wanted.has(key)));
}

function distinctParts(words: readonly WrittenWord[], isNowhere = (_: WrittenWord) => false): WrittenPart[] {
  const first = new Map<string, WrittenPart>();
  for (const word of words) {
    const { start, end, text } = word;
    const key = text.toLowerCase();
    if (!first.has(key)) first.set(key, { start, end, text, nowhere: isNowhere(word) });
  }
  return [...first.values()];
}

function apartFrom(spans: readonly Span[], words: readonly WrittenWord[]): WrittenWord[] {
  const ordered = spans.toSorted((a, b) => a.start - b.start);
  let next = 0;
  let reach = Number.NEGATIVE_INFINITY;
  return words.filter(({ start, end }) => {
    // Of the spans that begin before the word's end, the one that goes furthest tells.
    while (next < ordered.length && ordered[next]!.start < end) reach = Math.max(reach, ordered[next++]!.end);
    return reach <= start;
  });
}
