import { z } from 'zod';
import { moment, planId, status } from './input-fields.ts';
import { type Operation, operation } from './operation.ts';

export const SUBSCRIPTION_OPERATIONS: readonly Operation[] = [
  operation({
    method: 'POST',
    path: '/admin/v1/subscriptions',
    operationId: 'createSubscription',
    summary: 'A new subscription, with its first key',
    status: 201,
    answer: 'NewSubscription',
    body: z.strictObject({
      customer_id: z.string().max(64),
      plan: planId.default('standard'),
      status: status.default('active'),
      period_end: moment('period_end').optional(),
      external_ref: z.string().max(100).optional().meta({ description: "The payment provider's id" }),
      deliver_key: z
        .enum(['email', 'response'])
        .exactOptional()
        .meta({ description: 'By e-mail when that is possible, else with the answer' }),
    }),
    work: ({ access, actor, body }) => {
      const { customer_id, period_end, external_ref, deliver_key, ...rest } = body;
      const delivery = deliver_key === undefined ? {} : { deliverKey: deliver_key };
      return access.subscriptions.create(
        { ...rest, ...delivery, customerId: customer_id, periodEnd: period_end, externalRef: external_ref },
        actor,
      );
    },
  }),
  operation({
    method: 'GET',
    path: '/admin/v1/subscriptions/:id',
    operationId: 'showSubscription',
    summary: 'A subscription',
    answer: 'Subscription',
    work: ({ access, id }) => access.subscriptions.show(id),
  }),
  operation({
    method: 'PATCH',
    path: '/admin/v1/subscriptions/:id',
    operationId: 'updateSubscription',
    summary: 'Sets status, period end or plan; what is left out stays',
    answer: 'Subscription',
    body: z.strictObject({
      status: status.exactOptional(),
      period_end: moment('period_end').nullable().exactOptional(),
      plan: planId.exactOptional(),
    }),
    work: ({ access, actor, id, body: { period_end, ...rest } }) =>
      access.subscriptions.update(
        id,
        { ...rest, ...(period_end === undefined ? {} : { periodEnd: period_end }) },
        actor,
      ),
  }),
  operation({
    method: 'POST',
    path: '/admin/v1/subscriptions/:id/mail-key',
    operationId: 'mailKey',
    summary: "Sends a further key to the customer's address",
    status: 202,
    answer: 'Queued',
    work: async ({ access, actor, id }) => {
      await access.subscriptions.mailKey(id, actor);
      return { queued: true };
    },
  }),
];
