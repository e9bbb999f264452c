import { z } from 'zod';
import type { ServerAccess } from '../../server-context.ts';
import { count, cursor, email, name, status, wholeNumber } from '../input-fields.ts';
import type { Operation } from '../operation.ts';
import { adminOperation, listed } from '../records.ts';

export const CUSTOMER_OPERATIONS: readonly Operation[] = [
  adminOperation({
    method: 'GET',
    path: '/admin/v1/customers',
    operationId: 'searchCustomers',
    summary: 'Lists customers, newest first',
    description:
      'Each with the statuses of its subscriptions, its working keys and its usage of the last 30 days, which may be a few seconds old.',
    response: 'CustomerList',
    query: z.strictObject({
      search: z
        .string()
        .max(254)
        .optional()
        .meta({ description: 'Part of a name or e-mail address, or the full ID of a customer, subscription or key' }),
      status: status.optional().meta({ description: 'Only customers with a subscription that has this status now' }),
      count: count(200, 50),
      skip: wholeNumber({ min: 0, max: 1_000_000, byDefault: 0 }, 'Number of results to leave out'),
      cursor,
    }),
    work: async ({ access, query }) => listed('customers', await access.customers.search(query)),
  }),
  adminOperation({
    method: 'POST',
    path: '/admin/v1/customers',
    operationId: 'createCustomer',
    summary: 'Creates a customer',
    description: 'A customer has no key yet: create a subscription next.',
    status: 201,
    response: 'Customer',
    body: z.strictObject({ name, email: email.optional() }),
    work: ({ access, actor, body }) => access.customers.create(body, actor),
  }),
  adminOperation({
    method: 'GET',
    path: '/admin/v1/customers/:id',
    operationId: 'showCustomer',
    summary: 'Shows a customer with all subscriptions and keys',
    description: 'Includes subscriptions and keys of every status.',
    response: 'CustomerFile',
    work: ({ access, id }) => customerFile(access, id),
  }),
  adminOperation({
    method: 'DELETE',
    path: '/admin/v1/customers/:id',
    operationId: 'deleteCustomer',
    summary:
      'Deletes a customer with all subscriptions, keys, usage, e-mails and jobs; the audit log keeps ids but no names',
    description: 'All or nothing. The keys stop working at once.',
    response: 'DeletedCustomer',
    work: ({ access, actor, id }) => access.deleteCustomer(id, actor),
  }),
  adminOperation({
    method: 'PATCH',
    path: '/admin/v1/customers/:id',
    operationId: 'updateCustomer',
    summary: 'Changes name or e-mail address; fields left out stay as they are',
    description:
      'Later keys are sent to the new address. The audit log names the fields that changed, but not their values.',
    response: 'Customer',
    body: z.strictObject({ name: name.exactOptional(), email: email.exactOptional() }),
    work: ({ access, actor, id, body }) => access.customers.update(id, body, actor),
  }),
];

async function customerFile(access: ServerAccess, id: string) {
  const customer = await access.customers.show(id);
  const subscriptions = await access.subscriptions.list(id);
  const lists = await Promise.all(subscriptions.map((one) => access.keys.list({ subscription_id: one.id })));
  return { customer, subscriptions, keys: lists.flatMap(({ rows }) => rows) };
}
