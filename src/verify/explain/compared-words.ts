import { isFunctionWord, partOfSpeech, type Span, sentenceWords, wordKey } from '../../text/index.ts';
import type { WordsAndKeys, WrittenText, WrittenWord } from '../read/written-text.ts';
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
export function holdsAll({ words }: WordsAndKeys, part: string): boolean {
  return sentenceWords(part).every((word) => words.has(word));
}

/** True if a text has all words of a part, some of them perhaps in another spelling. */
export function holdsOtherwise(text: WrittenText, part: string): boolean {
  return holdsAll(text, part) || isSpelledOtherwise(part.trim(), text);
}

/** Shorter initials occur by chance. */
const SHORTENED = /^\p{Lu}{3,}$/u;

/** "CO2" in "CO 2", "COVID19" in "COVID-19", "WHO" in "World Health Organization". */
function isSpelledOtherwise(word: string, { inOrder }: WrittenText): boolean {
  const lower = word.toLowerCase();
  if (inOrder.some((first, i) => lower.startsWith(first) && lower === `${first}${inOrder[i + 1]}`)) return true;
  if (!SHORTENED.test(word)) return false;
  const initials = (words: readonly string[]) => words.map(([first]) => first).join('');
  return initials(inOrder).includes(lower) || initials(inOrder.filter((one) => !isFunctionWord(one))).includes(lower);
}

function wordsOf({ written }: WrittenText): readonly WrittenWord[] {
  return written.filter(({ text }) => text.length <= MAX_WORD);
}

/** Content words of one text that another has in no form. */
export function contentMissing(text: WrittenText, { keys }: WrittenText): readonly WrittenWord[] {
  return wordsOf(text).filter(({ content }) => content.some((word) => !keys.has(word)));
}

/** Words of a claim of which a source has the initials: "World Health Organization" of "WHO". */
export function shortenedIn({ written }: WrittenText, source: WrittenText): ReadonlySet<WrittenWord> {
  const content = written.filter((word) => word.content.length > 0);
  const initials = content.map(({ text }) => text.charAt(0).toUpperCase()).join('');
  const short = source.written.filter(({ text }) => SHORTENED.test(text));
  return new Set(
    short.flatMap(({ text }) => {
      const at = initials.indexOf(text);
      return at < 0 ? [] : content.slice(at, at + text.length);
    }),
  );
}

/** Kinds of words that a source most often has in other words, "is barred" for "forbidden": their absence shows nothing. */
const PARAPHRASED: ReadonlySet<string | undefined> = new Set(['ADJ', 'ADV', 'AUX', 'VERB']);

/** Content words of the claim that the whole source has in no form, without those that are named already. */
export function missingWords(
  { claim, source }: Both<WrittenText>,
  everywhere: WordsAndKeys,
  named: readonly Span[],
): WrittenPart[] {
  const isNowhere = ({ content }: WrittenWord) => content.every((key) => !everywhere.keys.has(key));
  const tells = ({ words }: WrittenWord) => words.some((word) => !PARAPHRASED.has(partOfSpeech(word)));
  const shortened = shortenedIn(claim, source);
  const isOther = (word: WrittenWord) => !shortened.has(word) && !isSpelledOtherwise(word.text, source);
  return distinctParts(
    apartFrom(named, contentMissing(claim, source)).filter((word) => isNowhere(word) && tells(word) && isOther(word)),
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
  const pairs = lackedBy(source, claim).flatMap((own) =>
    own.places.flatMap((place) => (bySource.get(place) ?? []).map((other) => ({ claim: own, source: other }))),
  );
  const [only] = pairs;
  if (only === undefined || pairs.some((pair) => pair.claim !== only.claim || pair.source !== only.source))
    return undefined;
  const isOwn = ({ start, end }: Span) => only.claim.start <= start && end <= only.claim.end;
  const others = claim.written.filter((word) => word.content.length > 0 && !isOwn(word));
  const held = others.filter(({ content }) => content.every((key) => source.keys.has(key)));
  return held.length >= SAME_BUT_ONE * others.length ? only : undefined;
}

const REPLACEABLE: ReadonlySet<string | undefined> = new Set(['ADJ', 'NOUN']);

/** Words in a row that are replaced by others, at most: "the Bowls Club". */
const MOST_REPLACED = 3;

interface LackedRun extends Span {
  readonly places: readonly string[];
}

/** Adjectives, nouns and names in a row of a text of which another has no word, each run with its places. */
function lackedBy({ keys }: WrittenText, text: WrittenText): LackedRun[] {
  const isLacked = ({ content, words, text: word, start }: WrittenWord) =>
    content.length > 0 &&
    content.every((key) => !keys.has(key)) &&
    ((start > 0 && /^\p{Lu}/u.test(word)) || words.some((one) => REPLACEABLE.has(partOfSpeech(one))));
  const { written } = text;
  const runs: LackedRun[] = [];
  for (let from = 0; from < written.length; from += 1) {
    if (!isLacked(written[from]!)) continue;
    let past = from + 1;
    while (past < written.length && isLacked(written[past]!)) past += 1;
    const places = placesOf(text, from, past);
    if (past - from <= MOST_REPLACED) runs.push({ start: written[from]!.start, end: written[past - 1]!.end, places });
    from = past - 1;
  }
  return runs;
}

/** Words without content between a word and the one that places it, at most: "the earth is flat". */
const MOST_BETWEEN = 2;

/** A run of words by the content word before it and by the one after it. */
function placesOf({ written }: WrittenText, from: number, past: number): string[] {
  const nearest = (first: number, step: 1 | -1) => {
    for (let at = first; Math.abs(at - first) <= MOST_BETWEEN; at += step) {
      const content = written[at]?.content ?? [];
      if (content.length > 0) return step === 1 ? content[0] : content.at(-1);
    }
    return undefined;
  };
  const [before, after] = [nearest(from - 1, -1), nearest(past, 1)];
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
