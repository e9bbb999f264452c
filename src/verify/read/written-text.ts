import { isFunctionWord, type Span, sentenceWords, wordKey, writtenWords } from '../../text/index.ts';

export interface WrittenWord extends Span {
  readonly text: string;
  /** Its words, in lower case: several when it is hyphenated. */
  readonly words: readonly string[];
  /** Comparison key of each word. */
  readonly keys: readonly string[];
  /** The keys of the words with content. */
  readonly content: readonly string[];
}

/** The words of a text, and their comparison keys. */
export interface WordsAndKeys {
  readonly words: ReadonlySet<string>;
  readonly keys: ReadonlySet<string>;
}

/** The words of a text, read once and set against others as often as needed. */
export interface WrittenText extends WordsAndKeys {
  readonly written: readonly WrittenWord[];
  /** In their order; where hyphens and points are no part of words. */
  readonly inOrder: readonly string[];
}

/** Reads the words of a sentence, or of a few. Linear in the text's length. */
export function readWritten(text: string): WrittenText {
  const inOrder = sentenceWords(text);
  const written = Array.from(writtenWords(text), ({ text: word, start }) => toWritten(word, start));
  const words = new Set([...inOrder, ...written.flatMap(({ words: own }) => own)]);
  return { written, inOrder, words, keys: new Set([...words].map(wordKey)) };
}

/** Most words: they are one word for `sentenceWords` too, which takes longer to see it. */
const LETTERS = /^[A-Za-z]+$/;

function toWritten(text: string, start: number): WrittenWord {
  const words = LETTERS.test(text) ? [text.toLowerCase()] : sentenceWords(text);
  const content = words.filter((word) => !isFunctionWord(word)).map(wordKey);
  return { start, end: start + text.length, text, words, keys: words.map(wordKey), content };
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
