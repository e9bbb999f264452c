import type { FastifyReply, FastifyRequest } from 'fastify';
import type { RepeatableWork } from '../../access/index.ts';
import { invalidField } from '../../contract/errors.ts';
import type { ServerAccess } from '../server-context.ts';
import type { Parameter } from './operation.ts';

/** The header of an operation that runs once for all requests with the same value of it. */
export const IDEMPOTENCY_KEY: Parameter = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'A new value for each request, such as a UUID; a retry sends the same value. For a day it gets the response of the ' +
    'first request, with the header Idempotency-Replayed, and changes nothing. A different request with that value gets 409.',
  schema: { type: 'string', minLength: 8, maxLength: 255, pattern: '^[!-~]+$' },
};

/** However it is spelt, the sender is the same. */
const SCHEME = /^bearer +/i;

const PRINTABLE = /^[\x21-\x7e]{8,255}$/;
const EXPECTED = 'Expected Idempotency-Key to be 8 to 255 printable ASCII characters without spaces, such as a UUID.';

interface Repeatable extends Pick<RepeatableWork, 'recover'> {
  readonly access: ServerAccess;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  /** The parts that must be equal in a repetition; by default method, path, query and body. */
  readonly content?: string;
}

/** Runs a POST once per Idempotency-Key, if it has one; a repeated answer says so. */
export async function runOnce(
  { access, request, reply, content: given, recover }: Repeatable,
  run: (id?: string) => Promise<unknown>,
): Promise<unknown> {
  const key = request.headers['idempotency-key'];
  if (key === undefined) return run();
  if (typeof key !== 'string' || !PRINTABLE.test(key)) throw invalidField('Idempotency-Key', EXPECTED);
  const content = given ?? JSON.stringify([request.method, request.url, request.body]);
  const token = request.headers.authorization?.trim().replace(SCHEME, 'Bearer ') ?? '';
  const { body, replayed } = await access.idempotency.once({ key, token, content }, { run, recover });
  if (replayed) reply.header('idempotency-replayed', 'true');
  return body;
}
