import { z } from 'zod';
import { LETTER_STATES } from '../../access/index.ts';
import { count } from './input-fields.ts';
import { type Operation, operation } from './operation.ts';

export const EMAIL_OPERATIONS: readonly Operation[] = [
  operation({
    method: 'GET',
    path: '/admin/v1/letters',
    operationId: 'listLetters',
    summary: 'Lists e-mails to customers, newest first: waiting, sent and given up',
    response: 'LetterList',
    query: z.strictObject({
      state: z.enum(LETTER_STATES).optional(),
      subscription_id: z.string().min(1).max(64).optional(),
      count: count(200, 50),
    }),
    work: async ({ access, query: { state, subscription_id, count: limit } }) => ({
      letters: await access.letters.list({ state, subscriptionId: subscription_id, count: limit }),
    }),
  }),
];
