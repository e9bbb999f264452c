import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';

export interface CachedResponse {
  readonly type: string;
  readonly etag: string;
  readonly body: Buffer;
}

export function cachedResponse(type: string, content: string | Buffer): CachedResponse {
  const body = Buffer.from(content);
  return { type, etag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`, body };
}

/** Serves a response at a path. `response` is called for every request, so it can make a rare one when it is first asked for. */
export function serveCached(
  app: FastifyInstance,
  path: string,
  response: () => CachedResponse,
  headers: Readonly<Record<string, string>> = {},
): void {
  app.get(path, async (request, reply) => {
    const { type, etag, body } = response();
    reply.headers({ ...headers, etag });
    if (isCurrent(etag, request.headers['if-none-match'])) return reply.code(304).send();
    return reply.type(type).send(body);
  });
}

/** True if the client's copy is current (RFC 9110, 13.1.2). A proxy that compresses makes the tag a weak one. */
function isCurrent(etag: string, ifNoneMatch = ''): boolean {
  const tags = ifNoneMatch.split(',').map((one) => one.trim().replace(/^W\//, ''));
  return tags.some((tag) => tag === etag || tag === '*');
}
