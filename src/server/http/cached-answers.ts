import { type FastifyInstance, type FastifyPluginAsync, fastify } from 'fastify';

/** An answer that is always the same, to be sent again from memory. */
interface KeptAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** None where the headers say all. */
  readonly body: Buffer | undefined;
}

/** By path. */
export type KeptAnswers = ReadonlyMap<string, KeptAnswer>;

/** Those that follow from the answer itself. */
const KEPT_HEADERS = ['content-type', 'content-security-policy', 'cache-control', 'etag', 'location'] as const;

/**
 * The answers of a plugin that reads files or makes text for each request, asked for once. Every path that it names
 * itself is kept, and `more` of those behind its wildcards.
 */
export async function keepAnswers(plugin: FastifyPluginAsync, more: readonly string[] = []): Promise<KeptAnswers> {
  const app = fastify();
  const paths = new Set(more);
  app.addHook('onRoute', ({ url, method }) => {
    if ([method].flat().includes('GET') && !url.includes('*')) paths.add(url);
  });
  await app.register(plugin);
  const answers = new Map<string, KeptAnswer>();
  for (const path of paths) {
    const { statusCode: status, headers, rawPayload } = await app.inject({ url: path });
    if (status >= 400) throw new Error(`Expected an answer to keep at ${path}, got status ${status}.`);
    const kept = KEPT_HEADERS.flatMap((name) => (headers[name] === undefined ? [] : [[name, String(headers[name])]]));
    const body = rawPayload.length === 0 ? undefined : rawPayload;
    answers.set(path, { status, headers: Object.fromEntries(kept), body });
  }
  await app.close();
  return answers;
}

/** Serves every answer at its path. */
export function serveKept(app: FastifyInstance, answers: KeptAnswers): void {
  for (const [path, { status, headers, body }] of answers) {
    app.get(path, (request, reply) => {
      reply.headers(headers);
      if (isKnown(headers.etag, request.headers['if-none-match'])) return reply.code(304).send();
      return reply.code(status).send(body);
    });
  }
}

/** The caller has the very answer (RFC 9110, 13.1.2). */
function isKnown(etag: string | undefined, asked = ''): boolean {
  return etag !== undefined && asked.split(',').some((one) => one.trim() === etag);
}
