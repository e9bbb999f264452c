import { createServer, type IncomingMessage, type RequestListener, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createClient, type JobBody, ServiceError } from '../../src/client/index.ts';
import { eventually } from '../support/eventually.ts';
import { jobServer, jsonl, ROW } from '../support/job-server.ts';

const ROWS = Array.from({ length: 120 }, (_, at) => ({ id: String(at), ...ROW }));
const FILE = jsonl(ROWS);
const QUICKLY = { intervalMs: 20 };

async function realClient() {
  const server = await jobServer();
  return { ...server, client: createClient({ url: server.url, key: server.key }) };
}

async function listLines(lines: AsyncIterable<string>): Promise<string[]> {
  const list: string[] = [];
  for await (const line of lines) list.push(line);
  return list;
}

/** A file of one row that comes from a pipe, open until it is ended. */
function openPipe() {
  let end!: () => void;
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  async function* pieces() {
    yield jsonl([ROWS[0]!]);
    await ended;
  }
  return { pieces: pieces(), end };
}

describe('jobs of a client', () => {
  it('are submitted, waited for and fetched line by line in the order of the rows', async () => {
    const { client, start } = await realClient();
    start();
    const { id, status, rows } = await client.submitJob(FILE, { name: 'claims.jsonl' });
    expect([status, rows]).toEqual(['queued', 120]);
    const seen: JobBody[] = [];
    const job = await client.waitForJob(id, { ...QUICKLY, onProgress: (one) => seen.push(one) });
    expect(job).toMatchObject({ status: 'completed', rows_done: 120, errors: {}, name: 'claims.jsonl' });
    expect(seen.at(-1)).toEqual(job);
    const results = (await listLines(client.jobResults(id))).map((line) => JSON.parse(line));
    expect(results.map((row) => row.id)).toEqual(ROWS.map((row) => row.id));
    expect(results[0]).toMatchObject({ verdict: 'SUPPORTED' });
  });

  it.each([
    ['a text', () => FILE],
    ['a Blob', () => new Blob([FILE])],
    ['a stream', () => new Blob([FILE]).stream()],
    [
      'pieces that come one by one',
      async function* () {
        for (const row of ROWS) yield Buffer.from(jsonl([row]));
      },
    ],
    ['a list of pieces', () => ROWS.map((row) => jsonl([row]))],
  ])('are taken from %s', async (_, file) => {
    const { client } = await realClient();
    expect((await client.submitJob(file())).rows).toBe(120);
  });

  it('may be CSV, packed, and read as the options say', async () => {
    const { client } = await realClient();
    const csv = gzipSync(`claim;grounding_source\n${ROWS.map(({ claim }) => `${claim};x\n`).join('')}`);
    const job = await client.submitJob(new Blob([csv]), { format: 'csv', gzip: true, delimiter: ';', rows: 'claims' });
    expect(job).toMatchObject({ kind: 'claims', rows: 120 });
  });

  it('are listed page by page, canceled and deleted', async () => {
    const { client } = await realClient();
    const ids = [];
    for (const name of ['a', 'b', 'c']) ids.unshift((await client.submitJob(FILE, { name })).id);
    expect(await client.cancelJob(ids[0]!)).toMatchObject({ status: 'canceled' });
    const first = await client.jobs({ count: 2 });
    const second = await client.jobs({ count: 2, cursor: first.next! });
    expect([...first.jobs, ...second.jobs].map(({ id }) => id).toSorted()).toEqual(ids.toSorted());
    expect((await client.jobs({ status: 'canceled' })).jobs.map(({ id }) => id)).toEqual([ids[0]]);
    await client.deleteJob(ids[0]!);
    await expect(client.job(ids[0]!)).rejects.toMatchObject({ status: 404 });
    expect((await client.jobs()).total).toBe(2);
  });

  it('have their results as a file in another format', async () => {
    const { client, start } = await realClient();
    start();
    const { id } = await client.submitJob(jsonl(ROWS.map((row) => ({ ...row, id: `=${row.id}` }))));
    await client.waitForJob(id, QUICKLY);
    const csv = await new Response(await client.jobResultFile(id, 'csv')).text();
    expect(csv.split('\n')[0]).toBe(
      'id,claim,verdict,confidence,reasoning,audit_trail,outcome,reason_codes,error_code,error_message,other,row',
    );
    const escaped = await new Response(await client.jobResultFile(id, 'csv', { escape_formulas: true })).text();
    expect(escaped.split('\n')[1]).toMatch(/^'=0,/);
    await expect(client.jobResultFile(id, 'jsonl', { escape_formulas: true })).rejects.toMatchObject({ status: 400 });
  });

  it('wait for other uploads of the same customer to end, but reject a stream with rate_limited', async () => {
    const { client } = await realClient();
    const files = [openPipe(), openPipe()];
    const first = files.map(({ pieces }) => client.submitJob(pieces));
    await eventually(async () => expect((await client.jobs({ status: 'receiving' })).total).toBe(2));
    const waits: string[] = [];
    const onWait = ({ message }: Error) => waits.push(message);
    const other = client.submitJob(FILE, { onWait });
    await eventually(() => expect(waits.length).toBeGreaterThanOrEqual(1));
    await expect(client.submitJob([FILE], { onWait })).rejects.toMatchObject({
      ...{ status: 429, code: 'rate_limited', details: { window: 'concurrent', limit: 2 } },
    });
    expect(new Set(waits)).toEqual(
      new Set(['At most 2 uploads of a customer may run at a time; try again in 5 seconds.']),
    );
    for (const { end } of files) end();
    expect((await Promise.all([...first, other])).map(({ rows }) => rows)).toEqual([1, 1, 120]);
  });

  it('are rejected with the sentence of the service', async () => {
    const { client } = await realClient();
    await expect(client.submitJob('')).rejects.toMatchObject({ code: 'invalid_request', status: 400 });
    const { id } = await client.submitJob(FILE);
    await expect(client.jobResults(id).next()).rejects.toMatchObject({ status: 409 });
    await expect(client.job('job_other')).rejects.toBeInstanceOf(ServiceError);
  });
});

/** A proxy before a server that breaks connections as the test says. */
async function breakingProxy(url: string) {
  const proxy = { breakAfterBytes: Number.POSITIVE_INFINITY, isDown: false, loseResponses: 0, requests: 0, url: '' };
  const forward: RequestListener = (incoming, response) => {
    proxy.requests += 1;
    if (proxy.isDown) return void incoming.socket.destroy();
    const { method, headers } = incoming;
    const outgoing = request(url + incoming.url, { method, headers }, (answer) => {
      if (proxy.loseResponses > 0) {
        proxy.loseResponses -= 1;
        answer.resume().on('end', () => incoming.socket.destroy());
        return;
      }
      response.writeHead(answer.statusCode!, answer.headers);
      relay(answer, response);
    });
    incoming.pipe(outgoing);
  };
  const relay = (answer: IncomingMessage, response: Parameters<RequestListener>[1]) => {
    let sent = 0;
    answer.on('data', (chunk: Buffer) => {
      sent += chunk.length;
      if (sent <= proxy.breakAfterBytes) return void response.write(chunk);
      proxy.breakAfterBytes = Number.POSITIVE_INFINITY;
      answer.removeAllListeners('data').removeAllListeners('end').resume();
      response.write(chunk.subarray(0, chunk.length / 2), () => response.destroy());
    });
    answer.on('end', () => response.end());
  };
  const server = createServer(forward);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close().closeAllConnections());
  proxy.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return proxy;
}

