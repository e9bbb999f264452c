import { mapRows } from '../../src/cli/evaluation/map-rows.ts';
import { groupBy } from '../../src/evaluation/labelled-rows.ts';
import type { Verifier } from '../../src/index.ts';
import { withRetries } from '../../src/rows/row-kind.ts';
import type { ScoredItem } from './board.ts';
import type { CodePoints } from './board-row.ts';
import type { BoardEntry } from './load-board.ts';
import { type OverlapJudge, overlapJudge } from './overlap.ts';

interface ScoringOptions {
  readonly verifier: Pick<Verifier, 'fault' | 'prepareAnswer' | 'verifyPrepared'>;
  readonly concurrency: number;
  readonly signal: AbortSignal;
}

/** The scores of the product and of word overlap for all answers, in order, and for their sentences where these are labeled. */
export async function scoreBoard(entries: readonly BoardEntry[], options: ScoringOptions): Promise<ScoredItem[]> {
  const overlapOf = overlapJudges(entries);
  const score = (entry: BoardEntry) => scoreAnswer(entry, overlapOf.get(entry.set)!, options);
  return (await mapRows(entries, score, { ...options, noun: 'answers' })).flat();
}

/** Rarity of words is counted over the sources of a set. */
function overlapJudges(entries: readonly BoardEntry[]): ReadonlyMap<string, OverlapJudge> {
  const sets = groupBy(entries, ({ set }) => set);
  return new Map(
    [...sets].map(([set, members]) => [set, overlapJudge(members.map((entry) => textsOf(entry, entry.row.answer)))]),
  );
}

function textsOf({ row }: BoardEntry, claim: string) {
  return { claim, source: row.sources.join('\n\n') };
}

/** The answer, and its checked sentences where the set labels stretches of it. */
async function scoreAnswer(
  entry: BoardEntry,
  overlap: OverlapJudge,
  { verifier, signal }: Pick<ScoringOptions, 'verifier' | 'signal'>,
): Promise<ScoredItem[]> {
  const { set, task, row, input } = entry;
  const { sourceId, generator, label, unsupported } = row;
  const sentences: { readonly place: CodePoints & { readonly text: string }; readonly supported: number }[] = [];
  const request = await verifier.prepareAnswer(input, signal);
  const ask = () => {
    sentences.length = 0;
    return verifier.verifyPrepared(request, {
      signal,
      onDecision: (place, { probabilities }) => sentences.push({ place, supported: probabilities.SUPPORTED }),
    });
  };
  await withRetries(verifier, ask, signal);
  const shared = { set, task, sourceId, ...(generator !== undefined && { generator }) };
  const overlapOf = (claim: string) => overlap(textsOf(entry, claim)).supported;
  const answer: ScoredItem = {
    ...shared,
    unit: 'answers',
    label,
    product: sentences.reduce((least, { supported }) => Math.min(least, supported), 1),
    overlap: overlapOf(row.answer),
  };
  if (unsupported === undefined) return [answer];
  const items = sentences.map(({ place, supported }): ScoredItem => {
    const isTouched = unsupported.some(({ start, end }) => start < place.end && place.start < end);
    return {
      ...shared,
      unit: 'sentences',
      label: isTouched ? 'NOT_SUPPORTED' : 'SUPPORTED',
      product: supported,
      overlap: overlapOf(place.text),
    };
  });
  return [answer, ...items];
}
