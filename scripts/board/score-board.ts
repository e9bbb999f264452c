import { pMapIterable } from 'p-map';
import { showProgress } from '../../src/cli/batch/progress.ts';
import { oneByOne } from '../../src/cli/evaluation/judge-rows.ts';
import { groupBy, type Judge } from '../../src/evaluation/labelled-rows.ts';
import { overlapJudge } from '../../src/evaluation/overlap.ts';
import type { Verifier } from '../../src/index.ts';
import { withRetries } from '../../src/rows/row-kind.ts';
import { sentenceWords, splitSentences } from '../../src/text/index.ts';
import type { ScoredItem } from './board.ts';
import type { CodePoints } from './board-row.ts';
import type { BoardEntry } from './load-board.ts';

interface ScoringOptions {
  readonly verifier: Pick<Verifier, 'fault' | 'prepareAnswer' | 'verifyPrepared'>;
  readonly concurrency: number;
  readonly signal: AbortSignal;
}

/** The scores of the product and of word overlap for all answers, in order, and for their sentences where these are labeled. */
export async function scoreBoard(entries: readonly BoardEntry[], options: ScoringOptions): Promise<ScoredItem[]> {
  const overlapOf = overlapJudges(entries);
  const display = showProgress({
    ...{ stream: process.stderr, end: entries.length, noun: 'answers' },
    now: () => performance.now(),
  });
  const items: ScoredItem[] = [];
  let done = 0;
  try {
    const score = (entry: BoardEntry) => scoreAnswer(entry, overlapOf.get(entry.set)!, options);
    for await (const scored of pMapIterable(oneByOne(entries, options.signal), score, options)) {
      for (const item of scored) items.push(item);
      done += 1;
      display.update({ rows: done, errors: 0, position: done });
    }
  } finally {
    display.stop();
  }
  return items;
}

/** Rarity of words is counted over the sources of a set. */
function overlapJudges(entries: readonly BoardEntry[]): ReadonlyMap<string, Judge> {
  const sets = groupBy(entries, ({ set }) => set);
  return new Map(
    [...sets].map(([set, members]) => [
      set,
      overlapJudge(
        members.map((entry) => labelledRow(entry, entry.row.answer)),
        { splitSentences, sentenceWords },
      ),
    ]),
  );
}

function labelledRow({ set, row }: BoardEntry, claim: string) {
  return { set, id: row.sourceId, claim, source: row.sources.join('\n\n'), label: row.label };
}

/** The answer, and its checked sentences where the set labels stretches of it. */
async function scoreAnswer(
  entry: BoardEntry,
  overlap: Judge,
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
  const overlapOf = async (claim: string) => (await overlap(labelledRow(entry, claim))).supported;
  const answer: ScoredItem = {
    ...{ ...shared, unit: 'answers', label },
    product: sentences.reduce((least, { supported }) => Math.min(least, supported), 1),
    overlap: await overlapOf(row.answer),
  };
  if (unsupported === undefined) return [answer];
  const items = sentences.map(async ({ place, supported }): Promise<ScoredItem> => {
    const isTouched = unsupported.some(({ start, end }) => start < place.end && place.start < end);
    return {
      ...{ ...shared, unit: 'sentences', label: isTouched ? 'NOT_SUPPORTED' : 'SUPPORTED' },
      product: supported,
      overlap: await overlapOf(place.text),
    };
  });
  return [answer, ...(await Promise.all(items))];
}
