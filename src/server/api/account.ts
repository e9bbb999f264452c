import { z } from 'zod';
import { overlapSeconds } from './input-fields.ts';
import type { Operation } from './operation.ts';
import { accountOperation } from './records.ts';

const USAGE_DAYS = 30;

export const ACCOUNT_OPERATIONS: readonly Operation[] = [
  accountOperation({
    method: 'GET',
    path: '/v1/account',
    operationId: 'showAccount',
    summary: `Shows the key, its subscription and its usage of the last ${USAGE_DAYS} days`,
    description:
      'Does not count against the rate limit of the key; 60 a minute are allowed. Works with an inactive subscription too. Usage may be a few seconds old.',
    response: 'Account',
    work: async ({ access, id }) => {
      const key = await access.keys.show(id);
      const subscription = await access.subscriptions.show(key.subscription_id);
      const family = await access.keys.rotationGroup(id);
      return { key, family, subscription, usage: await access.usage(id, USAGE_DAYS) };
    },
  }),
  accountOperation({
    method: 'POST',
    path: '/v1/account/rotate',
    operationId: 'rotateOwnKey',
    summary: 'Creates a key that replaces this one, which stays valid for the overlap',
    description:
      'The new key has the same name, limits and expiry and is returned once. At most three keys that were rotated from one another work at the same time. The customer gets an e-mail. Ten an hour are allowed.',
    status: 201,
    response: 'RotatedKey',
    body: z.strictObject({ overlap_seconds: overlapSeconds }),
    work: ({ access, actor, id, body }) => access.keys.rotate(id, body.overlap_seconds, actor),
  }),
];
