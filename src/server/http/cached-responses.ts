import { type FastifyInstance, type FastifyPluginAsync, fastify } from 'fastify';

/** A response that never changes, kept in memory. */
interface CachedResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Undefined for a redirect. */
  readonly body: Buffer | undefined;
}

export interface CachedResponses {
  readonly paths: readonly string[];
  at(path: string): CachedResponse | Promise<CachedResponse>;
}

/** Headers that belong to the response itself; the others are added to every response. */
const CACHED_HEADERS = ['content-type', 'content-security-policy', 'cache-control', 'etag', 'location'] as const;

/**
 * Requests each path of a plugin once and keeps the responses, for plugins that read files or make text for every
 * request. The paths are those of its GET routes without a wildcard.
 */
export async function cacheResponses(plugin: FastifyPluginAsync): Promise<CachedResponses> {
  const { app, paths } = await opened(plugin);
  const responses = new Map<string, CachedResponse>();
  for (const path of paths) responses.set(path, await responseAt(app, path));
  await app.close();
  return { paths, at: (path) => responses.get(path)! };
}

/**
 * Like `cacheResponses`, for rare responses that take long to make: the first request opens the plugin, and each response is
 * made when first requested. The next request retries a failure. `paths` are those of all its GET routes, and those after
 * their wildcards.
 */
export function responsesWhenAsked(paths: readonly string[], plugin: FastifyPluginAsync): CachedResponses {
  const app = onceDone(() => openWith(plugin, paths));
  const responses = new Map(paths.map((path) => [path, onceDone(async () => responseAt(await app(), path))]));
  return { paths, at: (path) => responses.get(path)!() };
}

async function openWith(plugin: FastifyPluginAsync, paths: readonly string[]): Promise<FastifyInstance> {
  const { app, paths: served } = await opened(plugin);
  const missing = served.filter((path) => !paths.includes(path));
  if (missing.length > 0) throw new Error(`No route leads to ${missing.join(', ')} of a plugin. This is a bug.`);
  return app;
}

/** Has `make` called by the first call, and by the first after one that failed. */
function onceDone<Result>(make: () => Promise<Result>): () => Promise<Result> {
  let made: Promise<Result> | undefined;
  return () => {
    made ??= make().catch((error) => {
      made = undefined;
      throw error;
    });
    return made;
  };
}

/** A server that only has the plugin, and the paths of the plugin's GET routes without a wildcard. */
async function opened(plugin: FastifyPluginAsync) {
  const app = fastify({ pluginTimeout: 0 });
  const paths = new Set<string>();
  app.addHook('onRoute', ({ url, method }) => {
    if ([method].flat().includes('GET') && !url.includes('*')) paths.add(url);
  });
  await app.register(plugin);
  return { app, paths: [...paths] };
}

async function responseAt(app: FastifyInstance, path: string): Promise<CachedResponse> {
  const { statusCode: status, headers, rawPayload } = await app.inject({ url: path });
  if (status >= 400) throw new Error(`Expected a response to cache at ${path}, got status ${status}.`);
  const kept = CACHED_HEADERS.flatMap((name) => (headers[name] === undefined ? [] : [[name, String(headers[name])]]));
  return { status, headers: Object.fromEntries(kept), body: rawPayload.length === 0 ? undefined : rawPayload };
}

export function serveCached(app: FastifyInstance, { paths, at }: CachedResponses): void {
  for (const path of paths) {
    app.get(path, async (request, reply) => {
      const { status, headers, body } = await at(path);
      reply.headers(headers);
      if (isCurrent(headers.etag, request.headers['if-none-match'])) return reply.code(304).send();
      return reply.code(status).send(body);
    });
  }
}

/** True if the client's copy is current (RFC 9110, 13.1.2). */
function isCurrent(etag: string | undefined, ifNoneMatch = ''): boolean {
  return etag !== undefined && ifNoneMatch.split(',').some((one) => one.trim() === etag);
}
