import { z } from 'zod';
import { count, name } from './input-fields.ts';
import { type Operation, operation } from './operation.ts';

export const PLAN_AND_AUDIT_OPERATIONS: readonly Operation[] = [
  operation({
    method: 'GET',
    path: '/admin/v1/plans',
    operationId: 'listPlans',
    summary: 'What is sold',
    answer: 'PlanList',
    work: async ({ access }) => ({ plans: await access.plans.list() }),
  }),
  operation({
    method: 'PUT',
    path: '/admin/v1/plans/:id',
    operationId: 'putPlan',
    summary: 'Makes a plan or changes it, for all its subscriptions',
    answer: 'Plan',
    body: z.strictObject({
      name,
      limit: z.int().min(1).max(1_000_000).nullable().meta({ description: "null: the service's setting" }),
      window_seconds: z.int().min(1).max(1_000_000).default(60),
    }),
    work: ({ access, actor, id, body: { window_seconds, ...rest } }) =>
      access.plans.put({ id, ...rest, windowSeconds: window_seconds }, actor),
  }),
  operation({
    method: 'GET',
    path: '/admin/v1/audit',
    operationId: 'listAudit',
    summary: 'Who changed what and when, the newest first',
    answer: 'AuditList',
    query: z.strictObject({
      subject: z.string().max(64).optional().meta({ description: 'Id of what was changed' }),
      count: count(1000, 100),
    }),
    work: async ({ access, query }) => ({ lines: await access.audit(query.count, query.subject) }),
  }),
];
