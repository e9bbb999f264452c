import type { AddressInfo } from 'node:net';
import { fastify } from 'fastify';
import { Registry } from 'prom-client';
import { describe, expect, it } from 'vitest';
import { loadConfig } from '../../../src/config.ts';
import { ServiceError } from '../../../src/contract/errors.ts';
import { buildMetricsServer, buildServer } from '../../../src/server/build-server.ts';
import { listenBeside } from '../../../src/server/lifecycle/shutdown.ts';
import { createServerContext } from '../../../src/server/server-context.ts';
import { metricsRoute } from '../../../src/server/telemetry/service-metrics.ts';
import { fakeAccess } from '../../support/fake-access.ts';
import { FAKE_EVIDENCE, FAKE_INFO, fakeVerification, fakeVerifier } from '../../support/fake-verifier.ts';
import { IDLE_STATS } from '../../support/idle-stats.ts';
import { bodyOf, rawConnection } from '../../support/raw-http.ts';
import { verifyRequest } from '../../support/test-server.ts';

function measured(env: Record<string, string> = {}) {
  const config = loadConfig({ LOG_LEVEL: 'silent', ...env });
  const context = createServerContext({ config, access: fakeAccess() });
  const app = buildServer(context);
  const metricsServer = (port: number) => listenBeside(app, buildMetricsServer(context), { host: '127.0.0.1', port });
  const scrape = async () => (await app.inject({ method: 'GET', url: '/metrics' })).body.split('\n');
  return { app, readiness: context.readiness, metricsServer, scrape };
}

