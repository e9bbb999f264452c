import type { FastifyInstance } from 'fastify';
import { MAX_CLAIMS, MAX_LENGTHS, readBatchRequest, toResponseBody } from '../../index.ts';
import { clientOf, countRestOfCost, requestCost } from '../auth/request-cost.ts';
import { clientDisconnectSignal } from '../http/client-disconnect.ts';
import { maxBytesOf } from '../http/json-body.ts';
import { addLogFacts } from '../http/request-observers.ts';
import type { ServerContext } from '../server-context.ts';

type BatchContext = Pick<ServerContext, 'access' | 'metrics' | 'readiness'>;

export const MAX_BATCH_BODY_BYTES = maxBytesOf(MAX_CLAIMS * MAX_LENGTHS.claim + MAX_LENGTHS.grounding_source);

/** POST /v1/verify/batch, behind the hooks of POST /v1/verify. The checks run in the order of the lines. */
export function batchRoute(app: FastifyInstance, { access, metrics, readiness }: BatchContext): void {
  app.post('/v1/verify/batch', { bodyLimit: MAX_BATCH_BODY_BYTES }, async (request, reply) => {
    const input = readBatchRequest(request.body);
    const verifier = readiness.verifier();
    await countRestOfCost(access, reply, requestCost(input.claims.length));
    addLogFacts(request, { claims: input.claims.length, sourceLength: input.source.length });
    const verifications = await verifier.verifyMany(input, {
      signal: clientDisconnectSignal(reply),
      client: clientOf(request),
    });
    metrics.countVerdicts(verifications);
    const { source } = input;
    return {
      results: verifications.map((verification, place) =>
        toResponseBody({ claim: input.claims[place]!, source }, verification),
      ),
    };
  });
}
