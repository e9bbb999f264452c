import { isFunctionWord, partOfSpeech, type Span, sentenceWords, wordKey } from '../../text/index.ts';
import type { WrittenText, WrittenWord } from '../read/written-text.ts';
import type { Both } from '../rules/findings.ts';
import { grouped } from '../rules/keyed.ts';
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

/** Kinds of words that a source most often has in other words, "is barred" for "forbidden": their absence shows nothing. */
const PARAPHRASED: ReadonlySet<string | undefined> = new Set(['ADJ', 'ADV', 'AUX', 'VERB']);

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

/** Share of the claim's other words that a source needs to say the same of something else. */
const SAME_BUT_ONE = 0.75;

/**
 * Words at the same place of two texts that are otherwise much alike, "novel" for "standard" before "assay", where there
 * is one such pair.
 */
export function replacedIn({ claim, source }: Both<WrittenText>): Both<Span> | undefined {
  const bySource = grouped(lackedBy(claim, source), ({ places }) => places);
  const pairs = lackedBy(source, claim).flatMap(({ word, places }) =>
    places.flatMap((place) => (bySource.get(place) ?? []).map((other) => ({ claim: word, source: other.word }))),
  );
  const [only] = pairs;
  if (only === undefined || pairs.some((pair) => pair.claim !== only.claim || pair.source !== only.source))
    return undefined;
  const others = claim.written.filter((word) => word.content.length > 0 && word !== only.claim);
  const held = others.filter(({ content }) => content.every((key) => source.keys.has(key)));
  return held.length >= SAME_BUT_ONE * others.length ? only : undefined;
}

const REPLACEABLE: ReadonlySet<string | undefined> = new Set(['ADJ', 'NOUN']);

/** Adjectives and nouns of a text of which another has no word, each with its places. */
function lackedBy({ keys }: WrittenText, text: WrittenText) {
  return text.written.flatMap((word, i) => {
    const isLacked = word.content.length > 0 && word.content.every((key) => !keys.has(key));
    const isReplaceable = isLacked && word.words.some((one) => REPLACEABLE.has(partOfSpeech(one)));
    return isReplaceable ? [{ word, places: placesOf(text, i) }] : [];
  });
}

/** Words without content between a word and the one that places it, at most: "the earth is flat". */
const MOST_BETWEEN = 2;

/** A word by the content word before it and by the one after it. */
function placesOf({ written }: WrittenText, i: number): string[] {
  const nearest = (step: 1 | -1) => {
    for (let at = i + step; Math.abs(at - i) <= MOST_BETWEEN + 1; at += step) {
      const content = written[at]?.content ?? [];
      if (content.length > 0) return step === 1 ? content[0] : content.at(-1);
    }
    return undefined;
  };
  const [before, after] = [nearest(-1), nearest(1)];
  return [...(before === undefined ? [] : [`${before} _`]), ...(after === undefined ? [] : [`_ ${after}`])];
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
