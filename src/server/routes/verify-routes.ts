import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ServiceError } from '../../errors.ts';
import { readVerifyRequest, toDetail, toMatrixBody, toResponseBody, type Verification } from '../../index.ts';
import { clientOf } from '../auth/request-cost.ts';
import { clientDisconnectSignal } from '../http/client-disconnect.ts';
import { addLogFacts } from '../http/request-observers.ts';
import type { ServerContext } from '../server-context.ts';
import { answerRoute } from './answer-route.ts';
import { batchRoute } from './batch-route.ts';
import { requireKeyAndJson } from './require-key-and-json.ts';

type VerifyContext = Pick<ServerContext, 'access' | 'config' | 'readiness' | 'metrics'>;

/**
 * POST /v1/verify, and POST /v1/matrix for the scores behind a verdict; POST /v1/verify/answer for whole answers,
 * and POST /v1/verify/batch for many claims. The checks run in the order of the lines.
 */
export async function verifyRoutes(app: FastifyInstance, context: VerifyContext): Promise<void> {
  requireKeyAndJson(app, context);
  const verify = async (request: FastifyRequest, reply: FastifyReply) => {
    const input = readVerifyRequest(request.body);
    const signal = clientDisconnectSignal(reply);
    const verifier = context.readiness.verifier();
    addLogFacts(request, { claimLength: input.claim.length, sourceLength: input.source.length });
    const verification = await verifier.verify(input, { signal, client: clientOf(request) });
    addLogFacts(request, { verdict: verification.verdict });
    reply.header('server-timing', serverTiming(verification));
    return { input, verification, info: verifier.info };
  };
  app.post('/v1/verify', async (request, reply) => {
    const wantsDetail = readDetail(request.query);
    const { input, verification, info } = await verify(request, reply);
    context.metrics.observeVerification(verification);
    const body = toResponseBody(input, verification);
    return wantsDetail ? { ...body, detail: toDetail(verification, info) } : body;
  });
  app.post('/v1/matrix', async (request, reply) => {
    const { input, verification } = await verify(request, reply);
    return toMatrixBody(input, verification);
  });
  answerRoute(app, context);
  batchRoute(app, context);
}

/** The Server-Timing header: milliseconds per stage, then the pairs that each model scored and the candidates left out. */
function serverTiming({ timings, pairs }: Verification): string {
  const stages = {
    text: timings.textMs,
    tokenize: timings.tokenizeMs,
    queue: timings.queueMs,
    inference: timings.inferenceMs,
    policy: timings.policyMs,
  };
  const entries = Object.entries(stages).map(([name, ms]) => `${name};dur=${ms.toFixed(1)}`);
  return [...entries, `pairs;desc="evidence ${pairs.evidence}, verdict ${pairs.verdict}, cut ${pairs.cut}"`].join(', ');
}

/** Whether the query string asks for `detail=full`. Throws `invalid_request` for any other detail, also for two. */
function readDetail(query: unknown): boolean {
  const { detail } = query as { detail?: string | string[] };
  if (detail === undefined || detail === 'full') return detail === 'full';
  const got = Array.isArray(detail) ? 'several' : 'another value';
  throw new ServiceError('invalid_request', `Expected the query parameter detail to be full, once; got ${got}.`, {
    details: { field: 'detail' },
  });
}
