import { once } from 'node:events';
import { createServer } from 'node:net';
import type { Config } from '../../config.ts';
import { localUrl } from '../local-url.ts';
import { type Finding, failed, ok } from './finding.ts';

const RESPONSE_TIMEOUT_MS = 1000;

type Listening = Pick<Config, 'HOST' | 'PORT' | 'METRICS_PORT' | 'ADMIN_PORT'>;

/** Checks that the configured ports are free, or in use by this service. */
export async function checkPorts({ HOST, PORT, METRICS_PORT, ADMIN_PORT }: Listening): Promise<Finding[]> {
  const running = await serviceAnswers(HOST, PORT);
  // 0 means any free port for the API, and no port of their own for the others.
  const ports = [PORT, ...[METRICS_PORT, ADMIN_PORT].filter((port) => port !== 0)];
  return Promise.all(ports.map((port) => checkPort(HOST, port, running)));
}

async function checkPort(host: string, port: number, running: boolean): Promise<Finding> {
  const subject = port === 0 ? 'port' : `port ${port}`;
  const server = createServer();
  try {
    server.listen(port, host);
    await once(server, 'listening');
    return ok(subject, port === 0 ? `any free port at ${host}` : `free at ${host}`);
  } catch (error) {
    if (running) return ok(subject, `in use at ${host} by this service, which is running already`);
    return failed(subject, error, 'Stop the process that uses this port, or set another port or HOST.');
  } finally {
    server.close();
  }
}

async function serviceAnswers(host: string, port: number): Promise<boolean> {
  const url = `${localUrl(host, port)}/health/live`;
  const answer = await fetch(url, { signal: AbortSignal.timeout(RESPONSE_TIMEOUT_MS) }).catch(() => undefined);
  return answer?.ok === true && answer.headers.has('x-request-id');
}
