import { NAMED_MONTHS } from './abbreviations.ts';
import { ruleFor } from './boundary-rules.ts';
import { inlineMarkers } from './markers.ts';
import { maskForWink } from './mask.ts';
import { winkSentenceEnds } from './wink.ts';

const QUOTES = '(?:[ \\u00a0\\u202f]»(?=\\s|$))?[)\\]}"\'”’»›*_`~」』）】]*';
const TAGS = '(?:</[a-z]{1,8}>){0,4}';
const BRACKETED = '(?:\\[(?:\\^|note |nb )?\\w{1,3}(?:[,–-]\\s?\\w{1,3}){0,5}\\]|【[^【】\\n]{1,200}】)+';
/** "pressure.12 Side effects", but not "victims.17 April". */
const RAISED = `(?<=\\p{Ll}{4}[.!?]["”’»)]?)\\d{1,3}(?:[,–-]\\d{1,3})*(?=\\s+["“(]?\\p{Lu})(?!\\s+(?:${NAMED_MONTHS})\\b)`;
const SYMBOLS = '(?:[ \\t]{0,2}(?:\\p{Extended_Pictographic}|[\\u200d\\ufe0f]|\\p{Emoji_Modifier}))*';
/** Characters between a stop and the white space after it that belong to the sentence, such as marks of references. */
const CLOSERS = new RegExp(`${QUOTES}${TAGS}(?:${BRACKETED}|[¹²³⁰⁴-⁹†‡]{1,6}|${RAISED})?${QUOTES}${SYMBOLS}`, 'uy');
/** Stops that may end a sentence, whatever wink-nlp makes of them, and symbols that stand in for a stop. */
const POSSIBLE_END =
  /[.!?…](?=[\s"'”’»›)\]}*_`~<[【\d¹²³⁰⁴-⁹†‡\p{Lu}])|[。！？｡．।॥۔؟።]|\p{Emoji_Presentation}(?=\s)/gu;
const MARKUP = /[*_`~]{1,6}$/;
/** No rule is about an end with nothing but marks after it. */
const WORD_NEAR = /^[^\p{L}\p{N}]{0,12}[\p{L}\p{N}]/u;
const LOOK_BACK = 40;
const LOOK_AHEAD = 48;

/** Ends that are decided in one step. */
const ENDS_AT_ONCE = 200;

/**
 * Offsets at which sentences end, regardless of line breaks; ascending, each just after the sentence's last mark. Yields
 * between its steps, each of about a millisecond.
 */
export function* sentenceEnds(text: string): Generator<undefined, number[]> {
  const read = new Set<number>();
  const found = yield* readerEnds(text);
  for (const end of found) if (end < text.length) read.add(afterClosers(text, end));
  const possible = new Set(read);
  for (const { 0: stop, index } of text.matchAll(POSSIBLE_END)) possible.add(afterClosers(text, index + stop.length));
  const ends = new Set<number>();
  let start = 0;
  for (const [i, end] of [...possible].sort((one, other) => one - other).entries()) {
    if (i % ENDS_AT_ONCE === 0) yield;
    if (isEnd(text, { start, end }, read.has(end))) {
      ends.add(end);
      start = end;
    }
  }
  for (const marker of inlineMarkers(text)) {
    ends.delete(marker.end);
    ends.add(marker.start);
  }
  return [...ends].sort((one, other) => one - other);
}

function afterClosers(text: string, end: number): number {
  CLOSERS.lastIndex = end;
  return end + (CLOSERS.exec(text)?.[0].length ?? 0);
}

function isEnd(text: string, { start, end }: { start: number; end: number }, isRead: boolean): boolean {
  const right = text.slice(end, end + LOOK_AHEAD);
  if (!WORD_NEAR.test(right)) return isRead;
  const left = text.slice(Math.max(0, end - LOOK_BACK), end).replace(MARKUP, '');
  const isCapitalised = /^[^\p{L}]*\p{Lu}/u.test(text.slice(start, Math.min(end, start + LOOK_BACK)));
  const rule = ruleFor(left, right, isCapitalised);
  return rule === undefined ? isRead : rule.decides === 'split';
}

/** Characters that the sentence reader is given at a time: it takes up to a millisecond for a thousand. */
const PART = 1_000;
/** Ends so near to the end of a part are asked for again with the next part: the text after an end may move it. */
const UNSURE = 100;
/** Most of a part that is read again, so that the next begins where a sentence does. */
const OVERLAP = 250;

/** The ends of sentences that wink-nlp finds in a text, ascending. */
function* readerEnds(text: string): Generator<undefined, number[]> {
  const ends: number[] = [];
  let start = 0;
  let sure = 0;
  while (start < text.length) {
    const stop = edgeBefore(text, start + PART);
    const isLast = stop === text.length;
    yield;
    for (const end of winkSentenceEnds(maskForWink(text.slice(start, stop))))
      if (start + end > sure && (isLast || start + end <= stop - UNSURE)) ends.push(start + end);
    sure = stop - UNSURE;
    start = isLast ? stop : Math.max(ends.at(-1) ?? 0, edgeBefore(text, stop - OVERLAP));
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
