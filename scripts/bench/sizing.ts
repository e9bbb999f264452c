import type { BenchContext } from './bench-context.ts';
import { type Section, type Table, toMarkdown } from './bench-report.ts';
import { KINDS, type Kind } from './bench-texts.ts';
import { closedLoad, measured, RequestSource } from './load.ts';
import { quantile } from './rounds.ts';
import { startService } from './service-process.ts';

const SHAPES: Readonly<Record<Kind, string>> = {
  short: '1 claim sentence on 3',
  medium: '1 claim sentence on 10',
  long: '2 claim sentences on 30',
  longest: '500 characters on 10,000',
};
/** Callers per worker, so that each worker always has a next batch. */
const CALLERS = 2;

/** Requests per second by size, with latency alone and at full load, as a table for the README. */
export async function benchSizing({ info, seconds, signal, say }: BenchContext): Promise<Section> {
  // Texts repeat after a while, and a score cache would answer them.
  const service = await startService({ SCORE_CACHE_PAIRS: '0' }, signal);
  const requests = new RequestSource(9);
  const loadSeconds = Math.max(1, Math.round(seconds / (2 * KINDS.length)));
  const rows: Table['rows'][number][] = [];
  try {
    for (const kind of KINDS) {
      say(`sizing, ${kind} requests ...`);
      const run = (connections: number) =>
        measured(service, loadSeconds, () =>
          closedLoad(service, { connections, seconds: loadSeconds, next: () => requests.next(kind) }),
        );
      const alone = (await run(1)).answers.map(({ ms }) => ms);
      const full = await run(CALLERS * info.model.workers);
      const ms = full.answers.map((answer) => answer.ms);
      rows.push({
        request: `${kind}: ${SHAPES[kind]}`,
        'requests/s': full.perSecond,
        'alone, ms p50': quantile(alone, 0.5),
        'alone, ms p95': quantile(alone, 0.95),
        'full load, ms p50': quantile(ms, 0.5),
        'full load, ms p95': quantile(ms, 0.95),
      });
    }
  } finally {
    await service.stop();
  }
  const title = `requests by size; full load: ${CALLERS * info.model.workers} callers, each with one request at a time`;
  const table = { title, rows };
  return { name: 'sizing', tables: [table], targets: [], notes: [`For the README:\n\n${toMarkdown(table)}`] };
}
