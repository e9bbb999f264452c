import model from 'wink-eng-lite-web-model';
import winkNlp, { type Model } from 'wink-nlp';

interface Addons {
  /** Porter2; asks no lexicon and remembers nothing. */
  readonly stem: (word: string) => string;
}

/**
 * wink-nlp keeps every word it has read in its lexicon. A service would leak memory and keep clients' words, so only words
 * of the lexicon it ships with are passed on and all other words are masked before it reads them (mask.ts).
 */
const { core: openCore, addons } = model as unknown as {
  core(): { features: { lexeme: { readonly hash: Readonly<Record<string, number>>; readonly intrinsicSize: number } } };
  readonly addons: Addons;
};
const core = openCore();
const lexicon = core.features.lexeme;
const shippedWords = lexicon.intrinsicSize;
const frozenModel = { ...(model as object), core: () => core } as unknown as Model;
const sentenceReader = winkNlp(frozenModel, ['sbd']);
const wordReader = winkNlp(frozenModel, ['pos']);
const { its } = sentenceReader;

/** True if the word, exactly as written, is in the lexicon that wink-nlp ships with. */
export function isLexiconWord(word: string): boolean {
  const index = lexicon.hash[word];
  return index !== undefined && index < shippedWords;
}

/** A word of the lexicon by its most frequent part of speech (Universal Dependencies: "VERB"). */
export interface WinkWord {
  readonly lemma: string;
  readonly partOfSpeech: string;
}

/** `undefined` for what is read as several words: "cannot". */
export function readLexiconWord(lexiconWord: string): WinkWord | undefined {
  const tokens = wordReader.readDoc(lexiconWord).tokens();
  if (tokens.length() !== 1) return undefined;
  const [lemma = lexiconWord] = tokens.out(wordReader.its.lemma as never) as string[];
  const [partOfSpeech = ''] = tokens.out(wordReader.its.pos) as string[];
  return { lemma, partOfSpeech };
}

/** The most frequent part of speech of a word in lower case; `undefined` for a word that the lexicon does not have. */
export function partOfSpeech(word: string): string | undefined {
  return isLexiconWord(word) ? readLexiconWord(word)?.partOfSpeech : undefined;
}

/** The Porter2 stem of any word, in lower case. */
export function winkStem(word: string): string {
  return addons.stem(word);
}

/** End offsets of the sentences of a masked text, after their last token, ascending. */
export function winkSentenceEnds(masked: string): number[] {
  const doc = sentenceReader.readDoc(masked);
  const ends = tokenEnds(masked, doc.tokens().out(its.value) as string[]);
  const ranges = doc.sentences().out(its.span as never) as unknown as [number, number][];
  return ranges.flatMap(([, last]) => ends[last] ?? []);
}

/** wink-nlp returns words without offsets: finds each word after the previous one. */
function tokenEnds(text: string, values: readonly string[]): number[] {
  let cursor = 0;
  return values.map((value) => {
    const found = text.indexOf(value, cursor);
    if (found >= 0) cursor = found + value.length;
    return cursor;
  });
}