describe('/metrics', () => {
  it('counts what callers saw', async () => {
    const { app, readiness, scrape } = measured();
    await app.inject(verifyRequest());
    let call = 0;
    const verifier = fakeVerifier(async (input) => {
      call += 1;
      if (call === 3) throw new ServiceError('service_unavailable', 'The queue is full.', { refusal: 'queue_full' });
      return fakeVerification(input);
    });
    const { phases } = IDLE_STATS;
    const evidence = { ...phases.evidence, batchTokens: 512, scoredPairs: 30 };
    const verdict = { ...phases.verdict, batchTokens: 64, scoredPairs: 5, cachedPairs: 2 };
    const stats = {
      ...IDLE_STATS,
      queuedMs: 7.5,
      refused: { over_share: 1, queue_full: 2 },
      phases: { evidence, verdict },
    };
    readiness.ready({ ...verifier, stats });
    for (let time = 0; time < 3; time += 1) await app.inject(verifyRequest());
    await app.inject(verifyRequest({ payload: '{}' }));
    await app.inject({ method: 'GET', url: '/a-secret-path' });
    const lines = await scrape();
    const expected = [
      'claim_verification_requests_total{method="POST",route="/v1/verify",status="200",refused=""} 2',
      'claim_verification_requests_total{method="POST",route="/v1/verify",status="503",refused="loading"} 1',
      'claim_verification_requests_total{method="POST",route="/v1/verify",status="503",refused="queue_full"} 1',
      'claim_verification_requests_total{method="POST",route="/v1/verify",status="400",refused="invalid_request"} 1',
      'claim_verification_requests_total{method="other",route="none",status="404",refused="not_found"} 1',
      'claim_verification_verdicts_total{verdict="SUPPORTED"} 2',
      'claim_verification_verdicts_total{verdict="UNSUPPORTED"} 0',
      'claim_verification_inference_seconds_count 2',
      'claim_verification_pairs_sum{phase="evidence"} 24',
      'claim_verification_pairs_sum{phase="verdict"} 10',
      'claim_verification_batch_tokens_total{phase="evidence"} 512',
      'claim_verification_batch_tokens_total{phase="verdict"} 64',
      'claim_verification_scored_pairs_total{phase="verdict"} 5',
      'claim_verification_cached_pairs_total{phase="verdict"} 2',
      'claim_verification_queue_ms 7.5',
      'claim_verification_refused_total{reason="over_share"} 1',
      'claim_verification_refused_total{reason="queue_full"} 2',
      'claim_verification_ready 1',
      'claim_verification_requests_in_flight 1',
    ];
    expect(lines).toEqual(expect.arrayContaining(expected));
    expect(lines.join('\n')).toMatch(/^process_resident_memory_bytes \d+/m);
    expect(lines.join('\n')).toMatch(/^nodejs_eventloop_lag_p99_seconds /m);
    expect(lines.join('\n')).not.toContain('secret');
    expect((await scrape()).filter((line) => line.startsWith('claim_verification_batch_tokens_total{'))).toEqual([
      'claim_verification_batch_tokens_total{phase="evidence"} 512',
      'claim_verification_batch_tokens_total{phase="verdict"} 64',
    ]);
    await app.close();
  });

  it('has a sample for each model that is loaded, and none for one that is not used', async () => {
    const { app, readiness, scrape } = measured();
    const models = async () => (await scrape()).filter((line) => line.startsWith('claim_verification_model_info{'));
    expect(await models()).toEqual([]);
    readiness.ready(fakeVerifier());
    const verdict = `phase="verdict",id="fake-nli",version="0.0.1",sha256="${'ab'.repeat(32)}"`;
    const rest = 'provider="cpu",policy="1",calibration="default"';
    expect(await models()).toEqual([`claim_verification_model_info{${verdict},${rest}} 1`]);
    readiness.ready({ ...fakeVerifier(), info: { ...FAKE_INFO, evidenceModel: FAKE_EVIDENCE } });
    const evidence = `phase="evidence",id="fake-compact",version="0.0.2",sha256="${'cd'.repeat(32)}"`;
    expect((await models()).sort()).toEqual([
      `claim_verification_model_info{${evidence},${rest}} 1`,
      `claim_verification_model_info{${verdict},${rest}} 1`,
    ]);
    await app.close();
  });

  it('says not ready before the model is there', async () => {
    const { app, scrape } = measured();
    expect(await scrape()).toContain('claim_verification_ready 0');
    await app.close();
  });

  it('moves to METRICS_PORT and ends with the API', async () => {
    const { app } = measured({ METRICS_PORT: '1' });
    expect((await app.inject({ method: 'GET', url: '/metrics' })).statusCode).toBe(404);
    await app.close();
    const other = measured({ METRICS_PORT: '19464' });
    await other.metricsServer(19464);
    const url = 'http://127.0.0.1:19464/metrics';
    expect(await (await fetch(url)).text()).toContain('claim_verification_ready 0');
    await other.app.close();
    await expect(fetch(url)).rejects.toThrow();
  });

  it.each([
    ['no byte', '', 408],
    ['headers that never end', 'GET /metrics HTTP/1.1\r\nHost: x\r\n', 408],
    ['a flood of headers', `GET /metrics HTTP/1.1\r\nHost: x\r\nX-Flood: ${'x'.repeat(20_000)}\r\n\r\n`, 431],
    ['another path', 'GET /nope HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n', 404],
  ])('has the limits and the errors of the API on that port: %s', async (_name, sent, status) => {
    const { app, metricsServer } = measured({ REQUEST_TIMEOUT_MS: '200' });
    const scraped = await metricsServer(0);
    const connection = await rawConnection((scraped.server.address() as AddressInfo).port);
    connection.socket.write(sent);
    const text = await connection.closed;
    expect(text).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(text).toMatch(/\r\nx-content-type-options: nosniff\r\n/i);
    expect(bodyOf(text).error.code).toBe('invalid_request');
    await app.close();
  });

  it('is made once for all who ask at the same time', async () => {
    let made = 0;
    const metrics = async () => {
      made += 1;
      await new Promise(setImmediate);
      return `made ${made}`;
    };
    const app = fastify();
    app.register(metricsRoute, { registry: { metrics, contentType: Registry.PROMETHEUS_CONTENT_TYPE } });
    const get = async () => (await app.inject({ method: 'GET', url: '/metrics' })).body;
    expect(new Set(await Promise.all(Array.from({ length: 16 }, get)))).toEqual(new Set(['made 1']));
    expect(await get()).toBe('made 2');
    await app.close();
  });
});
