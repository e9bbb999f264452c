import { z } from 'zod';
import { LETTER_STATES } from '../../access/index.ts';
import { count } from './input-fields.ts';
import { type Operation, operation } from './operation.ts';

export const LETTER_OPERATIONS: readonly Operation[] = [
  operation({
    method: 'GET',
    path: '/admin/v1/letters',
    operationId: 'listLetters',
    summary: 'Letters to customers, the newest first: those that wait, were sent or were given up',
    answer: 'LetterList',
    query: z.strictObject({
      state: z.enum(LETTER_STATES).optional(),
      subscription_id: z.string().min(1).max(64).optional(),
      count: count(200, 50),
    }),
    work: async ({ access, query: { state, subscription_id, count: most } }) => ({
      letters: await access.letters.list({ state, subscriptionId: subscription_id, count: most }),
    }),
  }),
];
