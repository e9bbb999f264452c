import { spawn } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import type { Reply } from '../../../../scripts/k8s/drill/in-cluster/ask.ts';
import type { JobReport } from '../../../../scripts/k8s/drill/in-cluster/job.ts';
import type { LoadReport } from '../../../../scripts/k8s/drill/in-cluster/load.ts';
import { inPod, programText } from '../../../../scripts/k8s/drill/in-pod.ts';
import { collect } from '../../../../scripts/k8s/drill/kubectl.ts';

const servers: Server[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});

async function listen(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  servers.push(server);
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** As in a pod, but here. */
async function begin(name: Parameters<typeof programText>[0], order: unknown) {
  const args = ['--input-type=module', '-e', await programText(name), JSON.stringify(order)];
  return spawn(process.execPath, args, { stdio: 'pipe' });
}

async function report<T>(name: Parameters<typeof programText>[0], order: unknown): Promise<T> {
  const { code, stdout, stderr } = await collect(await begin(name, order), { input: '' });
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return JSON.parse(stdout.trim().split('\n').at(-1)!) as T;
}

it('gives kubectl a program that needs no file in the pod', async () => {
  const args = await inPod({ namespace: 'claims', pod: 'client' }, 'ask', []);
  expect(args.slice(0, 8)).toEqual(['-n', 'claims', 'exec', '-i', 'client', '--', 'node', '--input-type=module']);
  expect(args.at(-1)).toBe('[]');
});

describe('the load', () => {
  it('counts every outcome, and says when and why a request was not answered with 200', async () => {
    let asked = 0;
    const enough = new EventEmitter();
    const isEnough = once(enough, 'reached');
    const url = await listen((request, response) => {
      asked += 1;
      if (asked === 20) enough.emit('reached');
      if (asked === 5) request.socket.destroy();
      else if (asked === 6) {
        response.writeHead(503, { 'retry-after': '1' });
        response.end('{"error":{"code":"service_unavailable","message":"Redis is unreachable."}}');
      } else response.end('{}');
    });
    const child = await begin('load', { url, key: 'k', connections: 2, keepAlive: true, pauseMs: 0 });
    const ended = collect(child, {});
    await isEnough;
    child.stdin!.end();
    const { code, stdout } = await ended;
    expect(code).toBe(0);
    expect(stdout.startsWith('started\n')).toBe(true);
    const { outcomes, failures, total, lastMs } = JSON.parse(stdout.split('\n')[1]!) as LoadReport;
    expect(outcomes).toMatchObject({ 503: 1, ECONNRESET: 1 });
    expect(outcomes['200']).toBeGreaterThanOrEqual(18);
    expect(total).toBe(asked);
    expect(failures.map(({ outcome, code, retryAfter }) => [outcome, code, retryAfter])).toEqual([
      ['ECONNRESET', 'socket hang up', null],
      ['503', 'service_unavailable: Redis is unreachable.', '1'],
    ]);
    expect(lastMs).toBeGreaterThan(failures[1]!.atMs);
  });
});

it('asks one request after the other, and says why none answers', async () => {
  const url = await listen((request, response) =>
    response.writeHead(request.url === '/a' ? 200 : 404).end(request.url),
  );
  const replies = await report<Reply[]>('ask', [
    { url: `${url}/a` },
    { url: `${url}/b` },
    { url: 'http://127.0.0.1:1/' },
  ]);
  expect(replies).toEqual([
    { status: 200, text: '/a' },
    { status: 404, text: '/b' },
    { status: 0, text: expect.any(String) },
  ]);
});

it('reports which addresses accept connections', async () => {
  const url = new URL(await listen((_, response) => response.end()));
  expect(await report('connect', [url.host, '127.0.0.1:1'])).toEqual(['reached', 'ECONNREFUSED']);
});

describe('the job', () => {
  /** A service that has a job of rows and breaks off the second question about it. */
  function service(change: (lines: string[]) => string[]): RequestListener {
    let asked = 0;
    let file = '';
    return async (request, response) => {
      const body = Buffer.concat(await request.toArray()).toString();
      asked += 1;
      if (request.method === 'POST') file = body;
      if (asked === 2) return void request.socket.destroy();
      const lines = file.split('\n').map((line) => JSON.stringify({ ...JSON.parse(line), verdict: 'SUPPORTED' }));
      if (request.url!.endsWith('/results')) return void response.end(change(lines).join('\n'));
      response.end(JSON.stringify({ id: 'job_1', status: asked > 3 ? 'completed' : 'running', rows_done: asked }));
    };
  }

  it('counts results, their order, verdicts and unanswered questions', async () => {
    const url = await listen(service((lines) => lines));
    const child = collect(await begin('job', { url, key: 'k', rows: 10 }), { input: '' });
    const { stdout } = await child;
    const expected: JobReport = { status: 'completed', results: 10, inOrder: 10, withVerdict: 10, unanswered: 1 };
    expect(JSON.parse(stdout.trim().split('\n').at(-1)!)).toEqual(expected);
  });

  it('sees a row that is missing, and one that comes twice', async () => {
    const url = await listen(service(([first, second, , ...rest]) => [first!, second!, second!, ...rest.slice(1)]));
    const { stdout } = await collect(await begin('job', { url, key: 'k', rows: 10 }), { input: '' });
    const { results, inOrder } = JSON.parse(stdout.trim().split('\n').at(-1)!) as JobReport;
    expect(results).toBe(9);
    expect(inOrder).toBe(2);
  });
});
