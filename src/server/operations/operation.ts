import type { z } from 'zod';
import type { OperatorRole } from '../../access/index.ts';
import { ServiceError } from '../../errors.ts';
import type { Jobs } from '../../jobs/index.ts';
import type { ServerAccess } from '../server-context.ts';
import type { ResponseName } from './response-schemas.ts';

/** The input of an operation. `id` is the one in the path, or the caller's own. */
export interface OperationInput<Query, Body> {
  readonly access: ServerAccess;
  /** Undefined in a service without jobs. */
  readonly jobs?: Jobs | undefined;
  /** Who makes the change, for the audit log. */
  readonly actor: string;
  /** What an operator may do; undefined for a customer. */
  readonly role?: OperatorRole | undefined;
  readonly id: string;
  readonly query: Query;
  readonly body: Body;
}

interface Description {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  /** With at most one parameter, `:id`. */
  readonly path: string;
  readonly operationId: string;
  readonly summary: string;
  /** What the summary leaves open: what follows, what is refused. */
  readonly description: string;
  /** Of a success; 200 by default. */
  readonly status?: 200 | 201 | 202;
  readonly response: ResponseName;
}

/** One operation of the HTTP interface: both its route and its OpenAPI description are made from this. */
export interface Operation extends Description {
  readonly query?: z.ZodType | undefined;
  readonly body?: z.ZodType | undefined;
  /** Validates query and body, then runs the operation; the result has camel-case field names. */
  readonly run: (input: OperationInput<unknown, unknown>) => Promise<unknown>;
}

interface Definition<Query extends z.ZodType, Body extends z.ZodType> extends Description {
  readonly query?: Query;
  readonly body?: Body;
  readonly work: (input: OperationInput<z.output<Query>, z.output<Body>>) => Promise<unknown>;
}

/** Defines an operation whose `work` receives query and body as their schemas parse them. */
export function operation<Query extends z.ZodType = z.ZodUndefined, Body extends z.ZodType = z.ZodUndefined>(
  definition: Definition<Query, Body>,
): Operation {
  const { query, body, work, ...description } = definition;
  return {
    ...description,
    query,
    body,
    run: (input) =>
      work({
        ...input,
        query: query === undefined ? undefined : readFields(query, input.query),
        body: body === undefined ? undefined : readFields(body, input.body),
      } as OperationInput<z.output<Query>, z.output<Body>>),
  };
}

/** Throws `invalid_request` with the name of the first invalid field. */
export function readFields<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0]!;
  const name = issue.code === 'unrecognized_keys' ? issue.keys[0] : issue.path[0];
  if (name === undefined) throw new ServiceError('invalid_request', `Expected a JSON object; ${issue.message}.`);
  const field = String(name).slice(0, 100);
  throw new ServiceError('invalid_request', `${field}: ${issue.message}.`, { details: { field } });
}
