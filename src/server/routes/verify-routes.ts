import type { FastifyInstance } from 'fastify';
import { readVerifyRequest, toMatrixBody, toResponseBody, type Verification } from '../../index.ts';
import { type AccessPort, type AdmissionConfig, admission, clientOf } from '../auth/authenticate.ts';
import { hangUpSignal } from '../http/client-disconnect.ts';
import { acceptJsonBodies, assertJsonContentType, assertPlainBody } from '../http/json-body.ts';
import { serverTiming } from '../http/server-timing.ts';
import type { Readiness } from '../lifecycle/readiness.ts';

export interface VerifyRouteOptions {
  readonly access: AccessPort;
  readonly config: AdmissionConfig;
  readonly readiness: Readiness;
  /** Told of every verdict. */
  readonly observe: ((verification: Verification) => void) | undefined;
}

/** POST /v1/verify, and /v1/matrix for the scores behind it. The order of the checks is the order of the lines. */
export async function verifyRoute(app: FastifyInstance, options: VerifyRouteOptions): Promise<void> {
  const { access, config, readiness, observe } = options;
  app.decorateRequest('principal', undefined);
  app.addHook('onRequest', admission(access, config));
  app.addHook('onRequest', async ({ headers }) => {
    assertJsonContentType(headers['content-type']);
    assertPlainBody(headers['content-encoding']);
  });
  acceptJsonBodies(app);
  app.post('/v1/verify', async (request, reply) => {
    const input = readVerifyRequest(request.body);
    const verification = await readiness.verifier().verify(input, hangUpSignal(reply), clientOf(request));
    observe?.(verification);
    reply.header('server-timing', serverTiming(verification));
    return toResponseBody(input, verification);
  });
  app.post('/v1/matrix', async (request, reply) => {
    const input = readVerifyRequest(request.body);
    const verification = await readiness.verifier().verify(input, hangUpSignal(reply), clientOf(request));
    reply.header('server-timing', serverTiming(verification));
    return toMatrixBody(input, verification);
  });
}
