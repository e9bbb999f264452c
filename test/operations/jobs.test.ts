import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { COMPACT_ENV } from '../support/compact-models.ts';
import { runCommand } from '../support/run-command.ts';
import { type Service, startService } from './support/service.ts';

/** Every tenth is refused. */
const ROWS = Array.from({ length: 200 }, (_, at) => {
  const claim = `The mill ${at} employs ${at % 3} people.`;
  return `${JSON.stringify({ id: at, claim, grounding_source: at % 10 === 9 ? '' : `${claim} It is old.` })}\n`;
}).join('');

it('a job goes on when the service is killed, and its results are those of the command, byte for byte', async () => {
  const first = startService();
  await first.ready();
  const authorization = `Bearer ${await first.key}`;
  const ask = async (service: Service, path: string, init: RequestInit = {}) => {
    const headers = { authorization, ...init.headers };
    return fetch(`http://127.0.0.1:${await service.port}/v1/jobs${path}`, { ...init, headers });
  };
  const submitted = await ask(first, '', {
    method: 'POST',
    body: ROWS,
    headers: { 'content-type': 'application/x-ndjson' },
  });
  const { id } = (await submitted.json()) as { id: string };
  const seen = async (service: Service, isReached: (job: { status: string; rows_done: number }) => boolean) => {
    for (;;) {
      const job = (await (await ask(service, `/${id}`)).json()) as { status: string; rows_done: number };
      if (isReached(job)) return job;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  };
  await seen(first, (job) => job.rows_done > 0);
  first.process.kill('SIGKILL');
  await first.exited;
  const second = startService({ env: { DATA_DIR: first.dataDir } });
  await second.ready();
  expect((await seen(second, () => true)).rows_done).toBeLessThan(200);
  expect(await seen(second, ({ status }) => status === 'completed')).toMatchObject({ errors: { invalid_request: 20 } });
  const results = await (await ask(second, `/${id}/results?format=jsonl`)).text();

  const [input, output] = ['claims.jsonl', 'verdicts.jsonl'].map((name) => join(first.dataDir, name));
  writeFileSync(input!, ROWS);
  await runCommand(['verify', '--input', input!, '--output', output!], { env: COMPACT_ENV });
  expect(results).toBe(readFileSync(output!, 'utf8'));
});
