import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import { eventually } from '../../../support/eventually.ts';
import { rawConnection } from '../../../support/raw-http.ts';
import { type Customer, type JobServer, jobServer } from './support/job-server.ts';

let server: JobServer;
let ada: Customer;
let bob: Customer;

async function start(env: Record<string, string> = {}): Promise<void> {
  server = await jobServer(env);
  ada = await server.customer('ada');
  bob = await server.customer('bob');
}
afterEach(() => server.close());

const row = (id: number | string, note = '') =>
  `${JSON.stringify({ id, claim: 'Pigs fly.', grounding_source: 'Pigs fly.', note })}\n`;
const CSV = { 'content-type': 'text/csv' };

/** A file that stays open until it is ended. */
function openFile() {
  let controller!: ReadableStreamDefaultController<Uint8Array>;
  const body = new ReadableStream<Uint8Array>({
    start(given) {
      controller = given;
    },
  });
  const send = (text: string) => controller.enqueue(new TextEncoder().encode(text));
  send(row(1));
  return { body, send, end: () => controller.close() };
}

const receiving = async () =>
  (await server.access.database.query("SELECT id FROM jobs WHERE status = 'receiving' AND deleted_at IS NULL")).length;

async function refusal(response: Awaited<ReturnType<Customer['submit']>>) {
  const { message, details } = (await response.json()).error;
  return { status: response.status, message, details };
}

describe('uploads at the same time', () => {
  it('are two of a client, whichever of its keys sends them; one more is refused before it is read', async () => {
    await start();
    const files = [openFile(), openFile()];
    const answers = files.map(({ body }) => ada.submit(body));
    await eventually(async () => expect(await receiving()).toBe(2));
    const third = await ada.submit(row(1));
    expect(third.headers.get('retry-after')).toBe('5');
    expect(await refusal(third)).toEqual({
      status: 429,
      message: expect.any(String),
      details: { limit: 2, received: 3, window: 'concurrent', retry_after_seconds: 5 },
    });
    expect((await bob.submit(row(1))).status).toBe(202);
    for (const { end } of files) end();
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([202, 202]);
    expect((await ada.submit(row(1))).status).toBe(202);
  });
});

describe('a file that is refused for what it has too much of', () => {
  it.each([
    ['columns', `claim,grounding_source,${'c,'.repeat(1_000)}`, { limit: 1_000, received: 1_003, line: 1 }],
    ['bytes of names', `claim,grounding_source,${'n'.repeat(70_000)}`, { limit: 65_536, received: 70_021, line: 1 }],
  ])('%s', async (_, header, details) => {
    await start();
    const answer = await refusal(await ada.submit(`\n${header}\nx,y\n`, { headers: CSV }));
    expect(answer).toMatchObject({ status: 400, details: { ...details, line: 2 } });
    expect(answer.message).toContain(`at most ${details.limit}`);
    expect(answer.message).toContain(`got ${details.received}`);
  });

  it('blank lines, which count as rows, but not against the rows of the day', async () => {
    await start({ MAX_JOB_ROWS: '100', JOB_ROWS_PER_DAY: '2' });
    const answer = await refusal(await ada.submit(`${row(1)}${'\n'.repeat(100)}`));
    expect(answer).toMatchObject({ status: 413, details: { limit: 100, received: 101, line: 2 } });
    expect((await ada.submit(`${row(1)}${'\n'.repeat(98)}${row(2)}`)).status).toBe(202);
  });

  it('bytes for its gzip; honest files are far from that', async () => {
    await start();
    const answer = await refusal(await ada.submit(gzipSync(Buffer.alloc(65_000_000, 'x'))));
    expect(answer.status).toBe(413);
    expect(answer.message).toContain('After the first 64000000 bytes, at most 250 times its size');
    // Claims on one source.
    const source = Array.from({ length: 3_000 }, (_, at) => ((at * 7_919) % 9_973).toString(36)).join(' ');
    const honest = Array.from({ length: 7_000 }, (_, at) => row(at, source)).join('');
    const packed = gzipSync(honest);
    expect(honest.length).toBeGreaterThan(64_000_000);
    expect(honest.length / packed.length).toBeGreaterThan(70);
    expect((await ada.submit(packed)).status).toBe(202);
  });
});

