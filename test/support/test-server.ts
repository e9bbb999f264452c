import type { AddressInfo } from 'node:net';
import type { FastifyInstance, InjectOptions } from 'fastify';
import { jobSettings, loadConfig } from '../../src/config.ts';
import type { Verifier } from '../../src/index.ts';
import { type Jobs, openJobs } from '../../src/jobs/index.ts';
import { buildServer } from '../../src/server/build-server.ts';
import type { InFlight } from '../../src/server/http/request-observers.ts';
import type { Readiness } from '../../src/server/lifecycle/readiness.ts';
import type { StoreMonitor } from '../../src/server/lifecycle/store-monitor.ts';
import { createServerContext, type ServerAccess } from '../../src/server/server-context.ts';
import { fakeAccess, VALID_KEY } from './fake-access.ts';
import { fakeVerifier } from './fake-verifier.ts';

export interface TestServer {
  readonly app: FastifyInstance;
  /** Undefined with a fake access, and with JOBS=false. */
  readonly jobs: Jobs | undefined;
  readonly readiness: Readiness;
  readonly inFlight: InFlight;
  readonly stores: StoreMonitor;
  readonly log: string[];
}

export interface TestServerOptions {
  /** A fake without accounts by default. */
  readonly access?: ServerAccess;
  /** `null` leaves the server cold. */
  readonly verifier?: Verifier | null;
  readonly env?: Record<string, string>;
}

export function testServer(options: TestServerOptions = {}) {
  const { access = fakeAccess(), verifier = fakeVerifier(), env = {} } = options;
  const log: string[] = [];
  const logStream = { write: (line: string) => void log.push(line) };
  const config = loadConfig(env);
  const hasDatabase = access.database !== undefined;
  const jobs = config.JOBS && hasDatabase ? openJobs({ database: access.database, ...jobSettings(config) }) : undefined;
  const context = createServerContext({ config, access, logStream, jobs });
  const app = buildServer(context);
  const { readiness, inFlight, stores } = context;
  if (verifier !== null) readiness.ready(verifier);
  return { app, jobs, readiness, inFlight, stores, log } satisfies TestServer;
}

/** Lets a test server listen on a free port of the loopback address; resolves with the port. */
export async function listenLocally({ app }: Pick<TestServer, 'app'>): Promise<number> {
  await app.listen({ port: 0, host: '127.0.0.1' });
  return (app.server.address() as AddressInfo).port;
}

export const SOURCE = 'The company employs 350 people. It was founded in 1990.';
export const CLAIM = 'It was founded in 1990.';

export function verifyRequest(over: InjectOptions = {}): InjectOptions {
  const { headers, ...rest } = over;
  return {
    method: 'POST',
    url: '/v1/verify',
    headers: { authorization: `Bearer ${VALID_KEY}`, 'content-type': 'application/json', ...headers },
    payload: JSON.stringify({ claim: CLAIM, grounding_source: SOURCE }),
    ...rest,
  };
}

export function answerRequest(body: object = {}, over: InjectOptions = {}): InjectOptions {
  const request = { answer: `${CLAIM}\nPigs fly.`, sources: [{ id: 'a', text: SOURCE }], ...body };
  return verifyRequest({ url: '/v1/verify/answer', payload: JSON.stringify(request), ...over });
}
