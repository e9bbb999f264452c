import type { Pause } from '../../pause.ts';
import { onlyDocuments, type ReadSource } from '../../verify/read/read-source.ts';
import type { Scoring } from '../../verify/score/scoring.ts';
import type { AnswerInput } from '../answer-input.ts';
import { MAX_READ_WHOLE, nearestIn } from '../nearest-sentences.ts';
import type { WordIndex } from '../word-index.ts';
import type { SentenceToRead } from './read-sentences.ts';

export interface SentenceToCheck extends SentenceToRead {
  /** The known sources that it cites, alone; undefined when it cites none or all. */
  readonly cited: Pick<Scoring, 'source' | 'nearest'> | undefined;
}

/** With the cited sources alone, where a sentence cites some of the sources and not all. */
export async function withCited(
  claims: readonly SentenceToRead[],
  { sources }: AnswerInput,
  {
    source,
    index,
    pause,
  }: { readonly source: ReadSource; readonly index: WordIndex | undefined; readonly pause: Pause },
): Promise<SentenceToCheck[]> {
  const numbers = new Map(sources.map(({ id }, number) => [id, number]));
  const known = new Map<string, SentenceToCheck['cited']>();
  const toCheck: SentenceToCheck[] = [];
  for (const one of claims) {
    const ids = new Set(one.sentence.cited.flatMap((id) => numbers.get(id) ?? []));
    const isSome = one.claim !== undefined && ids.size > 0 && ids.size < sources.length;
    const key = [...ids].sort((a, b) => a - b).join();
    const cited = isSome ? (known.get(key) ?? citedSources(source, index, ids)) : undefined;
    if (cited !== undefined) known.set(key, cited);
    toCheck.push({ ...one, cited });
    await pause();
  }
  return toCheck;
}

function citedSources(
  source: ReadSource,
  index: WordIndex | undefined,
  cited: ReadonlySet<number>,
): SentenceToCheck['cited'] {
  const only = onlyDocuments(source, cited);
  if (index === undefined || only.standingAlone.length <= MAX_READ_WHOLE) return { source: only, nearest: undefined };
  const among = [...source.standingAlone.keys()].filter((place) =>
    cited.has(source.sentences[source.standingAlone[place]!]!.document.number),
  );
  // Of cited sources that hold nothing but headings and questions each is read, though none is in the index.
  const isIndexed = among.length === only.standingAlone.length;
  return { source: only, nearest: isIndexed ? nearestIn(only, index, among) : undefined };
}
