import type { FastifyReply, FastifyRequest } from 'fastify';
import type { OpenAPIV3_1 } from 'openapi-types';
import type { z } from 'zod';
import { invalidField, ServiceError } from '../../contract/errors.ts';
import type { ServerContext } from '../server-context.ts';
import type { Caller, CallerKind } from './callers.ts';

export type Parameter = OpenAPIV3_1.ParameterObject;
export type Content = Readonly<Record<string, OpenAPIV3_1.MediaTypeObject>>;
export type Responses = Readonly<Record<string, OpenAPIV3_1.ResponseObject>>;

/** The input of an operation, and what the servers of the process share. `id` is the one in the path, or the caller's own. */
export interface Call<Query = unknown, Body = unknown> extends ServerContext, Caller {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly query: Query;
  readonly body: Body;
}

/** Parts of the OpenAPI description of an operation, in the order in which they appear there. */
export interface Description {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  /** With at most one parameter, `:id`. */
  readonly path: string;
  readonly tags: readonly ('verification' | 'account' | 'jobs' | 'gateways' | 'operator' | 'operation')[];
  readonly caller: CallerKind;
  readonly security: readonly OpenAPIV3_1.SecurityRequirementObject[];
  readonly operationId: string;
  readonly summary: string;
  /** Details beyond the summary: consequences and refusals. */
  readonly description: string;
  /** Those besides the query that `query` checks. */
  readonly parameters?: readonly Parameter[];
  readonly query?: z.ZodType;
  readonly body?: z.ZodType;
  /** The body of a request that `work` reads itself. */
  readonly content?: Content;
  /** Responses by status; the first 2xx is that of success. */
  readonly responses: Responses;
}

interface Served {
  /** In bytes. */
  readonly bodyLimit?: number;
  /** How a body is read: as JSON by default; a file as it comes, by `work`. */
  readonly reads?: 'json' | 'nothing';
  /** false where the answer to HEAD would be made from everything. */
  readonly head?: false;
  readonly checkHeaders?: (headers: FastifyRequest['headers']) => void;
  /** A header that may hold the key too; Authorization comes before it. */
  readonly keyHeader?: string;
}

/** One operation of the HTTP interface: both its route and its OpenAPI description are made from this. */
export interface Operation extends Description, Served {
  readonly run: (call: Call) => Promise<unknown>;
}

export interface Definition<Query extends z.ZodType, Body extends z.ZodType> extends Description, Served {
  readonly query?: Query;
  readonly body?: Body;
  readonly work: (call: Call<z.output<Query>, z.output<Body>>) => Promise<unknown>;
}

/** Defines an operation whose `work` receives query and body as their schemas parse them, or as they are without one. */
export function operation<Query extends z.ZodType = z.ZodUnknown, Body extends z.ZodType = z.ZodUnknown>(
  definition: Definition<Query, Body>,
): Operation {
  const { work, ...rest } = definition;
  const { query, body } = rest;
  return {
    ...rest,
    run: (call) =>
      work({
        ...call,
        query: query === undefined ? call.query : readFields(query, call.query),
        body: body === undefined ? call.body : readFields(body, call.body),
      } as Call<z.output<Query>, z.output<Body>>),
  };
}

/** Throws `invalid_request` with the name of the first invalid field; `expected` begins its sentence. */
export function readFields<Schema extends z.ZodType>(schema: Schema, value: unknown, expected = ''): z.output<Schema> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0]!;
  const name = issue.code === 'unrecognized_keys' ? issue.keys[0]! : issue.path.join('.');
  if (name === '') throw new ServiceError('invalid_request', `Expected a JSON object; ${issue.message}.`);
  const field = name.slice(0, 100);
  throw invalidField(field, `${expected}${field}: ${issue.message}.`);
}
