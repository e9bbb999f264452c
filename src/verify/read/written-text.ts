import { isFunctionWord, type Span, STEP, type Steps, sentenceWords, wordKey } from '../../text/index.ts';

/** A word as it is written, numbers with their points and hyphenated words whole. */
const WRITTEN = /[\p{L}\p{N}](?:[\p{L}\p{N}\p{M}'’.,:-]*[\p{L}\p{N}\p{M}])?/gu;

/** A written word of a text. */
export interface WrittenWord extends Span {
  readonly text: string;
  /** Its words, in lower case: several when it is hyphenated. */
  readonly words: readonly string[];
  /** By what each of the words is compared. */
  readonly keys: readonly string[];
  /** The keys of those of the words that tell something. */
  readonly content: readonly string[];
}

/** The words of a text, read once and set against others as often as needed. */
export interface WrittenText {
  readonly written: readonly WrittenWord[];
  /** In their order; where hyphens and points are no part of words. */
  readonly inOrder: readonly string[];
  readonly words: ReadonlySet<string>;
  readonly keys: ReadonlySet<string>;
}

/** Reads a text's words. Linear in its length. */
export function* writtenSteps(text: string): Steps<WrittenText> {
  const inOrder = yield* wordsInOrder(text);
  const words = new Set(inOrder);
  const written: WrittenWord[] = [];
  for (const { 0: word, index: start } of text.matchAll(WRITTEN)) {
    const own = yield* toWritten(word, start);
    written.push(own);
    for (const part of own.words) words.add(part);
    if (written.length % STEP === 0) yield;
  }
  const keys = new Set<string>();
  for (const word of words) {
    keys.add(wordKey(word));
    if (keys.size % STEP === 0) yield;
  }
  return { written, inOrder, words, keys };
}

/** Characters whose words are read at a time. */
const PART = 1_000;

const EDGE = /\s(?=[A-Za-z])|(?=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}])/u;

/**
 * Parts hold the words of the whole: none runs over white space before a letter or over an East Asian character. Where
 * there is neither for another part it is no text, and it is cut anywhere but in a surrogate pair.
 */
function partEnd(text: string, start: number): number {
  const from = start + PART;
  const edge = EDGE.exec(text.slice(from, from + PART));
  if (edge !== null) return from + edge.index;
  const end = from + PART;
  return /[\udc00-\udfff]/.test(text.charAt(end)) ? end - 1 : Math.min(end, text.length);
}

function* wordsInOrder(text: string): Steps<string[]> {
  const words: string[] = [];
  for (let start = 0; start < text.length; ) {
    const end = partEnd(text, start);
    words.push(...sentenceWords(text.slice(start, end)));
    start = end;
    if (start < text.length) yield;
  }
  return words;
}

function* toWritten(text: string, start: number): Steps<WrittenWord> {
  const words = yield* wordsInOrder(text);
  const keys: string[] = [];
  const content: string[] = [];
  for (const word of words) {
    const key = wordKey(word);
    keys.push(key);
    if (!isFunctionWord(word)) content.push(key);
    if (keys.length % STEP === 0) yield;
  }
  return { start, end: start + text.length, text, words, keys, content };
}

/** The texts with a line end between them, as one. */
export function joinWritten(texts: readonly { readonly length: number; readonly words: WrittenText }[]): WrittenText {
  let offset = 0;
  const written = texts.flatMap(({ length, words }) => {
    const from = offset;
    offset += length + 1;
    return words.written.map((word) => ({ ...word, start: word.start + from, end: word.end + from }));
  });
  const union = (setOf: (text: WrittenText) => ReadonlySet<string>) =>
    new Set(texts.flatMap(({ words }) => [...setOf(words)]));
  return {
    written,
    inOrder: texts.flatMap(({ words }) => words.inOrder),
    words: union(({ words }) => words),
    keys: union(({ keys }) => keys),
  };
}
