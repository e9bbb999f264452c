import type { Config } from '../../config.ts';
import { invalidField } from '../../contract/errors.ts';
import { VERIFY_EXAMPLES as EXAMPLES, longClaim } from '../../contract/verify.ts';
import {
  MAX_CLAIMS,
  MAX_LENGTHS,
  readBatchRequest,
  readVerifyRequest,
  toClaimDetail,
  toClaimResult,
  toResponseBody,
  type Verification,
} from '../../index.ts';
import { clientOf, countRestOfCost, requestCost } from '../auth/rate-limits.ts';
import { clientDisconnectSignal } from '../http/connections.ts';
import { maxBytesOf } from '../http/json-body.ts';
import { addLogFacts } from '../http/request-observers.ts';
import { answerOperation } from './answer.ts';
import { calledBy } from './callers.ts';
import { manyErrors, verifyErrors } from './documented-errors.ts';
import { countedResponse, namedContent } from './openapi-parts.ts';
import { type Call, type Operation, operation } from './operation.ts';

const MAX_BATCH_BODY_BYTES = maxBytesOf(MAX_CLAIMS * MAX_LENGTHS.claim + MAX_LENGTHS.grounding_source);

/** Claims with one source, and whole answers; the checks run in the order of the lines. */
export function verifyOperations(config: Config): readonly Operation[] {
  return [
    operation({
      method: 'POST',
      path: '/v1/verify',
      operationId: 'verifyClaim',
      summary: 'Judge one claim against one grounding source',
      description: 'The verdict is based only on the source in the request.',
      parameters: [
        {
          name: 'detail',
          in: 'query',
          description: 'full: adds detail to the response; any other value gets 400',
          schema: { type: 'string', enum: ['full'] },
        },
      ],
      tags: ['verification'],
      ...calledBy('key'),
      content: namedContent('VerifyRequest', EXAMPLES.request),
      responses: {
        200: countedResponse('The claim was evaluated', ['VerifyResponse', EXAMPLES.response], ['Server-Timing']),
        ...verifyErrors(),
      },
      work: async (call) => {
        const wantsDetail = readDetail(call.query);
        const { verification, info } = await verifyClaim(call);
        const body = toResponseBody(verification);
        return wantsDetail ? { ...body, detail: toClaimDetail(verification, info) } : body;
      },
    }),
    answerOperation(config),
    operation({
      method: 'POST',
      path: '/v1/verify/batch',
      operationId: 'verifyClaims',
      summary: 'Check many claims against one grounding source',
      description:
        'Each claim is judged separately, as by POST /v1/verify, and has an outcome and reason codes. Each started ' +
        'group of ten claims costs one request of the limit of the key: one before the body is read, the others before ' +
        'a model runs.',
      tags: ['verification'],
      ...calledBy('key'),
      bodyLimit: MAX_BATCH_BODY_BYTES,
      content: namedContent('BatchRequest', EXAMPLES.batchRequest),
      responses: {
        200: countedResponse('The claims were evaluated', ['BatchResponse', EXAMPLES.batch]),
        ...manyErrors(MAX_BATCH_BODY_BYTES, longClaim('claims[17]')),
      },
      work: verifyBatch,
    }),
  ];
}

export async function verifyClaim({ request, reply, body, metrics, readiness }: Call) {
  const input = readVerifyRequest(body);
  const signal = clientDisconnectSignal(reply);
  const verifier = readiness.verifier();
  addLogFacts(request, { claimLength: input.claim.length, sourceLength: input.source.length });
  const verification = await verifier.verify(input, { signal, client: clientOf(request) });
  addLogFacts(request, { verdict: verification.verdict });
  reply.header('server-timing', serverTiming(verification));
  metrics.observeVerification(verification, toClaimResult(verification, verifier.info).outcome);
  return { verification, info: verifier.info };
}

async function verifyBatch({ request, reply, body, access, metrics, readiness }: Call) {
  const input = readBatchRequest(body);
  const verifier = readiness.verifier();
  await countRestOfCost(access, reply, requestCost(input.claims.length));
  addLogFacts(request, { claims: input.claims.length, sourceLength: input.source.length });
  const verifications = await verifier.verifyMany(input, {
    signal: clientDisconnectSignal(reply),
    client: clientOf(request),
  });
  const results = verifications.map((one) => toClaimResult(one, verifier.info));
  metrics.countClaims(results);
  return { results };
}

/** The Server-Timing header: milliseconds per stage, then the pairs that each model scored. */
function serverTiming({ timings, pairs }: Verification): string {
  const stages = {
    text: timings.textMs,
    tokenize: timings.tokenizeMs,
    queue: timings.queueMs,
    inference: timings.inferenceMs,
    policy: timings.policyMs,
  };
  const entries = Object.entries(stages).map(([name, ms]) => `${name};dur=${ms.toFixed(1)}`);
  return [...entries, `pairs;desc="evidence ${pairs.evidence}, verdict ${pairs.verdict}"`].join(', ');
}

/** True if the query string asks for `detail=full`. Throws `invalid_request` for any other detail, also for two. */
function readDetail(query: unknown): boolean {
  const { detail } = query as { detail?: string | string[] };
  if (detail === undefined || detail === 'full') return detail === 'full';
  const got = Array.isArray(detail) ? 'several' : 'another value';
  throw invalidField('detail', `Expected the query parameter detail to be full, once; got ${got}.`);
}
