import { z } from 'zod';
import { overlapSeconds } from './input-fields.ts';
import { type Operation, operation } from './operation.ts';

const USAGE_DAYS = 30;

/** What a customer can do with a key; `id` is the key's own ID. */
export const ACCOUNT_OPERATIONS: readonly Operation[] = [
  operation({
    method: 'GET',
    path: '/v1/account',
    operationId: 'showAccount',
    summary: `Shows the key, its subscription and its usage of the last ${USAGE_DAYS} days`,
    response: 'Account',
    work: async ({ access, id }) => {
      const key = await access.keys.show(id);
      const subscription = await access.subscriptions.show(key.subscriptionId);
      const family = await access.keys.rotationGroup(id);
      return { key, family, subscription, usage: await access.usage(id, USAGE_DAYS) };
    },
  }),
  operation({
    method: 'POST',
    path: '/v1/account/rotate',
    operationId: 'rotateOwnKey',
    summary: 'Creates a key that replaces this one, which stays valid for the overlap',
    status: 201,
    response: 'RotatedKey',
    body: z.strictObject({ overlap_seconds: overlapSeconds }),
    work: ({ access, actor, id, body }) => access.keys.rotate(id, body.overlap_seconds, actor),
  }),
];
