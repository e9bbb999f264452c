import { z } from 'zod';
import { count, moment, name, overlapSeconds } from './input-fields.ts';
import { type Operation, operation } from './operation.ts';

export const KEY_OPERATIONS: readonly Operation[] = [
  operation({
    method: 'GET',
    path: '/admin/v1/keys',
    operationId: 'listKeys',
    summary: 'The keys of a subscription, in order of creation',
    answer: 'KeyList',
    query: z.strictObject({ subscription_id: z.string().min(1).max(64) }),
    work: async ({ access, query }) => ({ keys: await access.keys.list({ subscriptionId: query.subscription_id }) }),
  }),
  operation({
    method: 'POST',
    path: '/admin/v1/keys',
    operationId: 'issueKey',
    summary: 'A new key of a subscription; without one it gets a customer and a standard subscription of its name',
    status: 201,
    answer: 'IssuedKey',
    body: z.strictObject({
      name,
      subscription_id: z.string().max(64).exactOptional(),
      limit: z.int().min(1).max(1_000_000).optional().meta({ description: "Instead of the plan's own" }),
      expires: moment('expires').optional(),
    }),
    work: ({ access, actor, body: { subscription_id, expires, ...rest } }) => {
      const owner = subscription_id === undefined ? {} : { subscriptionId: subscription_id };
      return access.keys.create({ ...rest, ...owner, expiresAt: expires }, actor);
    },
  }),
  operation({
    method: 'GET',
    path: '/admin/v1/keys/:id',
    operationId: 'showKey',
    summary: 'A key, without the key itself',
    answer: 'Key',
    work: ({ access, id }) => access.keys.show(id),
  }),
  operation({
    method: 'POST',
    path: '/admin/v1/keys/:id/revoke',
    operationId: 'revokeKey',
    summary: 'Ends a key and all that were rotated from it, for good',
    answer: 'RevokedKey',
    query: z.strictObject({
      only: z
        .enum(['true', 'false'])
        .default('false')
        .meta({ description: 'true: this key alone; those rotated from it go on working' }),
    }),
    work: ({ access, actor, id, query: { only } }) =>
      access.keys.revoke(id, actor, only === 'true' ? 'only' : 'descendants'),
  }),
  operation({
    method: 'POST',
    path: '/admin/v1/keys/:id/rotate',
    operationId: 'rotateKey',
    summary: 'A new key in place of this one, which works on for a while',
    status: 201,
    answer: 'RotatedKey',
    body: z.strictObject({ overlap_seconds: overlapSeconds }),
    work: ({ access, actor, id, body }) => access.keys.rotate(id, body.overlap_seconds, actor),
  }),
  operation({
    method: 'GET',
    path: '/admin/v1/keys/:id/usage',
    operationId: 'showUsage',
    summary: 'Usage per day of a key and those it was rotated from and to',
    answer: 'Usage',
    query: z.strictObject({ days: count(366, 30) }),
    work: async ({ access, id, query: { days } }) => {
      await access.keys.show(id);
      return { days: await access.usage(id, days) };
    },
  }),
];
