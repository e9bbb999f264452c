import { z } from 'zod';
import { OPERATOR_ROLES } from '../../access/index.ts';
import { type Operation, operation } from './operation.ts';

export const OPERATOR_OPERATIONS: readonly Operation[] = [
  operation({
    method: 'GET',
    path: '/admin/v1/me',
    operationId: 'showSignedInOperator',
    summary: 'Shows whose token this is, and what it may do',
    description: 'ADMIN_TOKEN has the name admin and the role operate.',
    response: 'SignedInOperator',
    work: async ({ actor, role }) => ({ name: actor.replace(/^operator:/, ''), role }),
  }),
  operation({
    method: 'GET',
    path: '/admin/v1/operators',
    operationId: 'listOperators',
    summary: 'Lists the operators with tokens of their own, oldest first',
    description: 'Revoked ones are included. ADMIN_TOKEN is no operator of this list.',
    response: 'OperatorList',
    work: async ({ access }) => {
      const operators = await access.operators.list();
      return { operators, total: operators.length, next: null };
    },
  }),
  operation({
    method: 'POST',
    path: '/admin/v1/operators',
    operationId: 'createOperator',
    summary: 'Creates an operator and returns its token, once',
    description: 'The token is stored as a hash. The audit names the operator as operator:NAME.',
    status: 201,
    response: 'NewOperator',
    body: z.strictObject({
      name: z.string().max(40).meta({
        description: 'Small letters, digits, dots, hyphens and underscores; unique',
        pattern: '^[a-z0-9][a-z0-9._-]{0,39}$',
      }),
      role: z
        .enum(OPERATOR_ROLES)
        .meta({ description: 'read: sees everything, changes nothing; operate: everything that ADMIN_TOKEN may' }),
    }),
    work: ({ access, actor, body }) => access.operators.create(body, actor),
  }),
  operation({
    method: 'POST',
    path: '/admin/v1/operators/:id/revoke',
    operationId: 'revokeOperator',
    summary: "Revokes an operator's token",
    description: 'Takes effect at once and cannot be undone.',
    response: 'Operator',
    work: ({ access, actor, id }) => access.operators.revoke(id, actor),
  }),
];
