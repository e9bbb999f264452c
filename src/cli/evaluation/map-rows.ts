import pMap from 'p-map';
import { showProgress } from '../batch/progress.ts';

export async function mapRows<Row, Result>(
  rows: readonly Row[],
  work: (row: Row) => Promise<Result>,
  { concurrency, signal, noun }: { readonly concurrency: number; readonly signal: AbortSignal; readonly noun?: string },
): Promise<Result[]> {
  const display = showProgress({ end: rows.length, ...(noun !== undefined && { noun }) });
  let done = 0;
  const counted = async (row: Row) => {
    const result = await work(row);
    done += 1;
    display.update({ rows: done, errors: 0, position: done });
    return result;
  };
  try {
    return await pMap(rows, counted, { concurrency, signal });
  } finally {
    display.stop();
  }
}
