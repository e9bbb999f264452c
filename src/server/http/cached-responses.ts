import { type FastifyInstance, type FastifyPluginAsync, fastify } from 'fastify';

/** A response that never changes, kept in memory. */
interface CachedResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Undefined for a redirect. */
  readonly body: Buffer | undefined;
}

/** By path. */
export type CachedResponses = ReadonlyMap<string, CachedResponse>;

/** Headers that belong to the response itself; the others are added to every response. */
const CACHED_HEADERS = ['content-type', 'content-security-policy', 'cache-control', 'etag', 'location'] as const;

/**
 * Requests each path of a plugin once and keeps the responses, for plugins that read files or make text for every
 * request. The paths are those of its GET routes without a wildcard, and `morePaths` behind the wildcards.
 */
export async function cacheResponses(
  plugin: FastifyPluginAsync,
  morePaths: readonly string[] = [],
): Promise<CachedResponses> {
  const app = fastify();
  const paths = new Set(morePaths);
  app.addHook('onRoute', ({ url, method }) => {
    if ([method].flat().includes('GET') && !url.includes('*')) paths.add(url);
  });
  await app.register(plugin);
  const responses = new Map<string, CachedResponse>();
  for (const path of paths) {
    const { statusCode: status, headers, rawPayload } = await app.inject({ url: path });
    if (status >= 400) throw new Error(`Expected a response to cache at ${path}, got status ${status}.`);
    const kept = CACHED_HEADERS.flatMap((name) => (headers[name] === undefined ? [] : [[name, String(headers[name])]]));
    const body = rawPayload.length === 0 ? undefined : rawPayload;
    responses.set(path, { status, headers: Object.fromEntries(kept), body });
  }
  await app.close();
  return responses;
}

export function serveCached(app: FastifyInstance, responses: CachedResponses): void {
  for (const [path, { status, headers, body }] of responses) {
    app.get(path, (request, reply) => {
      reply.headers(headers);
      if (isCurrent(headers.etag, request.headers['if-none-match'])) return reply.code(304).send();
      return reply.code(status).send(body);
    });
  }
}

/** Whether the client's copy is current (RFC 9110, 13.1.2). */
function isCurrent(etag: string | undefined, ifNoneMatch = ''): boolean {
  return etag !== undefined && ifNoneMatch.split(',').some((one) => one.trim() === etag);
}
