import { answerLimits, loadConfig } from '../../../../../src/config.ts';
import { JobRunner } from '../../../../../src/jobs/index.ts';
import type { Verifier } from '../../../../../src/verifier.ts';
import { fakeBatchVerifier } from '../../../../support/fake-batch-verifier.ts';
import { type RealAccess, realAccess } from '../../../../support/real-access.ts';
import { listenLocally, type TestServer, testServer } from '../../../../support/test-server.ts';

// biome-ignore lint/suspicious/noExplicitAny: answers are looked at as JSON
type Json = any;

type Answer = Omit<Response, 'json'> & { json(): Promise<Json> };

export interface Customer {
  request(path: string, init?: RequestInit): Promise<Answer>;
  /** Submits a file, JSONL unless `type` says otherwise. */
  submit(
    body: NonNullable<RequestInit['body']>,
    options?: { readonly query?: string; readonly headers?: Record<string, string> },
  ): Promise<Answer>;
  json(path: string, init?: RequestInit): Promise<Json>;
  ended(id: string): Promise<Json>;
}

export interface JobServer {
  readonly server: TestServer;
  readonly port: number;
  readonly access: RealAccess['access'];
  customer(name: string, limit?: number): Promise<Customer>;
  work(verifier?: Verifier): JobRunner;
  close(): Promise<void>;
}

/** A server on a free port, with its own database; rows wait until `work` is called. */
export async function jobServer(env: Record<string, string> = {}): Promise<JobServer> {
  const real = await realAccess();
  const server = testServer({ access: real.access, env });
  const port = await listenLocally(server);
  const runners: JobRunner[] = [];
  return {
    server,
    port,
    access: real.access,
    async customer(name, limit = 10_000) {
      const { key } = await real.access.keys.create({ name, limit }, 'test');
      return customerOf(`http://127.0.0.1:${port}`, key);
    },
    work(verifier = fakeBatchVerifier()) {
      const runner = new JobRunner({
        verifier,
        work: server.jobs!.work,
        assertRoom: () => server.jobs!.storage.assertDisk(),
        answerLimits: answerLimits(loadConfig(env)),
        concurrency: 4,
        log: { warn: () => undefined, info: () => undefined },
      });
      runners.push(runner);
      runner.start();
      return runner;
    },
    async close() {
      for (const runner of runners) await runner.stop();
      server.app.server.closeAllConnections();
      await server.app.close();
      await server.jobs?.store.close();
      await real.close();
    },
  };
}

const UNFINISHED = new Set(['receiving', 'queued', 'running']);

function customerOf(origin: string, key: string): Customer {
  const request = (path: string, { headers, ...init }: RequestInit = {}) =>
    fetch(origin + path, { ...init, headers: { authorization: `Bearer ${key}`, ...(headers as object) } });
  const json = async (path: string, init?: RequestInit): Promise<Json> => (await request(path, init)).json();
  return {
    request,
    json,
    submit: (body, { query = '', headers = {} } = {}) =>
      request(`/v1/jobs${query}`, {
        method: 'POST',
        body,
        headers: { 'content-type': 'application/x-ndjson', ...headers },
        ...({ duplex: 'half' } as object),
      }),
    async ended(id) {
      for (;;) {
        const job = await json(`/v1/jobs/${id}`);
        if (!UNFINISHED.has(job.status)) return job;
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    },
  };
}
