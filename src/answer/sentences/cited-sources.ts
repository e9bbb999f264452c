import type { Pause } from '../../pause.ts';
import type { Sources, ToCheck } from '../../verify/pipeline.ts';
import { onlyDocuments } from '../../verify/read/read-source.ts';
import type { AnswerInput } from '../answer-input.ts';
import { isReadWhole, nearestIn } from '../nearest-sentences.ts';
import type { WordIndex } from '../word-index.ts';
import type { SentenceToRead } from './read-sentences.ts';

export interface SentenceToCheck extends SentenceToRead, ToCheck {
  /** All sources, and the known ones that it cites, alone; these are left out when it cites none or all. */
  readonly against: readonly [] | readonly [Sources] | readonly [Sources, Sources];
}

/** With all sources, and with the cited ones alone where a sentence cites some of the sources and not all. */
export async function withSources(
  claims: readonly SentenceToRead[],
  { sources }: AnswerInput,
  { all, index, pause }: { readonly all: Sources; readonly index: WordIndex | undefined; readonly pause: Pause },
): Promise<SentenceToCheck[]> {
  const numbers = new Map(sources.map(({ id }, number) => [id, number]));
  const known = new Map<string, Sources>();
  const toCheck: SentenceToCheck[] = [];
  for (const one of claims) {
    const ids = new Set(one.sentence.cited.flatMap((id) => numbers.get(id) ?? []));
    const isSome = one.claim !== undefined && ids.size > 0 && ids.size < sources.length;
    const key = [...ids].sort((a, b) => a - b).join();
    const cited = isSome ? (known.get(key) ?? citedSources(all, index, ids)) : undefined;
    if (cited !== undefined) known.set(key, cited);
    toCheck.push({ ...one, against: one.claim === undefined ? [] : cited === undefined ? [all] : [all, cited] });
    await pause();
  }
  return toCheck;
}

function citedSources(all: Sources, index: WordIndex | undefined, cited: ReadonlySet<number>): Sources {
  const { source } = all;
  const only = onlyDocuments(source, cited);
  if (index === undefined || isReadWhole(only)) return { ...all, source: only, nearest: undefined };
  const among = [...source.standingAlone.keys()].filter((place) =>
    cited.has(source.sentences[source.standingAlone[place]!]!.document.number),
  );
  // The index has no headings and questions: cited sources that hold nothing else are read whole.
  const isIndexed = among.length === only.standingAlone.length;
  return { ...all, source: only, nearest: isIndexed ? nearestIn(only, index, among) : undefined };
}
