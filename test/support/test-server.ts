import type { FastifyInstance, InjectOptions } from 'fastify';
import { loadConfig } from '../../src/config.ts';
import type { Verifier } from '../../src/index.ts';
import type { AccessPort } from '../../src/server/auth/authenticate.ts';
import { buildServer } from '../../src/server/build-server.ts';
import { InFlight } from '../../src/server/lifecycle/in-flight.ts';
import { Readiness } from '../../src/server/lifecycle/readiness.ts';
import type { Administration } from '../../src/server/operations/operation.ts';
import { fakeAccess, VALID_KEY } from './fake-access.ts';
import { fakeVerifier } from './fake-verifier.ts';

export interface TestServer {
  readonly app: FastifyInstance;
  readonly readiness: Readiness;
  readonly inFlight: InFlight;
  /** Every log line written so far. */
  readonly log: string[];
}

export interface TestServerOptions {
  readonly access?: AccessPort;
  /** Accounts and the operator's part; none by default. */
  readonly administration?: Administration;
  /** `null` leaves the server cold. */
  readonly verifier?: Verifier | null;
  readonly env?: Record<string, string>;
}

export function testServer(options: TestServerOptions = {}) {
  const { access = fakeAccess(), administration, verifier = fakeVerifier(), env = {} } = options;
  const readiness = new Readiness();
  const inFlight = new InFlight();
  const log: string[] = [];
  const logStream = { write: (line: string) => void log.push(line) };
  const app = buildServer({
    config: loadConfig(env),
    access,
    ...(administration === undefined ? {} : { administration }),
    readiness,
    inFlight,
    logStream,
  });
  if (verifier !== null) readiness.ready(verifier);
  return { app, readiness, inFlight, log } satisfies TestServer;
}

export const SOURCE = 'The company employs 350 people. It was founded in 1990.';
export const CLAIM = 'It was founded in 1990.';

/** A good request to POST /v1/verify, with parts replaced. */
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
