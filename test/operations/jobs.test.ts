import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Libsql from 'libsql';
import { expect, it } from 'vitest';
import { runCommand } from '../support/run-command.ts';
import { TINY_ENV } from '../support/small-models.ts';
import { type Service, startService } from './support/service.ts';

/** Every tenth is refused. */
const ROWS = Array.from({ length: 200 }, (_, at) => {
  const claim = `The mill ${at} employs ${at % 3} people.`;
  return `${JSON.stringify({ id: at, claim, grounding_source: at % 10 === 9 ? '' : `${claim} It is old.` })}\n`;
}).join('');

// biome-ignore lint/suspicious/noExplicitAny: answers are looked at as JSON
type Answer = Omit<Response, 'json'> & { json(): Promise<any> };

async function ask(service: Service, path: string, init: RequestInit & { key: string }): Promise<Answer> {
  const headers = { authorization: `Bearer ${init.key}`, ...(init.headers as object) };
  return fetch(`http://127.0.0.1:${await service.port}/v1/jobs${path}`, { ...init, headers });
}

it('a file whose service was killed while it arrived is taken when it is sent again, once', async () => {
  const first = startService();
  const key = await first.key;
  const submission = {
    ...({ key, method: 'POST', duplex: 'half' } as const),
    headers: { 'content-type': 'application/x-ndjson', 'idempotency-key': 'one-of-a-kind' },
  };
  const send = (service: Service, rows: string) => {
    const file = new TransformStream<Uint8Array, Uint8Array>();
    void new Blob([rows])
      .stream()
      .pipeTo(file.writable, { preventClose: rows !== ROWS })
      .catch(() => undefined);
    return ask(service, '', { ...submission, body: file.readable });
  };
  const sending = send(first, ROWS.slice(0, ROWS.length / 2)).catch(() => 'lost');
  const list = async (service: Service) => (await ask(service, '', { key })).json();
  while (((await list(first)).jobs[0]?.rows ?? 0) === 0) await new Promise((resolve) => setTimeout(resolve, 20));
  first.process.kill('SIGKILL');
  await first.exited;
  expect(await sending).toBe('lost');
  // As if twenty seconds had passed.
  const database = new Libsql(join(first.dataDir, 'keys.sqlite'));
  database.exec('UPDATE idempotency SET lease_until = lease_until - 20000');
  database.close();

  const second = startService({ env: { DATA_DIR: first.dataDir } });
  const again = await send(second, ROWS);
  const job = await again.json();
  expect([again.status, job.rows]).toEqual([202, 200]);
  const third = await send(second, ROWS);
  expect([third.headers.get('idempotency-replayed'), (await third.json()).id]).toEqual(['true', job.id]);
  expect(await list(second)).toMatchObject({ total: 1, jobs: [{ id: job.id }] });
});

it('a job continues after the service was killed, with the results of the command without sources', async () => {
  const first = startService();
  await first.ready();
  const key = await first.key;
  const headers = { 'content-type': 'application/x-ndjson' };
  const submitted = await ask(first, '', { key, method: 'POST', body: ROWS, headers });
  const { id } = (await submitted.json()) as { id: string };
  const seen = async (service: Service, isReached: (job: { status: string; rows_done: number }) => boolean) => {
    for (;;) {
      const job = (await (await ask(service, `/${id}`, { key })).json()) as { status: string; rows_done: number };
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
  const results = await (await ask(second, `/${id}/results?format=jsonl`, { key })).text();

  const [input, output] = ['claims.jsonl', 'verdicts.jsonl'].map((name) => join(first.dataDir, name));
  writeFileSync(input!, ROWS);
  await runCommand(['verify', '--input', input!, '--output', output!], { env: TINY_ENV });
  // The command keeps the sources, results of jobs leave them out.
  const withoutSource = (line: string) => line.replace(/"grounding_source":"[^"]*",/, '');
  expect(results).toBe(readFileSync(output!, 'utf8').split('\n').map(withoutSource).join('\n'));
});
