import { CUSTOMER_OPERATIONS } from './customer-operations.ts';
import { JOB_CLIENT_OPERATIONS } from './job-client-operations.ts';
import { KEY_OPERATIONS } from './key-operations.ts';
import { EMAIL_OPERATIONS, OPERATOR_OPERATIONS, PLAN_AND_AUDIT_OPERATIONS } from './plan-and-audit-operations.ts';
import { SUBSCRIPTION_OPERATIONS } from './subscription-operations.ts';

/** What the operator can do with the admin token. */
export const ADMIN_OPERATIONS = [
  ...CUSTOMER_OPERATIONS,
  ...SUBSCRIPTION_OPERATIONS,
  ...KEY_OPERATIONS,
  ...EMAIL_OPERATIONS,
  ...JOB_CLIENT_OPERATIONS,
  ...PLAN_AND_AUDIT_OPERATIONS,
  ...OPERATOR_OPERATIONS,
];
