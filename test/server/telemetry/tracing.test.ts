import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { expect, it, onTestFinished, vi } from 'vitest';
import { loadConfig } from '../../../src/config.ts';
import { publishing } from '../../../src/nli/model-calls.ts';
import { buildServer } from '../../../src/server/build-server.ts';
import { createServerContext } from '../../../src/server/server-context.ts';
import { startTracing } from '../../../src/server/telemetry/tracing.ts';
import { fakeAccess } from '../../support/fake-access.ts';
import { fakeAnswers } from '../../support/fake-answers.ts';
import { fakeVerification, fakeVerifier } from '../../support/fake-verifier.ts';
import { answerRequest, verifyRequest } from '../../support/test-server.ts';

interface SentSpan {
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly attributes: readonly { readonly key: string; readonly value: object }[];
  readonly events?: readonly { readonly name: string; readonly attributes: SentSpan['attributes'] }[];
}

interface SentResource {
  readonly resource: { readonly attributes: SentSpan['attributes'] };
  readonly scopeSpans: readonly { readonly spans: readonly SentSpan[] }[];
}

/** A collector on a free port, and what it was sent. */
async function collector() {
  const spans: SentSpan[] = [];
  const resources: SentResource['resource'][] = [];
  const server = createServer(async (request, response) => {
    const { resourceSpans } = (await json(request)) as { resourceSpans: SentResource[] };
    resources.push(...resourceSpans.map(({ resource }) => resource));
    spans.push(...resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)));
    response.end('{}');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return { spans, resources, endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

async function tracedServer() {
  const { spans, resources, endpoint } = await collector();
  const tracing = await startTracing({ endpoint, version: '1.2.3' });
  const context = createServerContext({
    config: loadConfig({ LOG_LEVEL: 'silent' }),
    access: fakeAccess(),
    observers: [tracing.requests],
    tracing,
  });
  const app = buildServer(context);
  const close = async () => {
    await tracing.close();
    await app.close();
  };
  return { app, context, spans, resources, close };
}

it('sends a span of the request in the trace of its caller, with its phases and their time in the queue', async () => {
  const { app, context, spans, close } = await tracedServer();
  const call = (phase: 'evidence' | 'verdict') =>
    publishing(
      phase,
      3,
      () => 0,
      async () => undefined,
    );
  context.readiness.ready(
    fakeVerifier(async (input) => {
      await call('evidence');
      await call('verdict');
      return fakeVerification(input);
    }),
  );
  const traceId = '0af7651916cd43dd8448eb211c80319c';
  const headers = { traceparent: `00-${traceId}-b7ad6b7169203331-01` };
  const reply = await app.inject(verifyRequest({ headers }));
  expect([reply.statusCode, reply.headers.traceparent]).toEqual([200, expect.stringContaining(`00-${traceId}-`)]);
  await app.inject(verifyRequest({ payload: '{}' }));
  await call('verdict');
  await close();
  const own = spans.filter((span) => span.traceId === traceId);
  const request = own.find(({ name }) => name === 'POST /v1/verify')!;
  expect(request).toMatchObject({ parentSpanId: 'b7ad6b7169203331' });
  expect(request.attributes).toContainEqual({ key: 'http.response.status_code', value: { intValue: 200 } });
  const below = (parent: SentSpan) => own.filter(({ parentSpanId }) => parentSpanId === parent.spanId);
  expect(below(request).map(({ name }) => name)).toEqual(['evidence', 'verdict']);
  for (const phase of below(request)) expect(below(phase).map(({ name }) => name)).toEqual(['queue']);
  expect(spans).toHaveLength(6);
  expect(JSON.stringify(spans)).not.toContain('founded');
});

it('adds an evaluation event with score, label and reason codes for each checked answer, and no text', async () => {
  const { app, context, spans, close } = await tracedServer();
  context.readiness.ready({ ...fakeVerifier(), ...fakeAnswers() });
  const sources = [{ id: '1', text: 'Bees hum.' }];
  const ask = (answer: string) => app.inject(answerRequest({ answer, sources, uncertain: 'fail' }));
  expect((await ask('Bees hum.\nCats sing.')).statusCode).toBe(200);
  expect((await ask('Well?')).statusCode).toBe(200);
  await close();
  const events = spans.flatMap(({ events: own = [] }) => own);
  const attribute = (key: string, value: object) => ({ key: `gen_ai.evaluation.${key}`, value });
  expect(events.map(({ name, attributes }) => [name, attributes])).toEqual([
    [
      'gen_ai.evaluation.result',
      [
        attribute('name', { stringValue: 'groundedness' }),
        attribute('score.label', { stringValue: 'fail' }),
        attribute('score.value', { doubleValue: 0.5 }),
        attribute('explanation', { stringValue: 'not_stated' }),
      ],
    ],
    [
      'gen_ai.evaluation.result',
      [attribute('name', { stringValue: 'groundedness' }), attribute('score.label', { stringValue: 'review' })],
    ],
  ]);
  expect(JSON.stringify(spans)).not.toMatch(/Bees|Cats|Well/);
});

it.each([
  [undefined, 'claim-verification-service'],
  ['claims-of-the-bank', 'claims-of-the-bank'],
])('names the service of the traces with OTEL_SERVICE_NAME=%s', async (given, name) => {
  vi.stubEnv('OTEL_SERVICE_NAME', given);
  onTestFinished(() => void vi.unstubAllEnvs());
  const { app, resources, close } = await tracedServer();
  await app.inject(verifyRequest());
  await close();
  const attribute = (key: string, stringValue: string) => ({ key, value: { stringValue } });
  expect(resources).toHaveLength(1);
  expect(resources[0]!.attributes).toEqual(
    expect.arrayContaining([attribute('service.name', name), attribute('service.version', '1.2.3')]),
  );
});
