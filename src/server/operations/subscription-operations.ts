import { z } from 'zod';
import { planId, status, timestamp } from './input-fields.ts';
import { type Operation, operation } from './operation.ts';

export const SUBSCRIPTION_OPERATIONS: readonly Operation[] = [
  operation({
    method: 'POST',
    path: '/admin/v1/subscriptions',
    operationId: 'createSubscription',
    summary: 'Creates a subscription and its first key',
    status: 201,
    response: 'NewSubscription',
    body: z.strictObject({
      customer_id: z.string().max(64),
      plan: planId.default('standard'),
      status: status.default('active'),
      period_end: timestamp('period_end').optional(),
      external_ref: z
        .string()
        .max(100)
        .optional()
        .meta({ description: "The payment provider's ID of the subscription" }),
      deliver_key: z
        .enum(['email', 'response'])
        .exactOptional()
        .meta({ description: 'How to deliver the key; by default by e-mail if possible, else in the response' }),
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
    summary: 'Shows a subscription',
    response: 'Subscription',
    work: ({ access, id }) => access.subscriptions.show(id),
  }),
  operation({
    method: 'PATCH',
    path: '/admin/v1/subscriptions/:id',
    operationId: 'updateSubscription',
    summary: 'Changes status, period end or plan; fields left out stay as they are',
    response: 'Subscription',
    body: z.strictObject({
      status: status.exactOptional(),
      period_end: timestamp('period_end').nullable().exactOptional(),
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
    summary: "Creates a key and sends it to the customer's e-mail address",
    status: 202,
    response: 'Queued',
    work: async ({ access, actor, id }) => {
      await access.subscriptions.mailKey(id, actor);
      return { queued: true };
    },
  }),
];
