import { setTimeout as wait } from 'node:timers/promises';

/**
 * Runs in a pod: `node -e PROGRAM JSON` sends a file of rows as a job, prints how many rows are done as it continues, one number
 * a line, and at the end a report as JSON. Asks again while nothing answers, as clients do.
 */
export interface JobOrder {
  readonly url: string;
  readonly key: string;
  readonly rows: number;
}

export interface JobReport {
  readonly status: string;
  /** Lines of the results. */
  readonly results: number;
  readonly inOrder: number;
  readonly withVerdict: number;
  /** Answers that were no 2xx, and attempts without an answer, while the job ran. */
  readonly unanswered: number;
}

const PERIOD_MS = 500;
const { url, key, rows } = JSON.parse(process.argv.at(-1) ?? '') as JobOrder;
const claimOf = (row: number) => `Warehouse ${row} of ${process.pid} holds ${row * 7} boxes.`;
let unanswered = 0;

async function ask(path: string, init: RequestInit = {}): Promise<string> {
  for (;;) {
    try {
      const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/x-ndjson' };
      const answer = await fetch(new URL(path, url), { ...init, headers, signal: AbortSignal.timeout(30_000) });
      const text = await answer.text();
      if (answer.ok) return text;
      console.error(`${path}: ${answer.status} ${text}`);
    } catch (error) {
      console.error(`${path}: ${(error as Error).message}`);
    }
    unanswered += 1;
    await wait(PERIOD_MS);
  }
}

const file = Array.from({ length: rows }, (_, row) => {
  const grounding_source = `Warehouse ${row} of ${process.pid} holds ${(row + (row % 2)) * 7} boxes. It is painted red.`;
  return JSON.stringify({ claim: claimOf(row), grounding_source });
}).join('\n');
type Job = { id: string; status: string; rows_done: number };
let job = JSON.parse(await ask('/v1/jobs', { method: 'POST', body: file })) as Job;
while (job.status !== 'completed' && job.status !== 'canceled') {
  await wait(PERIOD_MS);
  job = JSON.parse(await ask(`/v1/jobs/${job.id}`)) as Job;
  console.log(job.rows_done);
}
const lines = (await ask(`/v1/jobs/${job.id}/results`)).trimEnd().split('\n');
const results = lines.map((line) => JSON.parse(line) as { claim?: string; verdict?: string });
await ask(`/v1/jobs/${job.id}`, { method: 'DELETE' });
const report: JobReport = {
  status: job.status,
  results: results.length,
  inOrder: results.filter(({ claim }, row) => claim === claimOf(row)).length,
  withVerdict: results.filter(({ verdict }) => verdict !== undefined).length,
  unanswered,
};
// A pipe takes long texts in parts.
process.stdout.write(`${JSON.stringify(report)}\n`, () => process.exit(0));
