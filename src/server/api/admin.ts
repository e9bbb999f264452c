import { type BillingWebhook, billingEventSchema, SIGNATURE_HEADER } from '../../access/index.ts';
import { readJson } from '../http/json-body.ts';
import type { ServerContext } from '../server-context.ts';
import { CUSTOMER_OPERATIONS } from './admin/customers.ts';
import { KEY_OPERATIONS } from './admin/keys.ts';
import { SERVICE_WIDE_OPERATIONS } from './admin/service-wide.ts';
import { SUBSCRIPTION_OPERATIONS } from './admin/subscriptions.ts';
import { calledBy } from './callers.ts';
import { operationErrors } from './documented-errors.ts';
import { jsonContent } from './openapi-parts.ts';
import { type Operation, operation } from './operation.ts';
import { recordResponse, snakeCase } from './records.ts';

/** Operations for an operator with the admin token. */
export const ADMIN_OPERATIONS: readonly Operation[] = [
  ...CUSTOMER_OPERATIONS,
  ...SUBSCRIPTION_OPERATIONS,
  ...KEY_OPERATIONS,
  ...SERVICE_WIDE_OPERATIONS,
];

type OperatorContext = Pick<ServerContext, 'access' | 'config' | 'hasOperators'>;

/**
 * The operator's operations, if anybody could sign in: ADMIN_TOKEN is set, or an operator had a token when the service
 * started; and the payment provider's, if its secret is set.
 */
export function operatorOperations({ access, config, hasOperators }: OperatorContext): readonly Operation[] {
  const mayEnter = config.ADMIN_TOKEN !== undefined || hasOperators;
  return [
    ...(mayEnter ? ADMIN_OPERATIONS : []),
    ...(access.billing === undefined ? [] : [billingOperation(access.billing)]),
  ];
}

/** The payment provider's: authenticated by the signature of each event, over the exact bytes, instead of a token. */
function billingOperation(billing: BillingWebhook): Operation {
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
