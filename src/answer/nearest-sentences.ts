import { type Pause, withPauses } from '../pause.ts';
import type { ReadSource } from '../verify/read/read-source.ts';
import { REQUEST_KINDS } from '../verify/request-kinds.ts';
import type { Scoring } from '../verify/score/scoring.ts';
import { pausingWordIndex, type WordIndex } from './word-index.ts';

const { beyond, most } = REQUEST_KINDS.answer.nearest;

/** Whether all sentences of a source are read that may stand alone. */
export function isReadWhole({ standingAlone }: ReadSource): boolean {
  return standingAlone.length <= beyond;
}

/** Of the sentences that may stand alone, where they are more than the first phase reads. */
export async function wordIndexOf(source: ReadSource, pause: Pause): Promise<WordIndex | undefined> {
  if (isReadWhole(source)) return undefined;
  const { standingAlone, sentences } = source;
  return withPauses(pausingWordIndex(standingAlone.map((i) => sentences[i]!.normalised)), pause);
}

/** `among`: the places of the source's sentences in the index; undefined when they are all of it. */
export function nearestIn(
  { standingAlone }: ReadSource,
  index: WordIndex,
  among?: readonly number[],
): Scoring['nearest'] {
  return {
    most,
    to: ({ normalised }) => index.nearest(normalised, most, among).map((place) => standingAlone[place]!),
  };
}
