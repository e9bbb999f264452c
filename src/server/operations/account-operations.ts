import { z } from 'zod';
import { overlapSeconds } from './input-fields.ts';
import { type Operation, operation } from './operation.ts';

const USAGE_DAYS = 30;

/** What a customer does with the key itself: the `id` of these is the key's own. */
export const ACCOUNT_OPERATIONS: readonly Operation[] = [
  operation({
    method: 'GET',
    path: '/v1/account',
    operationId: 'showAccount',
    summary: `The key, its subscription and the usage of the last ${USAGE_DAYS} days`,
    answer: 'Account',
    work: async ({ access, id }) => {
      const key = await access.keys.show(id);
      const subscription = await access.subscriptions.show(key.subscriptionId);
      const family = await access.keys.family(id);
      return { key, family, subscription, usage: await access.usage(id, USAGE_DAYS) };
    },
  }),
  operation({
    method: 'POST',
    path: '/v1/account/rotate',
    operationId: 'rotateOwnKey',
    summary: 'A new key in place of this one, which works on for a while',
    status: 201,
    answer: 'RotatedKey',
    body: z.strictObject({ overlap_seconds: overlapSeconds }),
    work: ({ access, actor, id, body }) => access.keys.rotate(id, body.overlap_seconds, actor),
  }),
];
