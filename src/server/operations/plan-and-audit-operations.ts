import { z } from 'zod';
import { count, name } from './input-fields.ts';
import { type Operation, operation } from './operation.ts';
import { cursor, pageFields } from './page.ts';

export const PLAN_AND_AUDIT_OPERATIONS: readonly Operation[] = [
  operation({
    method: 'GET',
    path: '/admin/v1/plans',
    operationId: 'listPlans',
    summary: 'Lists the plans',
    description: 'The plan standard is there from the beginning.',
    response: 'PlanList',
    work: async ({ access }) => {
      const plans = await access.plans.list();
      return { plans, total: plans.length, next: null };
    },
  }),
  operation({
    method: 'PUT',
    path: '/admin/v1/plans/:id',
    operationId: 'putPlan',
    summary: 'Creates or changes a plan, for all its subscriptions',
    description: 'Keys without a limit of their own get the new one within seconds.',
    response: 'Plan',
    body: z.strictObject({
      name,
      limit: z
        .int()
        .min(1)
        .max(1_000_000)
        .nullable()
        .meta({ description: 'Requests per window; null: RATE_LIMIT_PER_MINUTE applies' }),
      window_seconds: z.int().min(1).max(1_000_000).default(60),
    }),
    work: ({ access, actor, id, body: { window_seconds, ...rest } }) =>
      access.plans.put({ id, ...rest, windowSeconds: window_seconds }, actor),
  }),
  operation({
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
    work: async ({ access, query: { count: limit, subject, cursor: after } }) => {
      const lines = await access.audit(limit, subject, after);
      const total = await access.countAudit(subject);
      return { lines, ...pageFields(lines, { count: limit, total, timeOf: ({ at }) => at }) };
    },
  }),
];
