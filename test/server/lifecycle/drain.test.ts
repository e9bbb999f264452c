import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { drain } from '../../../src/server/lifecycle/shutdown.ts';
import { eventually } from '../../support/eventually.ts';
import { fakeAccess, principal, VALID_KEY } from '../../support/fake-access.ts';
import { fakeVerification, fakeVerifier } from '../../support/fake-verifier.ts';
import { rawConnection, rawVerify } from '../../support/raw-http.ts';
import { CLAIM, SOURCE, testServer } from '../../support/test-server.ts';

const body = JSON.stringify({ claim: CLAIM, grounding_source: SOURCE });

/** A listening server whose verifications wait for `release`, and a promise of the first one's arrival. */
async function listening() {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  let arrive = () => {};
  const arrived = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  const verifier = fakeVerifier(async (input) => {
    arrive();
    await released;
    return fakeVerification(input);
  });
  const server = testServer({ verifier });
  // A few of them are more than the kernel takes for a caller that does not read.
  const large = 'x'.repeat(1_500_000);
  server.app.get('/large', async () => large);
  await server.app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = server.app.server.address() as AddressInfo;
  return { ...server, port, release, arrived };
}

describe('draining', () => {
  it('answers accepted requests, sends "Connection: close" and then refuses connections', async () => {
    const server = await listening();
    const waiting = await rawConnection(server.port);
    waiting.socket.write(rawVerify(VALID_KEY, body));
    await server.arrived;
    const drained = drain({ ...server, noticeMs: 200, graceMs: 10_000 });
    const late = await rawConnection(server.port);
    late.socket.write('GET /health/ready HTTP/1.1\r\nHost: x\r\n\r\n');
    const refusal = await late.closed;
    expect(refusal).toMatch(/^HTTP\/1.1 503 /);
    expect(refusal).toMatch(/\r\nconnection: close\r\n/i);
    expect(refusal).toContain('The service is shutting down.');
    const lateVerify = await rawConnection(server.port);
    lateVerify.socket.write(rawVerify(VALID_KEY, body));
    await server.app.ready();
    server.release();
    for (const connection of [waiting, lateVerify]) {
      const text = await connection.closed;
      expect(text).toMatch(/^HTTP\/1.1 200 /);
      expect(text).toMatch(/\r\nconnection: close\r\n/i);
      expect(text).toContain('"verdict":"SUPPORTED"');
    }
    expect(await drained).toBe(0);
    await expect(rawConnection(server.port)).rejects.toThrow('ECONNREFUSED');
  });

  it('answers a request that was still under way on an open connection when the server stopped listening', async () => {
    const server = await listening();
    const underWay = await rawConnection(server.port);
    const drained = drain({ ...server, noticeMs: 0, graceMs: 10_000 });
    underWay.socket.write(rawVerify(VALID_KEY, body));
    await server.arrived;
    server.release();
    expect(await underWay.closed).toContain('"verdict":"SUPPORTED"');
    expect(await drained).toBe(0);
  });

  it('resets no connection that was accepted while it stops listening', async () => {
    const server = testServer({ access: fakeAccess(principal({ limit: 1_000_000 })) });
    await server.app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = server.app.server.address() as AddressInfo;
    const outcomes = new Set<string>();
    const caller = async () => {
      for (let refused = false; !refused; ) {
        const outcome = await rawConnection(port).then(
          async (connection) => {
            connection.socket.write(rawVerify(VALID_KEY, body));
            return (await connection.closed).slice(0, 'HTTP/1.1 200'.length);
          },
          (error) => String(error.code),
        );
        outcomes.add(outcome);
        refused = outcome === 'ECONNREFUSED';
        await sleep(20);
      }
    };
    const drained = drain({ ...server, noticeMs: 100, graceMs: 10_000 });
    await Promise.all(Array.from({ length: 4 }, caller));
    expect(await drained).toBe(0);
    expect([...outcomes].sort()).toEqual(['ECONNREFUSED', 'HTTP/1.1 200']);
  });

  it('is not held up by callers who send nothing', async () => {
    const server = await listening();
    const idle = await rawConnection(server.port);
    idle.socket.write('GET /health/live HTTP/1.1\r\nHost: x\r\n\r\n');
    await idle.received('{"status":"ok"}');
    const silent = await rawConnection(server.port);
    const slow = await rawConnection(server.port);
    slow.socket.write('GET /health/live HTTP/1.1\r\n');
    expect(await drain({ ...server, noticeMs: 0, graceMs: 60_000 })).toBe(0);
    await Promise.all([idle.closed, silent.closed, slow.closed]);
  });

  it('is not held up by callers of another port who send nothing', async () => {
    const server = testServer();
    const beside = testServer().app;
    server.app.addHook('onClose', () => beside.close());
    for (const app of [server.app, beside]) await app.listen({ port: 0, host: '127.0.0.1' });
    const silent = await rawConnection((beside.server.address() as AddressInfo).port);
    expect(await drain({ ...server, otherServers: [beside], noticeMs: 0, graceMs: 60_000 })).toBe(0);
    await silent.closed;
  });

  it('counts no request as cut off that did not come whole or whose answer is not read', async () => {
    const server = await listening();
    const unread = await rawConnection(server.port);
    unread.socket.pause();
    unread.socket.write('GET /large HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(10));
    const partial = await rawConnection(server.port);
    partial.socket.write(rawVerify(VALID_KEY, body).slice(0, -1));
    await eventually(() => expect(server.inFlight.count).toBeGreaterThan(1));
    expect(await drain({ ...server, noticeMs: 0, graceMs: 50 })).toBe(0);
    unread.socket.destroy();
    await partial.closed;
  });

  it('ends when the grace time is over and says how many requests were cut off', async () => {
    const server = await listening();
    const waiting = await rawConnection(server.port);
    waiting.socket.write(rawVerify(VALID_KEY, body));
    await server.arrived;
    expect(await drain({ ...server, noticeMs: 0, graceMs: 50 })).toBe(1);
    expect(await waiting.closed).toBe('');
    server.release();
  });
});
