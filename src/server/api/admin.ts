import type { ServerContext } from '../server-context.ts';
import { billingOperation } from './admin/billing.ts';
import { CUSTOMER_OPERATIONS } from './admin/customers.ts';
import { KEY_OPERATIONS } from './admin/keys.ts';
import { SERVICE_WIDE_OPERATIONS } from './admin/service-wide.ts';
import { SUBSCRIPTION_OPERATIONS } from './admin/subscriptions.ts';
import type { Operation } from './operation.ts';

/** What the operator can do with the admin token. */
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
