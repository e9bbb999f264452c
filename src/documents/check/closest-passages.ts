import type { Pause } from '../../pause.ts';
import { isFunctionWord, normaliseForModel } from '../../text/index.ts';
import type { Candidate } from '../index/finder.ts';
import { sentenceKeys } from '../index/sentence-keys.ts';
import type { Passage } from '../index/split-document.ts';

/** Passages that a claim is checked against at most. */
const MOST_CHOSEN = 4;
/** A passage with a smaller share of the closest one's score is about something else. */
const SHARE_OF_CLOSEST = 0.75;

/**
 * The passages that a claim is checked against, the closest first: by BM25 over whole passages, so that what a passage is
 * about counts as well as the sentence that was found. One that is as close without the numbers of the claim is among them:
 * it may say another number. `found` are sentences nearest to the claim, the nearest first; `normalised` is the claim as the
 * models read it.
 */
export async function closestPassages(
  normalised: string,
  found: readonly Candidate[],
  pause: Pause,
): Promise<readonly Passage[]> {
  const passages = [...new Set(found.map(({ passage }) => passage))];
  const read: PassageWords[] = [];
  for (const passage of passages) {
    read.push(wordsOf(passage));
    await pause();
  }
  const keys = [...new Set(sentenceKeys(normalised))];
  const scores = scoresOf(keys, read);
  const otherwise = scoresOf(
    keys.filter((key) => !NUMBER.test(key)),
    read,
  );
  const isClose = (own: readonly number[], i: number) => own[i]! > 0 && own[i]! >= SHARE_OF_CLOSEST * Math.max(...own);
  return passages
    .map((passage, i) => ({ passage, score: scores[i]!, isClose: isClose(scores, i) || isClose(otherwise, i) }))
    .filter((one) => one.isClose)
    .sort((one, other) => other.score - one.score)
    .slice(0, MOST_CHOSEN)
    .map(({ passage }) => passage);
}

const NUMBER = /^\d/;

/** Okapi BM25 with the usual constants: passages are long, so K1 is the highest of those in use. */
const K1 = 2;
const B = 0.75;
/** Weight of words that any English passage may hold, against 1 for a word that tells something. */
const FUNCTION_WORD_WEIGHT = 0.1;

/** Inverse document frequency is taken among these passages: a word that each of them holds picks none out. */
function scoresOf(keys: readonly string[], passages: readonly PassageWords[]): number[] {
  const mean = passages.reduce((sum, { length }) => sum + length, 0) / passages.length;
  const weights = keys.map((key) => {
    const holding = passages.filter(({ counts }) => counts.has(key)).length;
    const rarity = Math.log(1 + passages.length / Math.max(holding, 1));
    return isFunctionWord(key) ? FUNCTION_WORD_WEIGHT * rarity : rarity;
  });
  return passages.map(({ counts, length }) => {
    const norm = K1 * (1 - B + (B * length) / mean);
    return keys.reduce((sum, key, k) => {
      const count = counts.get(key) ?? 0;
      return sum + (weights[k]! * count * (K1 + 1)) / (count + norm);
    }, 0);
  });
}

interface PassageWords {
  /** How often each key stands in the passage. */
  readonly counts: ReadonlyMap<string, number>;
  readonly length: number;
}

/** Sentences of a draft rest on the same passages: each is read once for as long as the finder keeps it. */
const known = new WeakMap<Passage, PassageWords>();

function wordsOf(passage: Passage): PassageWords {
  const kept = known.get(passage);
  if (kept !== undefined) return kept;
  const keys = sentenceKeys(normaliseForModel(passage.text));
  const counts = new Map<string, number>();
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  const words = { counts, length: keys.length };
  known.set(passage, words);
  return words;
}
