import { z } from 'zod';
import { planId, status, timestamp } from '../input-fields.ts';
import type { Operation } from '../operation.ts';
import { adminOperation } from '../records.ts';

export const SUBSCRIPTION_OPERATIONS: readonly Operation[] = [
  adminOperation({
    method: 'POST',
    path: '/admin/v1/subscriptions',
    operationId: 'createSubscription',
    summary: 'Creates a subscription and its first key',
    description: 'The key is sent by e-mail if that is possible, else returned once.',
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
    work: ({ access, actor, body }) => access.subscriptions.create(body, actor),
  }),
  adminOperation({
    method: 'GET',
    path: '/admin/v1/subscriptions/:id',
    operationId: 'showSubscription',
    summary: 'Shows a subscription',
    description: 'With its current status: an active subscription whose period has ended is expired.',
    response: 'Subscription',
    work: ({ access, id }) => access.subscriptions.show(id),
  }),
  adminOperation({
    method: 'PATCH',
    path: '/admin/v1/subscriptions/:id',
    operationId: 'updateSubscription',
    summary: 'Changes status, period end or plan; fields left out stay as they are',
    description:
      'Takes effect within seconds. With a status other than active or trialing, requests with its keys are refused with 403. A subscription that is made active after its period ended has no end, unless one is given.',
    response: 'Subscription',
    body: z.strictObject({
      status: status.exactOptional(),
      period_end: timestamp('period_end').nullable().exactOptional(),
      plan: planId.exactOptional(),
    }),
    work: ({ access, actor, id, body }) => access.subscriptions.update(id, body, actor),
  }),
  adminOperation({
    method: 'POST',
    path: '/admin/v1/subscriptions/:id/mail-key',
    operationId: 'mailKey',
    summary: "Creates a key and sends it to the customer's e-mail address",
    description:
      'The e-mail is sent in the background and tried again for three days. Existing keys of the subscription keep working.',
    status: 202,
    response: 'Queued',
    work: async ({ access, actor, id }) => {
      await access.subscriptions.mailKey(id, actor);
      return { queued: true };
    },
  }),
];
