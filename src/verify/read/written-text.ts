import {
  isFunctionWord,
  type Span,
  STEP,
  type Steps,
  sentenceWordSteps,
  wordKey,
  writtenWords,
} from '../../text/index.ts';

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
  const inOrder = yield* sentenceWordSteps(text);
  const words = new Set(inOrder);
  const written: WrittenWord[] = [];
  for (const { text: word, start } of writtenWords(text)) {
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

function* toWritten(text: string, start: number): Steps<WrittenWord> {
  const words = yield* sentenceWordSteps(text);
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
