import { isFunctionWord, partOfSpeech, type Span, sentenceWords, wordKey } from '../../text/index.ts';
import type { WrittenText, WrittenWord } from '../read/written-text.ts';
import type { Both } from '../rules/findings.ts';
import { oppositesOf } from '../rules/lexicon/antonyms.ts';

/** Words of a claim that the whole source lacks. */
export interface WrittenPart extends Span {
  readonly text: string;
}

/** Longer runs of letters are no words: scripts without spaces, codes. */
const MAX_WORD = 40;

/** True if every word of the part is among the words, in any letter case. */
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

/** Kinds of words that a source most often has in other words, "is barred" for "forbidden": that they lack tells nothing. */
const PARAPHRASED: ReadonlySet<string | undefined> = new Set(['VERB', 'ADV', 'AUX']);

/** Content words of the claim that the whole source has in no form, without those that are named already. */
export function missingWords(
  { claim, source }: Both<WrittenText>,
  everywhere: WrittenText,
  named: readonly Span[],
): WrittenPart[] {
  const isNowhere = ({ content }: WrittenWord) => content.every((key) => !everywhere.keys.has(key));
  const tells = ({ words }: WrittenWord) => words.some((word) => !PARAPHRASED.has(partOfSpeech(word)));
  return distinctParts(
    apartFrom(named, contentMissing(claim, source)).filter((word) => isNowhere(word) && tells(word)),
  );
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

/** Where words of the claim appear in the source, for choosing what to quote of a long text. */
export function sharedPlaces({ claim, source }: Both<WrittenText>): readonly Span[] {
  const wanted = new Set(claim.inOrder.filter((word) => !isFunctionWord(word)).map(wordKey));
  return source.written.filter(({ keys }) => keys.some((key) => wanted.has(key)));
}

function distinctParts(words: readonly WrittenWord[]): WrittenPart[] {
  const first = new Map<string, WrittenPart>();
  for (const { start, end, text } of words) {
    const key = text.toLowerCase();
    if (!first.has(key)) first.set(key, { start, end, text });
  }
  return [...first.values()];
}

function apartFrom(spans: readonly Span[], words: readonly WrittenWord[]): WrittenWord[] {
  const ordered = spans.toSorted((a, b) => a.start - b.start);
  let next = 0;
  let reach = Number.NEGATIVE_INFINITY;
  return words.filter(({ start, end }) => {
    // The span that reaches furthest decides, among those that begin before the word's end.
    while (next < ordered.length && ordered[next]!.start < end) reach = Math.max(reach, ordered[next++]!.end);
    return reach <= start;
  });
}
