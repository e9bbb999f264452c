import { BEFORE_NUMBER, endsShortened, LEADING } from './abbreviations.ts';
import { inlineMarkers } from './markers.ts';
import { maskForWink } from './mask.ts';
import { SENTENCE_STARTERS } from './sentence-starters.ts';
import { STEP, type Steps } from './steps.ts';
import { winkSentenceEnds } from './wink.ts';

/** Characters between a full stop and the white space after it that still belong to the sentence. */
const CLOSERS =
  /[)\]}"'”’»›*_`~」』）】]*(?:<\/[a-z]{1,8}>){0,4}(?:\[\w{1,3}\])*[)\]}"'”’»*_`~]*(?:[ \t]{0,2}(?:\p{Extended_Pictographic}|[\u200d\ufe0f]|\p{EMod}))*/uy;
const STOPS = '.!?…';
const LOOK_BACK = 24;
const LOOK_AHEAD = 24;

/** East Asian stops end a sentence without a following space; the others need one. */
const CJK_STOP = /[。！？｡．](?!\d)/g;
const OTHER_STOP = /[।॥۔؟።](?=\s|$)/g;
/** "was sold.It grew": a stop whose space is missing. */
const LOST_SPACE = new RegExp(`(?<=\\p{Ll}{2}|\\d\\)|%|\\d)[.!?](?=(?:${SENTENCE_STARTERS})\\s)`, 'gu');
/** A stop before a word that starts sentences, whatever comes before the stop: "Inc. The", "plan B. It", "https://x.com/a. They". */
const BEFORE_STARTER = new RegExp(
  `[.!?…]["'”’»)\\]*_]{0,6}\\s{1,20}["'“‘«(*_]{0,6}(?=(?:${SENTENCE_STARTERS})[\\s,'’])`,
  'g',
);
const AFTER_ETC = /\betc\.(?=\s{1,20}["“(]?\p{Lu})/gu;
/** A quotation that ends with its own stop, before a new sentence. */
const QUOTE_END = /\.["”’»]{1,3}(?=\s{1,20}["“‘«(]?\p{Lu})/gu;
/** A word that begins sentences, where a stop's space was lost or stands before it. */
const STARTER = new RegExp(`^(?:${SENTENCE_STARTERS})\\s`);
const ADDRESS = /(?:https?:\/\/|www\.)\S+/g;

/** After names that end in a mark: "Yahoo! was sold". */
const GOES_ON = /^(?:is|was|were|has|had|have|will|and|or|in|of|to|for|by|which|who|that|said|asked|says)\b/;

/** Offsets at which sentences end, regardless of line breaks; ascending, each just after the sentence's last mark. */
export function* sentenceEnds(text: string): Steps<number[]> {
  const ends = new Set<number>();
  for (const [i, end] of (yield* readerEnds(text)).entries()) {
    if (end < text.length && !isVetoed(text, end)) ends.add(afterClosers(text, end));
    if (i % STEP === 0) yield;
  }
  for (const { index } of text.matchAll(BEFORE_STARTER)) {
    if (!isVetoed(text, index + 1)) ends.add(afterClosers(text, index + 1));
    yield;
  }
  for (const { index } of text.matchAll(AFTER_ETC)) ends.add(index + 4);
  for (const pattern of [QUOTE_END, CJK_STOP, OTHER_STOP, LOST_SPACE]) {
    for (const { index } of text.matchAll(pattern)) ends.add(afterClosers(text, index + 1));
    yield;
  }
  for (const { 0: address, index } of text.matchAll(ADDRESS)) {
    const end = index + address.length;
    if (/[.!?]["'”’)]*$/.test(address.slice(-4)) && /^\s{1,20}["'“(]?\p{Lu}/u.test(text.slice(end, end + 24)))
      ends.add(end);
  }
  for (const marker of inlineMarkers(text)) {
    ends.delete(marker.end);
    ends.add(marker.start);
  }
  return [...ends].sort((one, other) => one - other);
}

/** Characters that the sentence reader is given at a time: it takes up to a millisecond for a thousand. */
const PART = 1_000;
/** What stands behind an end may move it: ends so near to the end of a part are asked for again with the next part. */
const UNSURE = 100;
/** Most of a part that is read again, so that the next begins where a sentence does. */
const OVERLAP = 250;

/** The ends that wink-nlp finds. */
function* readerEnds(text: string): Steps<number[]> {
  const ends: number[] = [];
  let start = 0;
  let sure = 0;
  while (start < text.length) {
    const stop = edgeBefore(text, start + PART);
    const isLast = stop === text.length;
    const masked = maskForWink(text.slice(start, stop));
    yield;
    for (const end of winkSentenceEnds(masked))
      if (start + end > sure && (isLast || start + end <= stop - UNSURE)) ends.push(start + end);
    sure = stop - UNSURE;
    start = isLast ? stop : Math.max(ends.at(-1) ?? 0, edgeBefore(text, stop - OVERLAP));
    yield;
  }
  return ends;
}

/** The last white space before an offset, where there is any near it. */
function edgeBefore(text: string, offset: number): number {
  if (offset >= text.length) return text.length;
  const space = /\s\S*$/.exec(text.slice(offset - UNSURE, offset));
  if (space !== null) return offset - UNSURE + space.index;
  return /[\udc00-\udfff]/.test(text.charAt(offset)) ? offset - 1 : offset;
}

function afterClosers(text: string, end: number): number {
  CLOSERS.lastIndex = end;
  const closers = CLOSERS.exec(text)?.[0] ?? '';
  return end + closers.length;
}

/** Whether the sentence continues at this apparent end: after an abbreviation, or around a quotation. */
function isVetoed(text: string, end: number): boolean {
  const before = text.slice(Math.max(0, end - LOOK_BACK), end).trimEnd();
  const last = before.at(-1) ?? '';
  const after = text.slice(afterClosers(text, end), end + LOOK_AHEAD * 2);
  const next = after.trimStart();
  if (next === '') return false;
  if (!STOPS.includes(last)) return /["'”’»)]$/.test(before) ? isInsideSpeech(before, next) : false;
  if (after === next && /^[\p{L}\p{N}/]/u.test(next)) return !STARTER.test(next);
  return last === '.' ? isAbbreviation(before, next) : /^\p{Ll}/u.test(next) && GOES_ON.test(next);
}

function isInsideSpeech(before: string, next: string): boolean {
  return /[.!?…]["'”’»)]+$/.test(before) && /^\p{Ll}/u.test(next);
}

function isAbbreviation(before: string, next: string): boolean {
  if (/(?:^|\s)al\.$/i.test(before)) return /^[([\p{Ll}\d]/u.test(next);
  if (LEADING.test(before)) return true;
  if (/^[\d#]/.test(next)) return BEFORE_NUMBER.test(before);
  if (/^\p{Ll}/u.test(next) && /(?:^|[;:,(]\s)\(?\d{1,2}\.$/.test(before)) return true;
  return /^\p{Ll}/u.test(next) && endsShortened(before);
}
