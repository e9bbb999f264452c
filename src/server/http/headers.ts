import type { FastifyInstance } from 'fastify';

/** Sent with every response: no caching, framing, sniffing or scripts. */
export const SECURITY_HEADERS = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
} as const;

/** The product's own pages: local files only, requests to this server only, and no text is ever parsed as HTML. */
export const PAGES_CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ');

/** Paths that pages of other origins may call; none of them takes cookies. */
const OPEN_PATHS = /^\/(?:v1\/|mcp$|info$)/;
const ALLOWED_METHODS = 'GET, POST, DELETE';
const ALLOWED_HEADERS =
  'Authorization, Content-Type, Content-Encoding, Accept, Idempotency-Key, X-Request-Id, ' +
  'MCP-Protocol-Version, Mcp-Method, Mcp-Name';
const EXPOSED_HEADERS =
  'X-Request-Id, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, Retry-After, Server-Timing, Location';
/** Seconds for which a browser need not ask again. */
const MAX_AGE = '600';

/** Lets web pages of these origins call /v1, /mcp and /info. Call it before the hook that rejects unknown routes. */
export function allowOrigins(app: FastifyInstance, origins: readonly string[]): void {
  if (origins.length === 0) return;
  app.addHook('onRequest', async (request, reply) => {
    const { origin } = request.headers;
    if (!OPEN_PATHS.test(request.url.split('?')[0]!)) return;
    reply.header('vary', 'Origin');
    if (origin === undefined || !(origins.includes('*') || origins.includes(origin))) return;
    reply.headers({
      'access-control-allow-origin': origins.includes('*') ? '*' : origin,
      'access-control-expose-headers': EXPOSED_HEADERS,
      // The pages' own policy forbids other origins to read what is served.
      'cross-origin-resource-policy': 'cross-origin',
    });
    if (request.method !== 'OPTIONS' || request.headers['access-control-request-method'] === undefined) return;
    reply.headers({
      'access-control-allow-methods': ALLOWED_METHODS,
      'access-control-allow-headers': ALLOWED_HEADERS,
      'access-control-max-age': MAX_AGE,
    });
    return reply.code(204).send();
  });
}
