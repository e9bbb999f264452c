import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type BillingDesk, SIGNATURE_HEADER } from '../../access/index.ts';
import { MAX_BODY_BYTES } from '../http/error-answer.ts';
import { assertJsonContentType, assertPlainBody } from '../http/json-body.ts';
import { snakeCase } from '../operations/snake-case.ts';

/** POST /admin/v1/billing-events: no token, the events are signed. */
export async function billingRoute(app: FastifyInstance, { desk }: { desk: BillingDesk }): Promise<void> {
  app.addHook('onRequest', async ({ headers }) => {
    assertJsonContentType(headers['content-type']);
    assertPlainBody(headers['content-encoding']);
  });
  app.removeAllContentTypeParsers();
  // The signature is over the bytes, so they are kept as they came.
  app.addContentTypeParser(
    '*',
    { parseAs: 'buffer', bodyLimit: MAX_BODY_BYTES },
    async (_request: FastifyRequest, body: Buffer) => body,
  );
  app.post('/admin/v1/billing-events', async ({ headers, body }) => {
    const signature = headers[SIGNATURE_HEADER];
    const delivery = { signature: typeof signature === 'string' ? signature : undefined, body: body as Buffer };
    return snakeCase(await desk.receive(delivery));
  });
}
