import type { Pair, TokenizedText } from './nli-interface.ts';

/** Ids with their key: two UTF-16 units per id, so that ids over 65,535 stay distinct. */
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
