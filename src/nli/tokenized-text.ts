import { LRUCache } from 'lru-cache';
import { type PairTemplate, specialIds } from './pair-template.ts';
import type { Pair, TokenizedText } from './types.ts';

/**
 * Ids with their key: two UTF-16 units per id, so that ids over 65,535 stay distinct.
 * @internal
 */
export function tokenizedText(ids: Int32Array, unknownTokens: number): TokenizedText {
  const key = Buffer.from(ids.buffer, ids.byteOffset, ids.byteLength).toString('utf16le');
  return { ids, unknownTokens, key };
}

/** Concatenates texts: the first was tokenized as a start, the others as continuations. */
export function joinTokens(parts: readonly TokenizedText[]): TokenizedText {
  const ids = new Int32Array(parts.reduce((sum, part) => sum + part.ids.length, 0));
  let at = 0;
  for (const part of parts) {
    ids.set(part.ids, at);
    at += part.ids.length;
  }
  const unknownTokens = parts.reduce((sum, part) => sum + part.unknownTokens, 0);
  return { ids, unknownTokens, key: parts.map((part) => part.key).join('') };
}

/**
 * Equal for two pairs exactly when their token ids are equal: the premise's length tells where its key ends. It contains
 * the ids themselves, because a hash collision would give a verdict about another text.
 */
export function pairKey({ premise, hypothesis }: Pair): string {
  return `${premise.ids.length}:${premise.key}${hypothesis.key}`;
}

/** The tokens of a tokenizer that decide which ids a client's text may contain. */
export interface Vocabulary {
  readonly template: PairTemplate;
  /** Ids of all special tokens, with or without the unknown token. */
  readonly special: readonly (number | undefined)[];
  /** Ids of unknown tokens. */
  readonly unknown: readonly (number | undefined)[];
  /** Replaces a special token when the vocabulary has no unknown token. */
  readonly harmless: number;
}

/**
 * Turns raw ids into a tokenized text. A client's text may spell a special token ("</s>"). Its id would end the premise
 * early and let a source inject its own hypothesis, so it is replaced by the unknown token.
 */
export function idReader(vocabulary: Vocabulary): (raw: readonly (number | undefined)[]) => TokenizedText {
  const structural = specialIds(vocabulary.template);
  // Some tokenizers use their separator as the unknown token too: it must not count as harmless.
  const unknown = new Set(vocabulary.unknown.filter((id) => id !== undefined && !structural.has(id)));
  const special = new Set([...vocabulary.special, ...structural].filter((id) => !unknown.has(id)));
  const [replacement = vocabulary.harmless] = unknown;
  return (raw) => {
    let unknownTokens = 0;
    const ids = Int32Array.from(raw, (id) => {
      // A token outside the vocabulary has no id at all where the tokenizer has no unknown token.
      const readable = id !== undefined && !special.has(id) && !unknown.has(id);
      if (readable) return id;
      unknownTokens++;
      return replacement;
    });
    return tokenizedText(ids, unknownTokens);
  };
}

/** Mean length of a key in UTF-16 units; with longer keys the cache holds fewer entries. */
const MEAN_KEY_UNITS = 256;

/** Least-recently-used cache, bounded in entries and in the total length of its keys. */
export type BoundedCache<Value extends object> = Pick<LRUCache<string, Value>, 'get' | 'set'>;

/** @param maxEntries maximum number of values; 0 disables the cache. */
export function boundedCache<Value extends object>(maxEntries: number): BoundedCache<Value> {
  return new LRUCache<string, Value>({
    // The library refuses bounds of 0; as every entry is larger than 1, a size of 1 keeps none.
    max: Math.max(maxEntries, 1),
    maxSize: Math.max(maxEntries * MEAN_KEY_UNITS, 1),
    sizeCalculation: (_value, key) => key.length + 2,
  });
}
