import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import { bodyOf, type RawConnection, rawConnection } from '../../../support/raw-http.ts';
import { type Customer, type JobServer, jobServer } from './support/job-server.ts';

let server: JobServer;
let ada: Customer;

async function start(env: Record<string, string> = {}): Promise<void> {
  server = await jobServer(env);
  ada = await server.customer('ada');
}
afterEach(() => server.close());

const row = (id: number, note = '') =>
  `${JSON.stringify({ id, claim: 'Pigs fly.', grounding_source: 'Pigs fly.', note })}\n`;

interface Upload extends RawConnection {
  send(text: string): Promise<void>;
}

/** A file that is sent piece by piece, of no length that is known before. */
async function upload({ key, headers = [] }: { key?: string; headers?: string[] } = {}): Promise<Upload> {
  const token = key ?? (await server.access.keys.create({ name: 'raw' }, 'test')).key;
  const connection = await rawConnection(server.port);
  const head = [
    'POST /v1/jobs HTTP/1.1',
    'Host: a',
    `Authorization: Bearer ${token}`,
    'Content-Type: application/x-ndjson',
    'Transfer-Encoding: chunked',
    ...headers,
  ];
  connection.socket.write(`${head.join('\r\n')}\r\n\r\n`);
  const send = (text: string) =>
    new Promise<void>((resolve) => {
      connection.socket.write(`${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`, () => resolve());
    });
  return { ...connection, send };
}

const END = '0\r\n\r\n';

async function count(table: 'jobs' | 'job_chunks', where = 'TRUE'): Promise<number> {
  const [found] = await server.access.database.query<{ total: number }>(
    `SELECT count(*) AS total FROM ${table} WHERE ${where}`,
  );
  return found!.total;
}

async function until(condition: () => Promise<boolean>): Promise<void> {
  while (!(await condition())) await sleep(10);
}

describe('a file that is sent slowly', () => {
  it('may take longer than REQUEST_TIMEOUT_MS, and is stored while it arrives', async () => {
    await start({ REQUEST_TIMEOUT_MS: '3000' });
    const { socket, send, received, text } = await upload();
    await send(Array.from({ length: 60 }, (_, id) => row(id)).join(''));
    await until(async () => (await count('job_chunks')) === 1);
    for (let id = 60; id < 64; id += 1) {
      await sleep(1_000);
      await send(row(id));
    }
    socket.write(END);
    await received('"rows":64');
    expect(text()).toMatch(/^HTTP\/1\.1 202 /);
  });

  it('is given up when nothing more of it comes, and leaves nothing', async () => {
    await start({ REQUEST_TIMEOUT_MS: '1000' });
    const { send, received, text } = await upload();
    await send(Array.from({ length: 120 }, (_, id) => row(id)).join(''));
    await received('}}');
    expect(text()).toMatch(/^HTTP\/1\.1 408 /);
    expect(bodyOf(text()).error.message).toBe(
      'No more data of the body arrived within 1000 ms. Send the request again.',
    );
    expect(await count('jobs', 'deleted_at IS NULL')).toBe(0);
    await until(async () => (await count('job_chunks')) === 0);
  });
});

describe('a file that is sent again while it arrives', () => {
  it('is refused with the seconds after which it is worth while', async () => {
    await start();
    const { key } = await server.access.keys.create({ name: 'raw' }, 'test');
    const again = { key, headers: ['Idempotency-Key: one-of-a-kind'] };
    const first = await upload(again);
    await first.send(row(1));
    await until(async () => (await count('jobs')) === 1);
    const second = await upload(again);
    await second.received('}}');
    expect(second.text()).toMatch(/^HTTP\/1\.1 409 .*\r\nretry-after: 10\r\n/is);
    expect(bodyOf(second.text()).error).toMatchObject({
      message: expect.stringContaining('still running; try again in 10 seconds.'),
      details: { retry_after_seconds: 10 },
    });
    first.socket.write(END);
    await first.received('"rows":1');
    expect(await count('jobs')).toBe(1);
  });
});

it('a file may be gzip whose first byte comes alone', async () => {
  await start();
  const { socket, received } = await upload();
  const packed = gzipSync(row(1) + row(2));
  for (const part of [packed.subarray(0, 1), packed.subarray(1)]) {
    socket.write(`${part.length.toString(16)}\r\n`);
    socket.write(part);
    socket.write('\r\n');
    await sleep(100);
  }
  socket.write(END);
  await received('"rows":');
  const chunks = await server.access.database.query<{ input: string }>('SELECT input FROM job_chunks');
  expect(chunks.map(({ input }) => input.match(/Pigs fly/g)?.length)).toEqual([4]);
});

describe('a file that breaks off', () => {
  it('leaves nothing and does not count against the rows of the day', async () => {
    await start({ JOB_ROWS_PER_DAY: '150' });
    const { socket, send } = await upload();
    await send(Array.from({ length: 140 }, (_, id) => row(id)).join(''));
    await until(async () => (await count('job_chunks')) === 2);
    socket.destroy();
    await until(async () => (await count('jobs', 'deleted_at IS NULL')) === 0);
    await until(async () => (await count('job_chunks')) === 0);
    expect(await count('jobs', 'rows > 0')).toBe(0);
    await until(async () => server.server.log.some((line) => line.includes('"status":499')));
  });
});

describe('a file that is refused while it arrives', () => {
  it('is read to its end, so that the client gets the answer, and the connection goes on', async () => {
    await start({ MAX_JOB_ROWS: '10' });
    const { socket, send, received, text } = await upload();
    for (let part = 0; part < 20; part += 1) await send(row(part, 'x'.repeat(1 << 20)));
    socket.write(`${END}GET /health/live HTTP/1.1\r\nHost: a\r\n\r\n`);
    await received('{"status":"ok"}');
    expect(text()).toMatch(/^HTTP\/1\.1 413 /);
    expect(text()).toContain('Expected a file of at most 10 rows, got 11 by line 11.');
    await until(async () => (await count('job_chunks')) === 0);
  });

  it('costs no disk: a row that is too long is not kept', async () => {
    await start();
    const job = await (await ada.submit(row(1, 'x'.repeat(8 << 20)) + row(2))).json();
    expect(job.rows).toBe(2);
    const [stored] = await server.access.database.query<{ length: number }>(
      'SELECT sum(length(input)) AS length FROM job_chunks',
    );
    expect(stored!.length).toBeLessThan(2_000);
  });
});
