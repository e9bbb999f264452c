import { afterEach, describe, expect, it } from 'vitest';
import { loadConfig } from '../../../src/config.ts';
import { unavailable } from '../../../src/contract/errors.ts';
import { buildServer } from '../../../src/server/build-server.ts';
import { Readiness } from '../../../src/server/lifecycle/readiness.ts';
import { faultObserver } from '../../../src/server/lifecycle/shutdown.ts';
import { createServerContext } from '../../../src/server/server-context.ts';
import { fakeAccess } from '../../support/fake-access.ts';
import { FAKE_EVIDENCE, FAKE_INFO, fakeVerifier } from '../../support/fake-verifier.ts';
import { type TestServer, testServer, verifyRequest } from '../../support/test-server.ts';

let server: TestServer;
afterEach(() => server.app.close());
const get = (url: string) => server.app.inject({ method: 'GET', url });

describe('the probes', () => {
  it('say live at once and ready only when warm', async () => {
    server = testServer({ verifier: null });
    expect((await get('/health/live')).json()).toEqual({ status: 'ok' });
    const cold = await get('/health/ready');
    expect(cold.statusCode).toBe(503);
    expect(cold.headers['retry-after']).toBe('5');
    expect(cold.json().error.message).toBe('The model is still being loaded; try again shortly.');
    server.readiness.ready(fakeVerifier());
    const warm = await get('/health/ready');
    expect([warm.statusCode, warm.json()]).toEqual([200, { status: 'ready' }]);
  });

  it('say not ready while the service drains, though requests are still answered', async () => {
    server = testServer();
    server.readiness.drain();
    const reply = await get('/health/ready');
    expect([reply.statusCode, reply.json().error.message]).toEqual([503, 'The service is shutting down.']);
    expect((await get('/health/live')).statusCode).toBe(200);
    const verdict = await server.app.inject(verifyRequest());
    expect([verdict.statusCode, verdict.headers.connection]).toEqual([200, 'close']);
  });

  it('say not ready once the verifier is lost, and no verdict is given', async () => {
    server = testServer({
      verifier: { ...fakeVerifier(), fault: 'The model did not finish in time; the service is restarting.' },
    });
    for (const reply of [await get('/health/ready'), await server.app.inject(verifyRequest())]) {
      expect(reply.statusCode).toBe(503);
      expect(reply.json().error.message).toBe('The model did not finish in time; the service is restarting.');
    }
  });
});

describe('a verifier that is lost', () => {
  it('is logged once, after the response of the failed request', async () => {
    const reasons: string[] = [];
    let fault: string | undefined;
    const readiness = new Readiness();
    const context = createServerContext({
      config: loadConfig({ LOG_LEVEL: 'silent' }),
      access: fakeAccess(),
      readiness,
      observers: [faultObserver(readiness, (reason) => reasons.push(reason))],
    });
    const app = buildServer(context);
    const verifier = fakeVerifier(async () => {
      fault = 'The model did not finish.';
      throw unavailable(fault, 5);
    });
    readiness.ready({
      ...verifier,
      get fault() {
        return fault;
      },
    });
    await app.inject({ method: 'GET', url: '/health/live' });
    expect(reasons).toEqual([]);
    for (let time = 0; time < 2; time += 1) expect((await app.inject(verifyRequest())).statusCode).toBe(503);
    expect(reasons).toEqual(['The model did not finish.']);
    await app.close();
  });
});

describe('/info', () => {
  it('returns the limits before the model is loaded', async () => {
    server = testServer({ verifier: null, env: { RATE_LIMIT_PER_MINUTE: '7', MAX_SOURCES: '9' } });
    expect((await get('/info')).json()).toEqual({
      name: 'claim-verification-service',
      version: '4.0.0',
      api: 'v1',
      ready: false,
      limits: {
        claim_characters: 500,
        grounding_source_characters: 10_000,
        body_bytes: 262_144,
        answer_characters: 10_000,
        sources: 9,
        sources_characters: 100_000,
        request_ms: 20_000,
        default_requests_per_minute: 7,
        scope: 'per_replica',
        jobs: {
          file_bytes: 1_073_741_824,
          rows: 10_000_000,
          rows_per_day: 1_000_000,
          columns: 1_000,
          column_names_bytes: 65_536,
          record_bytes: 1_320_000,
          stored_bytes: 17_179_869_184,
          stored_bytes_per_client: 4_294_967_296,
          record_values: 20_000,
          uploads_per_client: 2,
          uploads: 16,
          downloads_per_client: 2,
          least_bytes_per_second: 1_000,
          gzip_times: 250,
        },
      },
      model: null,
      evidence_model: null,
      policy: null,
    });
  });

  it('reports shared limits with a Redis', async () => {
    server = testServer({ verifier: null, env: { REDIS_URL: 'redis://redis:6379' } });
    expect((await get('/info')).json().limits.scope).toBe('shared');
    const description = (await get('/openapi.json')).json();
    expect(description.paths['/info'].get.responses[200].description).toContain('limits.scope is shared');
  });

  it('returns model, provider and policy after loading', async () => {
    server = testServer();
    expect((await get('/info')).json()).toMatchObject({
      ready: true,
      model: {
        id: 'fake-nli',
        version: '0.0.1',
        sha256: 'ab'.repeat(32),
        graph: 'onnx/model.onnx',
        provider: 'cpu',
        max_pair_tokens: 512,
        workers: 1,
        threads_per_worker: 1,
      },
      evidence_model: null,
      policy: { version: '1', calibration: 'default', risk: null },
    });
  });

  it('returns the stated risk of the calibration', async () => {
    const risk = { max_wrong: 0.05, coverage: 0.4, rows: 240 };
    server = testServer({ verifier: { ...fakeVerifier(), info: { ...FAKE_INFO, risk } } });
    expect((await get('/info')).json().policy.risk).toEqual(risk);
  });

  it('returns the verdict model and the evidence model separately', async () => {
    const info = { ...FAKE_INFO, evidenceModel: FAKE_EVIDENCE };
    server = testServer({ verifier: { ...fakeVerifier(), info } });
    const { model, evidence_model } = (await get('/info')).json();
    expect(model.id).toBe('fake-nli');
    expect(evidence_model).toEqual({
      id: 'fake-compact',
      version: '0.0.2',
      sha256: 'cd'.repeat(32),
      graph: 'onnx/small.onnx',
      max_pair_tokens: 256,
    });
  });
});
