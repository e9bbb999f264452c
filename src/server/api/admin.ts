import type { ServerContext } from '../server-context.ts';
import { CUSTOMER_OPERATIONS } from './admin/customers.ts';
import { KEY_OPERATIONS } from './admin/keys.ts';
import { SERVICE_WIDE_OPERATIONS } from './admin/service-wide.ts';
import { SUBSCRIPTION_OPERATIONS } from './admin/subscriptions.ts';
import type { Operation } from './operation.ts';

export const ADMIN_OPERATIONS: readonly Operation[] = [
  ...CUSTOMER_OPERATIONS,
  ...SUBSCRIPTION_OPERATIONS,
  ...KEY_OPERATIONS,
  ...SERVICE_WIDE_OPERATIONS,
];

type OperatorContext = Pick<ServerContext, 'config' | 'hasOperators'>;

/** The operator's operations, if anyone could sign in: ADMIN_TOKEN is set, or an operator had a token when the service started. */
export function operatorOperations({ config, hasOperators }: OperatorContext): readonly Operation[] {
  return config.ADMIN_TOKEN !== undefined || hasOperators ? ADMIN_OPERATIONS : [];
}
