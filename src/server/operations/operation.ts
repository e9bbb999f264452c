import type { z } from 'zod';
import type { Access } from '../../access/index.ts';
import { ServiceError } from '../../errors.ts';
import type { AnswerName } from './answer-schemas.ts';

/** The part of access/ that the operations below work on. */
export type Administration = Omit<Access, 'activity' | 'check' | 'close'>;

/** What an operation has to work with. `id` is the one in the path; "" in paths without one. */
export interface OperationInput<Query, Body> {
  readonly access: Administration;
  /** Who makes the change, for the audit table. */
  readonly actor: string;
  readonly id: string;
  readonly query: Query;
  readonly body: Body;
}

interface Description {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'PUT';
  /** With at most one parameter, `:id`. */
  readonly path: string;
  readonly operationId: string;
  readonly summary: string;
  /** Of the success. */
  readonly status?: 200 | 201 | 202;
  readonly answer: AnswerName;
}

/** One operation of the HTTP interface: its route and its description are both made from this. */
export interface Operation extends Description {
  readonly query?: z.ZodType | undefined;
  readonly body?: z.ZodType | undefined;
  /** Checks query and body, then does the work; the result's names are camel case still. */
  readonly run: (input: OperationInput<unknown, unknown>) => Promise<unknown>;
}

interface Definition<Query extends z.ZodType, Body extends z.ZodType> extends Description {
  readonly query?: Query;
  readonly body?: Body;
  readonly work: (input: OperationInput<z.output<Query>, z.output<Body>>) => Promise<unknown>;
}

/** Ties the types of an operation's checks to those of its work. */
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
        query: query === undefined ? undefined : read(query, input.query),
        body: body === undefined ? undefined : read(body, input.body),
      } as OperationInput<z.output<Query>, z.output<Body>>),
  };
}

/** Throws `invalid_request` that names the first offending field. */
function read<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0]!;
  const name = issue.code === 'unrecognized_keys' ? issue.keys[0] : issue.path[0];
  if (name === undefined) throw new ServiceError('invalid_request', `Expected a JSON object; ${issue.message}.`);
  const field = String(name).slice(0, 100);
  throw new ServiceError('invalid_request', `${field}: ${issue.message}.`, { details: { field } });
}
