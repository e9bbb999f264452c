import { z } from 'zod';
import { amount, count, cursor, name, overlapSeconds, timestamp } from '../input-fields.ts';
import type { Operation } from '../operation.ts';
import { adminOperation, listed } from '../records.ts';

export const KEY_OPERATIONS: readonly Operation[] = [
  adminOperation({
    method: 'GET',
    path: '/admin/v1/keys',
    operationId: 'listKeys',
    summary: 'Lists the keys of a subscription, or all, oldest first',
    description: 'Revoked and expired keys are included.',
    response: 'KeyList',
    query: z.strictObject({
      subscription_id: z
        .string()
        .min(1)
        .max(64)
        .optional()
        .meta({ description: 'ID of the subscription; all by default' }),
      count: count(1000, 1000),
      cursor,
    }),
    work: async ({ access, query }) => listed('keys', await access.keys.list(query)),
  }),
  adminOperation({
    method: 'POST',
    path: '/admin/v1/keys',
    operationId: 'issueKey',
    summary: 'Creates a key; without subscription_id also a customer and a standard subscription of the same name',
    description: 'The key is returned once and stored as a hash.',
    status: 201,
    response: 'IssuedKey',
    body: z.strictObject({
      name,
      subscription_id: z.string().max(64).exactOptional(),
      limit: amount.optional().meta({ description: "Requests per window, instead of the plan's limit" }),
      expires: timestamp('expires').optional(),
    }),
    work: ({ access, actor, body }) => access.keys.create(body, actor),
  }),
  adminOperation({
    method: 'GET',
    path: '/admin/v1/keys/:id',
    operationId: 'showKey',
    summary: 'Shows the properties of a key, without its secret',
    description: 'Works for revoked and expired keys too.',
    response: 'Key',
    work: ({ access, id }) => access.keys.show(id),
  }),
  adminOperation({
    method: 'PATCH',
    path: '/admin/v1/keys/:id',
    operationId: 'updateKey',
    summary: 'Changes limit or expiry of an active key; fields left out stay as they are',
    description: 'Takes effect within seconds. A key that was revoked or has expired cannot be changed.',
    response: 'Key',
    body: z.strictObject({
      limit: amount.nullable().exactOptional().meta({ description: "Requests per window; null: the plan's limit" }),
      expires: timestamp('expires')
        .nullable()
        .exactOptional()
        .meta({ description: 'When the key stops working, ISO 8601; null: never' }),
    }),
    work: ({ access, actor, id, body }) => access.keys.update(id, body, actor),
  }),
  adminOperation({
    method: 'POST',
    path: '/admin/v1/keys/:id/revoke',
    operationId: 'revokeKey',
    summary: 'Revokes a key and all keys rotated from it',
    description:
      'Whoever had the key may have those rotated from it, so they are revoked too. Takes effect within seconds and cannot be undone.',
    response: 'RevokedKey',
    query: z.strictObject({
      only: z
        .enum(['true', 'false'])
        .default('false')
        .meta({ description: 'true: revoke only this key; the keys rotated from it stay valid' }),
    }),
    work: ({ access, actor, id, query: { only } }) =>
      access.keys.revoke(id, actor, only === 'true' ? 'only' : 'descendants'),
  }),
  adminOperation({
    method: 'POST',
    path: '/admin/v1/keys/:id/rotate',
    operationId: 'rotateKey',
    summary: 'Creates a key that replaces this one, which stays valid for the overlap',
    description:
      'The new key has the same name, limits and expiry and is returned once. With an overlap of 0 the old key stops working within seconds.',
    status: 201,
    response: 'RotatedKey',
    body: z.strictObject({ overlap_seconds: overlapSeconds }),
    work: ({ access, actor, id, body }) => access.keys.rotate(id, body.overlap_seconds, actor),
  }),
  adminOperation({
    method: 'GET',
    path: '/admin/v1/keys/:id/usage',
    operationId: 'showUsage',
    summary: 'Shows the daily usage of a key and of the keys it was rotated from and to',
    description: 'Days without requests are left out. Usage may be a few seconds old.',
    response: 'Usage',
    query: z.strictObject({ days: count(366, 30, 'Number of days, counted back from today') }),
    work: async ({ access, id, query: { days } }) => {
      await access.keys.show(id);
      return { days: await access.usage(id, days) };
    },
  }),
];
