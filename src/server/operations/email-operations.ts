import { z } from 'zod';
import { EMAIL_STATES } from '../../access/index.ts';
import { count } from './input-fields.ts';
import { type Operation, operation } from './operation.ts';
import { cursor, pageFields } from './page.ts';

export const EMAIL_OPERATIONS: readonly Operation[] = [
  operation({
    method: 'GET',
    path: '/admin/v1/emails',
    operationId: 'listEmails',
    summary: 'Lists e-mails to customers, newest first: waiting, sent and given up',
    description: 'Contains neither the text of the e-mails nor keys.',
    response: 'EmailList',
    query: z.strictObject({
      state: z.enum(EMAIL_STATES).optional().meta({ description: 'Only e-mails in this state' }),
      subscription_id: z.string().min(1).max(64).optional().meta({ description: 'Only e-mails of this subscription' }),
      count: count(200, 50),
      cursor,
    }),
    work: async ({ access, query: { state, subscription_id: subscriptionId, count: limit, cursor: after } }) => {
      const emails = await access.emails.list({ state, subscriptionId, count: limit, after });
      const total = await access.emails.count({ state, subscriptionId });
      return { emails, ...pageFields(emails, { count: limit, total, timeOf: ({ createdAt }) => createdAt }) };
    },
  }),
];
