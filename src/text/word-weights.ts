/** Weight of words that any English sentence may hold, against about 1 for a word with content. */
export const FUNCTION_WORD_WEIGHT = 0.1;

/** How much the length of a document counts: the usual constant. */
const B = 0.75;

/**
 * Okapi BM25 (Robertson and Zaragoza, "The Probabilistic Relevance Framework: BM25 and Beyond", 2009).
 *
 * @param lengths words of each document
 * @param k1 how much a repeated word adds: 1.2 for sentences, 2 for passages
 * @returns the score of a word that a document has `count` times; `weight` is its inverse document frequency
 */
export function bm25(
  lengths: ArrayLike<number>,
  k1: number,
): (document: number, weight: number, count: number) => number {
  const total = Array.from(lengths).reduce((sum, length) => sum + length, 0);
  const mean = Math.max(1, total / Math.max(1, lengths.length));
  const norms = Float64Array.from(lengths, (length) => k1 * (1 - B + (B * length) / mean));
  return (document, weight, count) => (weight * count * (k1 + 1)) / (count + norms[document]!);
}
