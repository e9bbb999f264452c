import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type BillingWebhook, SIGNATURE_HEADER } from '../../access/index.ts';
import { assertJsonContentType, assertPlainBody, readJson } from '../http/json-body.ts';
import { snakeCase } from '../operations/snake-case.ts';
import type { ServerContext } from '../server-context.ts';

interface BillingContext extends Pick<ServerContext, 'metrics'> {
  readonly billing: BillingWebhook;
}

/** POST /admin/v1/billing-events: authenticated by the signature of each event instead of a token. */
export async function billingRoute(app: FastifyInstance, { billing, metrics }: BillingContext): Promise<void> {
  app.addHook('onRequest', async ({ headers }) => {
    assertJsonContentType(headers['content-type']);
    assertPlainBody(headers['content-encoding']);
  });
  app.removeAllContentTypeParsers();
  // The signature covers the exact bytes.
  app.addContentTypeParser('*', { parseAs: 'buffer' }, async (_request: FastifyRequest, body: Buffer) => body);
  app.post('/admin/v1/billing-events', async ({ headers, body }) => {
    const signature = headers[SIGNATURE_HEADER];
    const delivery = { signature: typeof signature === 'string' ? signature : undefined, body: body as Buffer };
    const result = await billing.receive(delivery, readJson).catch((error) => {
      metrics.countBillingEvent('rejected');
      throw error;
    });
    metrics.countBillingEvent(result.outcome);
    return snakeCase(result);
  });
}
