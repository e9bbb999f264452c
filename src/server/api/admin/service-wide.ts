import { z } from 'zod';
import { EMAIL_STATES, OPERATOR_ROLES } from '../../../contract/records.ts';
import { amount, count, cursor, name } from '../input-fields.ts';
import type { Operation } from '../operation.ts';
import { adminOperation, listed } from '../records.ts';

export const SERVICE_WIDE_OPERATIONS: readonly Operation[] = [
  adminOperation({
    method: 'GET',
    path: '/admin/v1/emails',
    operationId: 'listEmails',
    summary: 'Lists e-mails to customers, newest first: waiting, sent and given up',
    description: 'Contains neither the text of the e-mails nor keys.',
    response: 'EmailList',
    query: z.strictObject({
      state: z.enum(EMAIL_STATES).optional().meta({ description: 'Only e-mails in this state' }),
      subscription_id: z.string().min(1).max(64).optional().meta({ description: 'Only e-mails of this subscription' }),
      count: count(200, 50),
      cursor,
    }),
    work: async ({ access, query }) => listed('emails', await access.emails.list(query)),
  }),
  adminOperation({
    method: 'GET',
    path: '/admin/v1/plans',
    operationId: 'listPlans',
    summary: 'Lists the plans',
    description: 'The plan standard always exists.',
    response: 'PlanList',
    work: async ({ access }) => {
      const plans = await access.plans.list();
      return { plans, total: plans.length, next: null };
    },
  }),
  adminOperation({
    method: 'PUT',
    path: '/admin/v1/plans/:id',
    operationId: 'putPlan',
    summary: 'Creates or changes a plan, for all its subscriptions',
    description: 'Keys without their own limit get the new one within seconds.',
    response: 'Plan',
    body: z.strictObject({
      name,
      limit: amount.nullable().meta({ description: 'Requests per window; null: RATE_LIMIT_PER_MINUTE applies' }),
      window_seconds: amount.default(60),
    }),
    work: ({ access, actor, id, body }) => access.plans.put({ id, ...body }, actor),
  }),
  adminOperation({
    method: 'GET',
    path: '/admin/v1/audit',
    operationId: 'listAudit',
    summary: 'Lists who changed what and when, newest first',
    description:
      'Lines are never changed. They are deleted only at the age of AUDIT_RETENTION_DAYS, and their names with a customer. They contain no key.',
    response: 'AuditList',
    query: z.strictObject({
      subject: z.string().max(64).optional().meta({ description: 'ID of the object that was changed' }),
      count: count(1000, 100),
      cursor,
    }),
    work: async ({ access, query }) => listed('lines', await access.audit(query)),
  }),
  adminOperation({
    method: 'GET',
    path: '/admin/v1/overview',
    operationId: 'showOverview',
    summary: 'Shows the requests, refusals, errors, latency, outcomes and top customers of today',
    description:
      'The usage is that of all replicas. The member replica describes the process that responds, so it differs between replicas.',
    response: 'Overview',
    work: async ({ access, metrics }) => ({ ...(await access.usageOverview()), replica: metrics.today.read() }),
  }),
  adminOperation({
    method: 'GET',
    path: '/admin/v1/me',
    operationId: 'showSignedInOperator',
    summary: 'Shows whose token this is, what it may do, and whether e-mails are sent',
    description: 'ADMIN_TOKEN has the name admin and the role operate.',
    response: 'SignedInOperator',
    work: async ({ actor, role, config }) => ({
      name: actor.replace(/^operator:/, ''),
      role,
      sends_mail: config.SMTP_URL !== undefined,
    }),
  }),
  adminOperation({
    method: 'GET',
    path: '/admin/v1/operators',
    operationId: 'listOperators',
    summary: 'Lists the operators with their own tokens, oldest first',
    description: 'Revoked ones are included. ADMIN_TOKEN is not listed.',
    response: 'OperatorList',
    work: async ({ access }) => {
      const operators = await access.operators.list();
      return { operators, total: operators.length, next: null };
    },
  }),
  adminOperation({
    method: 'POST',
    path: '/admin/v1/operators',
    operationId: 'createOperator',
    summary: 'Creates an operator and returns its token, once',
    description: 'The token is stored as a hash. The audit log names the operator as operator:NAME.',
    status: 201,
    response: 'NewOperator',
    body: z.strictObject({
      name: z.string().max(40).meta({
        description: 'Lowercase letters, digits, dots, hyphens and underscores; unique',
        pattern: '^[a-z0-9][a-z0-9._-]{0,39}$',
      }),
      role: z.enum(OPERATOR_ROLES).meta({
        description: 'read: sees everything, changes nothing; operate: may do everything that ADMIN_TOKEN may',
      }),
    }),
    work: ({ access, actor, body }) => access.operators.create(body, actor),
  }),
  adminOperation({
    method: 'POST',
    path: '/admin/v1/operators/:id/revoke',
    operationId: 'revokeOperator',
    summary: "Revokes an operator's token",
    description: 'Takes effect at once and cannot be undone.',
    response: 'Operator',
    work: ({ access, actor, id }) => access.operators.revoke(id, actor),
  }),
];
