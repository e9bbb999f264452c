import { CUSTOMER_OPERATIONS } from './customers.ts';
import { KEY_OPERATIONS } from './keys.ts';
import { EMAIL_OPERATIONS } from './letters.ts';
import { PLAN_AND_AUDIT_OPERATIONS } from './plans-and-audit.ts';
import { SUBSCRIPTION_OPERATIONS } from './subscriptions.ts';

/** What an operator may do with the admin token. */
export const ADMIN_OPERATIONS = [
  ...CUSTOMER_OPERATIONS,
  ...SUBSCRIPTION_OPERATIONS,
  ...KEY_OPERATIONS,
  ...EMAIL_OPERATIONS,
  ...PLAN_AND_AUDIT_OPERATIONS,
];