describe('jobs over a connection that breaks', () => {
  async function brokenClient() {
    const server = await jobServer();
    const proxy = await breakingProxy(server.url);
    return { ...server, proxy, client: createClient({ url: proxy.url, key: server.key }) };
  }

  it('are submitted once, though the answer to the first attempt is lost', async () => {
    const { client, proxy } = await brokenClient();
    proxy.loseResponses = 1;
    const { id } = await client.submitJob(FILE);
    expect(proxy.requests).toBe(2);
    expect((await client.jobs()).jobs.map((job) => job.id)).toEqual([id]);
  });

  it('are reopened by a function for a second attempt, and not sent again without one', async () => {
    const { client, proxy } = await brokenClient();
    const open = vi.fn(() => [FILE]);
    proxy.loseResponses = 1;
    await client.submitJob(open);
    expect(open).toHaveBeenCalledTimes(2);
    proxy.loseResponses = 1;
    await expect(client.submitJob([FILE])).rejects.toMatchObject({ code: 'connection_failed' });
  });

  it('are waited for, however long nothing answers', async () => {
    const { client, proxy, start, key } = await brokenClient();
    const { id } = await client.submitJob(FILE);
    proxy.isDown = true;
    let interruptions = 0;
    const onInterruption = (error: Error) => {
      expect(error).toMatchObject({ code: 'connection_failed' });
      interruptions += 1;
      if (interruptions === 8) proxy.isDown = false;
    };
    start();
    const patient = createClient({ url: proxy.url, key, maxWaitMs: 20 });
    const job = await patient.waitForJob(id, { ...QUICKLY, onInterruption });
    expect([job.status, interruptions]).toEqual(['completed', 8]);
  });

  it('give every line of the results once', async () => {
    const { client, proxy, start } = await brokenClient();
    start();
    const { id } = await client.submitJob(FILE);
    await client.waitForJob(id, QUICKLY);
    const whole = await listLines(client.jobResults(id));
    proxy.breakAfterBytes = 1;
    const requests = proxy.requests;
    expect(await listLines(client.jobResults(id))).toEqual(whole);
    expect(proxy.requests).toBe(requests + 2);
  });

  it('are deleted, though the answer to the first attempt is lost', async () => {
    const { client, proxy } = await brokenClient();
    const { id } = await client.submitJob(FILE);
    proxy.loseResponses = 1;
    await client.deleteJob(id);
    await expect(client.deleteJob(id)).rejects.toMatchObject({ status: 404 });
  });

  it('are not waited for any longer once the signal has aborted', async () => {
    const { client } = await brokenClient();
    const { id } = await client.submitJob(FILE);
    const controller = new AbortController();
    const onProgress = () => controller.abort(new Error('enough'));
    await expect(client.waitForJob(id, { signal: controller.signal, onProgress })).rejects.toThrow('enough');
  });
});
