import { type BillingWebhook, billingEventSchema, SIGNATURE_HEADER } from '../../../access/index.ts';
import { readJson } from '../../http/json-body.ts';
import { calledBy } from '../callers.ts';
import { operationErrors } from '../documented-errors.ts';
import { jsonContent } from '../openapi-parts.ts';
import { type Operation, operation } from '../operation.ts';
import { recordResponse, snakeCase } from '../records.ts';

/** The payment provider's: authenticated by the signature of each event, over the exact bytes, instead of a token. */
export function billingOperation(billing: BillingWebhook): Operation {
  return operation({
    method: 'POST',
    path: '/admin/v1/billing-events',
    operationId: 'receiveBillingEvent',
    summary: 'Applies a signed event of a payment provider',
    description:
      'Creates, renews or ends the subscription that external_ref names. Repeated and late deliveries change nothing: the ' +
      'outcome is duplicate or stale.',
    tags: ['operator'],
    ...calledBy('signature'),
    content: jsonContent(billingEventSchema),
    reads: 'bytes',
    responses: { 200: recordResponse('BillingResult'), ...operationErrors() },
    work: async ({ request, metrics }) => {
      const signature = request.headers[SIGNATURE_HEADER];
      const body = request.body as Buffer;
      const delivery = { signature: typeof signature === 'string' ? signature : undefined, body };
      const result = await billing.receive(delivery, readJson).catch((error) => {
        metrics.countBillingEvent('rejected');
        throw error;
      });
      metrics.countBillingEvent(result.outcome);
      return snakeCase(result);
    },
  });
}
