import type { Pause } from '../../pause.ts';
import { bm25, FUNCTION_WORD_WEIGHT, isFunctionWord } from '../../text/index.ts';
import type { Candidate } from '../index/finder.ts';
import { sentenceKeys } from '../split/sentence-keys.ts';
import type { Passage } from '../split/split-document.ts';

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
  const wanted = new Set(sentenceKeys(normalised));
  const read: PassageWords[] = [];
  for (const passage of passages) {
    read.push(wordsOf(passage, wanted));
    await pause();
  }
  const keys = [...wanted];
  const scores = scoresOf(keys, read);
  const withoutNumbers = scoresOf(
    keys.filter((key) => !NUMBER.test(key)),
    read,
  );
  const isClose = [scores, withoutNumbers].map(closeToBest);
  return passages
    .map((passage, i) => ({ passage, score: scores[i]!, isClose: isClose.some((close) => close[i]) }))
    .filter((one) => one.isClose)
    .sort((one, other) => other.score - one.score)
    .slice(0, MOST_CHOSEN)
    .map(({ passage }) => passage);
}

/** Which of some scores have enough of the best one. */
function closeToBest(scores: readonly number[]): boolean[] {
  const least = SHARE_OF_CLOSEST * scores.reduce((most, score) => Math.max(most, score), 0);
  return scores.map((score) => score > 0 && score >= least);
}

const NUMBER = /^\d/;

/** Constant of BM25: the highest of the usual values, because passages are long. */
const K1 = 2;

/** Inverse document frequency is taken among these passages: a word that each of them holds picks none out. */
function scoresOf(keys: readonly string[], passages: readonly PassageWords[]): number[] {
  const score = bm25(
    passages.map(({ length }) => length),
    K1,
  );
  const weights = keys.map((key) => {
    const holding = passages.filter(({ counts }) => counts.has(key)).length;
    const rarity = Math.log(1 + passages.length / Math.max(holding, 1));
    return isFunctionWord(key) ? FUNCTION_WORD_WEIGHT * rarity : rarity;
  });
  return passages.map(({ counts }, p) =>
    keys.reduce((sum, key, k) => sum + score(p, weights[k]!, counts.get(key) ?? 0), 0),
  );
}

/** Counts of each key of the claim in a passage, and the number of its words. */
interface PassageWords {
  readonly counts: ReadonlyMap<string, number>;
  readonly length: number;
}

function wordsOf({ keys }: Passage, wanted: ReadonlySet<string>): PassageWords {
  return {
    counts: new Map(keys.filter(([key]) => wanted.has(key))),
    length: keys.reduce((sum, [, count]) => sum + count, 0),
  };
}
