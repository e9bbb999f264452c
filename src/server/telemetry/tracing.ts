import { AsyncLocalStorage } from 'node:async_hooks';
import type { Context, Span, Tracer } from '@opentelemetry/api';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type AnswerBody, MODEL_CALLS, type ModelCall } from '../../index.ts';
import { type RequestObserver, routeName } from '../http/request-observers.ts';
import { CHECKED_ANSWERS, EVALUATION_EVENT, evaluationAttributes } from './checked-answers.ts';

export interface Tracing {
  readonly requests: RequestObserver;
  /** Lets spans of models find the request that they belong to. Call it before the routes are registered. */
  follow(app: FastifyInstance): void;
  close(): Promise<void>;
}

interface TracingOptions {
  /** URL of the collector, without `/v1/traces`. */
  readonly endpoint: string;
  readonly version: string;
}

const SERVICE_NAME = 'claim-verification-service';

/**
 * Sends a span of each request, with spans of its calls of the models and of the time that these waited in the queue, and
 * with an event for each checked answer, to a collector. The packages are loaded here only; they read
 * OTEL_SERVICE_NAME, OTEL_RESOURCE_ATTRIBUTES and OTEL_TRACES_SAMPLER themselves.
 */
export async function startTracing(options: TracingOptions): Promise<Tracing> {
  const { api, provider, propagator } = await openProvider(options);
  const { ROOT_CONTEXT, defaultTextMapGetter, defaultTextMapSetter, trace, SpanKind, SpanStatusCode } = api;
  const tracer = provider.getTracer(SERVICE_NAME, options.version);
  const spans = new WeakMap<FastifyRequest, Span>();
  const current = new AsyncLocalStorage<Context>();
  const onModelCall = (call: unknown) => recordModelCall(tracer, trace.setSpan, current.getStore(), call as ModelCall);
  MODEL_CALLS.subscribe(onModelCall);
  const onAnswer = (answer: unknown) => {
    const context = current.getStore();
    const span = context && trace.getSpan(context);
    span?.addEvent(EVALUATION_EVENT, evaluationAttributes(answer as AnswerBody));
  };
  CHECKED_ANSWERS.subscribe(onAnswer);
  return {
    requests: {
      onStart: ({ request, reply }) => {
        const parent = propagator.extract(ROOT_CONTEXT, request.headers, defaultTextMapGetter);
        const options = { kind: SpanKind.SERVER, attributes: { 'http.request.method': request.method } };
        const span = tracer.startSpan(`${request.method} ${routeName(request)}`, options, parent);
        spans.set(request, span);
        const carrier: Record<string, string> = {};
        propagator.inject(trace.setSpan(ROOT_CONTEXT, span), carrier, defaultTextMapSetter);
        reply.headers(carrier);
      },
      onEnd: ({ request, status }) => {
        const span = spans.get(request);
        span?.setAttributes({ 'http.route': routeName(request), 'http.response.status_code': status });
        if (status >= 500) span?.setStatus({ code: SpanStatusCode.ERROR });
        span?.end();
      },
    },
    follow: (app) => {
      // After the body is read: its events would not keep the context.
      app.addHook('preHandler', (request, _reply, done) => {
        const span = spans.get(request);
        if (span === undefined) done();
        else current.run(trace.setSpan(ROOT_CONTEXT, span), done);
      });
    },
    close: async () => {
      MODEL_CALLS.unsubscribe(onModelCall);
      CHECKED_ANSWERS.unsubscribe(onAnswer);
      await provider.shutdown();
    },
  };
}

async function openProvider({ endpoint, version }: TracingOptions) {
  const [
    api,
    sdk,
    { OTLPTraceExporter },
    { detectResources, envDetector, resourceFromAttributes },
    { W3CTraceContextPropagator },
  ] = await Promise.all([
    import('@opentelemetry/api'),
    import('@opentelemetry/sdk-trace-base'),
    import('@opentelemetry/exporter-trace-otlp-http'),
    import('@opentelemetry/resources'),
    import('@opentelemetry/core'),
  ]);
  const exporter = new OTLPTraceExporter({ url: `${endpoint.replace(/(?<!\/)\/+$/, '')}/v1/traces` });
  const provider = new sdk.BasicTracerProvider({
    resource: resourceFromAttributes({ 'service.name': SERVICE_NAME, 'service.version': version }).merge(
      detectResources({ detectors: [envDetector] }),
    ),
    spanProcessors: [new sdk.BatchSpanProcessor(exporter)],
  });
  return { api, provider, propagator: new W3CTraceContextPropagator() };
}

/** Waiting comes first: the span of the queue begins with that of the model and is as long as the pairs waited. */
function recordModelCall(
  tracer: Tracer,
  setSpan: (context: Context, span: Span) => Context,
  parent: Context | undefined,
  { phase, pairs, startedAt, endedAt, queueMs }: ModelCall,
): void {
  // A call that belongs to no request, such as the warm-up.
  if (parent === undefined) return;
  const attributes = { 'claim_verification.phase': phase, 'claim_verification.pairs': pairs };
  const span = tracer.startSpan(phase, { startTime: startedAt, attributes }, parent);
  tracer.startSpan('queue', { startTime: startedAt }, setSpan(parent, span)).end(startedAt + queueMs);
  span.end(endedAt);
}
