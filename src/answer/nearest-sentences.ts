import { type Pause, withPauses } from '../pause.ts';
import type { ReadSource } from '../verify/read/read-source.ts';
import type { Scoring } from '../verify/score/scoring.ts';
import { pausingWordIndex, type WordIndex } from './word-index.ts';

/** From so many source sentences on, a word index chooses those that the evidence model reads for each sentence. */
export const MAX_READ_WHOLE = 400;
/** How many it chooses. */
const NEAREST_SENTENCES = 100;

/** Of the sentences that may stand alone, where they are more than the first phase reads. */
export async function wordIndexOf(
  { standingAlone, sentences }: ReadSource,
  pause: Pause,
): Promise<WordIndex | undefined> {
  if (standingAlone.length <= MAX_READ_WHOLE) return undefined;
  return withPauses(pausingWordIndex(standingAlone.map((i) => sentences[i]!.normalised)), pause);
}

/** `among`: the places of the source's sentences in the index; undefined when they are all of it. */
export function nearestIn(
  { standingAlone }: ReadSource,
  index: WordIndex,
  among?: readonly number[],
): Scoring['nearest'] {
  const most = NEAREST_SENTENCES;
  return {
    most,
    to: ({ normalised }) => index.nearest(normalised, most, among).map((place) => standingAlone[place]!),
  };
}
