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

/** Kinds of words that a source seldom has in other words, unlike "is barred" for "forbidden"; the lexicon lacks names. */
const TELLING: ReadonlySet<string | undefined> = new Set(['NOUN', 'NUM', 'PROPN', undefined]);

/** Between two words of one part, "people of the town". */
const JOINING = /^ (?:(?:of|in|on|for|to|from|by) )?(?:the |an? )?$/;

/**
 * Content words of the claim that the whole source has in no form, without those that are named already: nouns, names and
 * numbers, with the adjectives next to them; others where none of these is missing.
 */
export function missingWords(
  { claim, source }: Both<WrittenText>,
  everywhere: WordsAndKeys,
  { named, isFirst, text }: { readonly named: readonly Span[]; readonly isFirst: boolean; readonly text: string },
): WrittenPart[] {
  const isNowhere = ({ content }: WrittenWord) =>
    content.every((key) => !everywhere.keys.has(key) && !isRelated(key, everywhere));
  const shortened = shortenedIn(claim, source);
  const isOther = (word: WrittenWord) =>
    !shortened.has(word) && !isSpelledOtherwise(word.text, source) && !/n['’]t$/i.test(word.text);
  const missing = apartFrom(named, contentMissing(claim, source)).filter((word) => isNowhere(word) && isOther(word));
  const isTelling = ({ words }: WrittenWord) => words.some((word) => TELLING.has(partOfSpeech(word)));
  const isAdjective = ({ words }: WrittenWord) => words.some((word) => partOfSpeech(word) === 'ADJ');
  const isJoined = (_: string, between: string) => JOINING.test(between);
  const telling = missing.filter(isTelling);
  if (telling.length === 0) return isFirst ? distinctParts(inRows(missing, text, isJoined)) : [];
  const rows = inRows(
    missing.filter((word) => isTelling(word) || isAdjective(word)),
    text,
    isJoined,
  );
  return distinctParts(rows.filter(({ start, end }) => telling.some((word) => start <= word.start && word.end <= end)));
}

/** Letters that words of one family have in common, at least, and those by which they differ, at most. */
const FAMILY = { common: 5, other: 4 } as const;

/** True if a text has a longer word that begins with a word: "protestor" for "protest". */
function isRelated(key: string, { keys }: WordsAndKeys): boolean {
  if (key.length < FAMILY.common || /\d/.test(key)) return false;
  for (const other of keys) if (other.startsWith(key) && other.length - key.length <= FAMILY.other) return true;
  return false;
}

/** Words of a text as its parts; words are one part where the text from the first to the last of them is joined. */
export function inRows(
  words: readonly WrittenWord[],
  text: string,
  isJoined: (whole: string, between: string) => boolean,
): WrittenPart[] {
  const rows: WrittenPart[] = [];
  for (const { start, end } of words) {
    const row = rows.at(-1);
    const whole = text.slice(row?.start, end);
    if (row !== undefined && isJoined(whole, text.slice(row.end, start)))
      rows.splice(-1, 1, { start: row.start, end, text: whole });
    else rows.push({ start, end, text: text.slice(start, end) });
  }
  return rows;
}

/** A word that only the claim has and its opposite that only the source has. */
export function oppositeIn({ claim, source }: Both<WrittenText>): Both<Span> | undefined {
  const added = grouped(contentMissing(source, claim), ({ keys }) => keys, 1);
  const pairs = contentMissing(claim, source).flatMap((own) =>
    own.keys
      .flatMap((key) => [...oppositesOf(key)].flatMap((one) => added.get(one) ?? []))
      .map((other) => ({ claim: own, source: other })),
  );
  return pairs[0];
}

/** Share of the claim's other words that a source needs to say the same of something else. */
const SAME_BUT_ONE = 0.6;

/** Names and other words between the same words of two texts that are otherwise much alike: "novel" for "standard" before "assay". */
export function replacedIn({ claim, source }: Both<WrittenText>): Both<Span>[] {
  const inSource = grouped(runsOf(source, claim), ({ places }) => places, 2);
  const pairs = runsOf(claim, source).flatMap((own) => {
    const others = own.places.flatMap((place) => inSource.get(place) ?? []);
    const [other] = others;
    const isClear = others.every(({ key }) => key === other!.key && key !== own.key);
    return other === undefined || !isClear ? [] : [{ claim: own, source: other }];
  });
  const isHeld = ({ content }: WrittenWord) => content.every((key) => source.keys.has(key));
  const isOwn = ({ start, end }: Span) => pairs.some(({ claim: own }) => own.start <= start && end <= own.end);
  const words = claim.written.filter((word) => word.content.length > 0);
  const held = words.filter(isHeld).length;
  const replaced = words.filter((word) => isOwn(word) && !isHeld(word)).length;
  const isAlike = held >= replaced && held >= SAME_BUT_ONE * (words.length - replaced);
  return isAlike ? pairs : [];
}

/** The only value of a text that is written with digits and more, where the other has one of the same form: "3-1" for "2-1". */
export function otherOfForm({ claim, source }: Both<WrittenText>): Both<Span>[] {
  const formsOf = (text: WrittenText, { words }: WrittenText) => {
    const own = text.written.filter((word) => !word.words.every((one) => words.has(one)));
    return grouped(own, ({ text: word }) => (/\d[^\d.,]|[^\d.,]\d/.test(word) ? [word.replace(/\d+/g, '9')] : []));
  };
  const inSource = formsOf(source, claim);
  return [...formsOf(claim, source)].flatMap(([form, [own, ...more]]) => {
    const [other, ...others] = inSource.get(form) ?? [];
    return other === undefined || more.length + others.length > 0 ? [] : [{ claim: own!, source: other }];
  });
}

/** Kinds of words whose replacement changes what is said; what the lexicon lacks is most often a noun. */
const REPLACEABLE: ReadonlySet<string | undefined> = new Set(['ADJ', 'NOUN', 'PROPN', undefined]);

/** Words in a row that are replaced by others, at most: "the Bowls Club". */
const MOST_REPLACED = 5;

/** Words of a text in a row. */
interface WordRun extends Span {
  readonly key: string;
  /** The content words before and after it: of a name each, of other words both. */
  readonly places: readonly string[];
}

/** The names of a text, and its adjectives and nouns in a row that another lacks. */
function runsOf({ written }: WrittenText, { keys }: WrittenText): WordRun[] {
  const isLacked = ({ content }: WrittenWord) => content.every((key) => !keys.has(key));
  const kinds = written.map((word, i) => {
    const { words, content, text, start } = word;
    const isCapital = (one: WrittenWord | undefined) => one !== undefined && /^\p{Lu}/u.test(one.text);
    if (content.length === 0 || /\p{N}/u.test(text)) return undefined;
    if (isCapital(word) && (start > 0 || isCapital(written[i + 1]))) return 'name';
    return isLacked(word) && words.some((one) => REPLACEABLE.has(partOfSpeech(one))) ? 'other' : undefined;
  });
  const runs: WordRun[] = [];
  for (let from = 0, past = 0; from < written.length; from = Math.max(past, from + 1)) {
    const kind = kinds[from];
    for (past = from; kind !== undefined && kinds[past] === kind; ) past += 1;
    const own = written.slice(from, past);
    if (own.length === 0 || own.length > MOST_REPLACED) continue;
    const [before, after] = [nearest(written, from - 1, -1), nearest(written, past, 1)];
    const isPlaced = before !== undefined && after !== undefined && before !== after;
    const both = isPlaced ? [`${kind}: ${before} _ ${after}`] : [];
    const isNew = kind === 'name' && own.every(isLacked);
    const either = isNew ? [before && `${before} _`, after && `_ ${after}`].flatMap((one) => one || []) : [];
    const key = own.flatMap(({ content }) => content).join(' ');
    runs.push({ start: own[0]!.start, end: own.at(-1)!.end, key, places: [...both, ...either] });
  }
  return runs;
}

/** Words without content between a word and the one that places it, at most: "the earth is flat". */
const MOST_BETWEEN = 2;

/** The nearest content word from a place on, '' where the text ends first. */
function nearest(written: readonly WrittenWord[], first: number, step: 1 | -1): string | undefined {
  for (let at = first; Math.abs(at - first) <= MOST_BETWEEN; at += step) {
    const word = written[at];
    if (word === undefined) return '';
    if (word.content.length > 0) return step === 1 ? word.content[0] : word.content.at(-1);
  }
  return undefined;
}

/** Where words of the claim first appear in the source, for choosing what to quote of a long text. */
export function sharedPlaces({ claim, source }: Both<WrittenText>): readonly Span[] {
  const wanted = new Set(claim.inOrder.filter((word) => !isFunctionWord(word)).map(wordKey));
  return source.written.filter(({ keys }) => keys.filter((key) => wanted.delete(key)).length > 0);
}

function distinctParts(words: readonly WrittenPart[]): WrittenPart[] {
  return [...grouped(words, ({ text }) => [text.toLowerCase()], 1).values()].flat();
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
