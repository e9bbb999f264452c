import { readdirSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { rawConnection } from '../support/raw-http.ts';
import { type Service, startService } from './support/service.ts';

const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`;

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

const descriptorsOf = ({ process }: Service) => readdirSync(`/proc/${process.pid}/fd`).length;

/** Without the request that asks. */
async function inFlight(service: Service): Promise<number> {
  const { body } = await service.get('/metrics');
  return Number(/^claim_verification_requests_in_flight (\d+)$/m.exec(body)?.[1]) - 1;
}

describe('a client without a key that sends thousands of requests and reads no answer', () => {
  it('leaves nothing behind: descriptors and requests in flight are as before, and SIGTERM ends the process with 0', async () => {
    const service = startService();
    await service.ready();
    await inFlight(service);
    const before = descriptorsOf(service);
    for (const path of ['/docs/', '/dashboard', '/openapi.json', '/v1/verify']) {
      const connection = await rawConnection(await service.port);
      connection.socket.pause();
      connection.socket.write(get(path).repeat(1_000));
      await eventually(async () => expect(await inFlight(service)).toBe(0));
      connection.socket.destroy();
    }
    await eventually(() => expect(descriptorsOf(service)).toBeLessThanOrEqual(before));
    service.process.kill('SIGTERM');
    expect(await service.exited).toEqual({ code: 0, signal: null });
    expect(service.log()).not.toContain('"level":50');
  });
});

/** The service on three ports that are known before it listens. */
async function onThreePorts(env: Record<string, string> = {}) {
  const ports = [await freePort(), await freePort(), await freePort()];
  const [PORT, ADMIN_PORT, METRICS_PORT] = ports.map(String) as [string, string, string];
  const own = { PORT, ADMIN_PORT, METRICS_PORT, ADMIN_TOKEN: 'the-token-of-the-operator' };
  const service = startService({ env: { ...own, ...env } });
  while (!service.log().includes(`:${PORT}"`)) await sleep(20);
  return { service, connect: () => Promise.all(ports.map(rawConnection)) };
}

describe('connections that send nothing, on every port', () => {
  it('do not keep SIGTERM from ending the process with 0', async () => {
    const { service, connect } = await onThreePorts();
    const silent = await connect();
    service.process.kill('SIGTERM');
    expect(await service.exited).toEqual({ code: 0, signal: null });
    await Promise.all(silent.map(({ closed }) => closed));
  });

  it('end after REQUEST_TIMEOUT_MS', async () => {
    const { connect } = await onThreePorts({ REQUEST_TIMEOUT_MS: '500' });
    for (const { closed } of await connect()) expect(await closed).toMatch(/^HTTP\/1.1 408 .*"invalid_request"/s);
  });
});