describe('rows that cannot be used', () => {
  const stored = async () => {
    const chunks = await server.access.database.query<{ input: string }>('SELECT input FROM job_chunks ORDER BY chunk');
    return chunks.flatMap(({ input }) => input.split('\n').map((line) => JSON.parse(line)));
  };

  it('are kept as their line, their problem and their first bytes, when they cannot be read', async () => {
    await start();
    await ada.submit(`${row(1)}no JSON${'!'.repeat(5_000)}\n${row('x'.repeat(2_000_000))}`);
    const [, second, third] = await stored();
    expect(second).toEqual([
      2,
      { unreadable_text: `no JSON${'!'.repeat(993)}` },
      'Expected a JSON object on one line, got text that is not JSON.',
    ]);
    expect(third[1].unreadable_text).toHaveLength(1_000);
    expect(third[2]).toBe('Expected a line of at most 1320000 bytes, got a longer one.');
  });

  it('are kept with their columns when they were read, without those that they lack', async () => {
    await start();
    const names = Array.from({ length: 900 }, (_, at) => `column${at}`).join();
    await ada.submit(`claim,grounding_source,${names}\n${'x\n'.repeat(200)}`, { headers: CSV });
    const rows = await stored();
    expect(rows[0]).toEqual([2, { claim: 'x' }, 'Expected 902 fields, got 1.']);
    const [{ bytes }] = (await server.access.database.query<{ bytes: number }>(
      'SELECT CAST(sum(octet_length(input)) AS BIGINT) AS bytes FROM job_chunks',
    )) as [{ bytes: number }];
    expect(bytes).toBeLessThan(20_000);
  });

  it('are an error row each beyond the bound of names, and the rest goes on', async () => {
    await start();
    const wide = Object.fromEntries(Array.from({ length: 1_001 }, (_, at) => [`n${at}`, 0]));
    await ada.submit(`${JSON.stringify(wide)}\n${row(2)}`);
    const rows = await stored();
    expect(rows.map(([, , problem]) => problem)).toEqual([
      'Expected a JSON object of at most 1000 names, got 1001.',
      null,
    ]);
  });
});

describe('a repetition with the same Idempotency-Key', () => {
  const headers = { 'idempotency-key': 'one-of-a-kind' };

  it('is read and compared: other bytes of the same length are a conflict', async () => {
    await start();
    const first = await (await ada.submit(row(1), { headers })).json();
    const again = await ada.submit(row(1), { headers });
    expect([again.headers.get('idempotency-replayed'), (await again.json()).id]).toEqual(['true', first.id]);
    expect(await refusal(await ada.submit(row(9), { headers }))).toMatchObject({
      status: 409,
      message: expect.any(String),
    });
    expect(await refusal(await ada.submit(row(1), { headers, query: '?name=b' }))).toMatchObject({ status: 409 });
    expect((await ada.json('/v1/jobs')).total).toBe(1);
  });

  it('is the same file when it comes without a length, and the same sender however the scheme is spelt', async () => {
    await start();
    const { key } = await server.access.keys.create({ name: 'eve' }, 'test');
    const submit = (authorization: string, text: string) =>
      ada.submit(new Blob([text]).stream(), { headers: { ...headers, authorization } });
    const first = await (await submit(`Bearer ${key}`, row(1))).json();
    expect((await (await submit(`bearer  ${key}`, row(1))).json()).id).toBe(first.id);
    expect((await submit(`bearer ${key}`, row(2))).status).toBe(409);
  });
});

it('the reading of a file ends when its sender has left, though all of it has arrived', async () => {
  await start({ MAX_JOB_ROWS: '1000000000' });
  const { key } = await server.access.keys.create({ name: 'raw' }, 'test');
  // 15 MB of rows, most of a second of work, in a few kB.
  const packed = gzipSync('{}\n'.repeat(300_000));
  const { socket } = await rawConnection(server.port);
  const head = `POST /v1/jobs HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${key}\r\nContent-Type: application/x-ndjson\r\n`;
  socket.write(`${head}Content-Length: ${packed.length}\r\n\r\n`);
  socket.write(packed);
  await eventually(async () => expect(await receiving()).toBe(1));
  socket.destroy();
  await eventually(async () => expect(await receiving()).toBe(0));
  const [job] = await server.access.database.query<{ rows: number; deleted_at: number | null }>(
    'SELECT rows, deleted_at FROM jobs',
  );
  expect(job!.deleted_at).not.toBeNull();
  expect(server.server.log.some((line) => line.includes('"status":499'))).toBe(true);
});

describe('downloads at the same time', () => {
  it('are two of a client', async () => {
    await start();
    const { id } = await (
      await ada.submit(Array.from({ length: 400 }, (_, at) => row(at, 'x'.repeat(50_000))).join(''))
    ).json();
    server.work();
    await ada.ended(id);
    const readers = await Promise.all(
      [1, 2].map(async () => (await ada.request(`/v1/jobs/${id}/results`)).body!.getReader()),
    );
    for (const reader of readers) await reader.read();
    const third = await ada.request(`/v1/jobs/${id}/results`);
    expect(await refusal(third)).toMatchObject({
      status: 429,
      details: { limit: 2, received: 3, window: 'concurrent', retry_after_seconds: 5 },
    });
    for (const reader of readers) await reader.cancel();
    await eventually(async () => {
      const again = await ada.request(`/v1/jobs/${id}/results`);
      await again.body?.cancel();
      expect(again.status).toBe(200);
    });
  });
});

it('a delimiter beyond ASCII is refused', async () => {
  await start();
  const { status, message } = await refusal(
    await ada.submit('claim§grounding_source\n', { headers: CSV, query: '?delimiter=§' }),
  );
  expect([status, message]).toEqual([400, expect.stringContaining('one ASCII character')]);
});
