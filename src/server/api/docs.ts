import type { FastifyInstance } from 'fastify';
import { answerLimits } from '../../config.ts';
import type { AnswerLimits } from '../../index.ts';
import { packageFacts } from '../../package.ts';
import { type CachedResponse, cachedResponse, serveCached } from '../http/cached-responses.ts';
import { PAGES_CONTENT_SECURITY_POLICY } from '../http/headers.ts';
import type { ServerContext } from '../server-context.ts';
import { calledBy } from './callers.ts';
import { docsPage } from './docs-page.ts';
import { openApiDocument } from './document.ts';
import type { Description } from './operation.ts';
import { jsonLike } from './service.ts';

const PAGE_HEADERS = { 'content-security-policy': PAGES_CONTENT_SECURITY_POLICY, 'cache-control': 'no-cache' };

interface Documentation {
  readonly document: CachedResponse;
  readonly page: CachedResponse;
}

interface DocsOptions extends Pick<ServerContext, 'config'> {
  /** All that the server serves besides this. */
  readonly operations: readonly Description[];
}

const DESCRIPTION: Description = {
  method: 'GET',
  path: '/openapi.json',
  operationId: 'getDescription',
  summary: 'This OpenAPI document',
  description: 'It describes the operations served at this address and port.',
  tags: ['operation'],
  ...calledBy('nobody'),
  responses: { 200: jsonLike('OpenAPI 3.1', { openapi: '3.1.0', info: {}, paths: {}, components: {} }) },
};

/** GET /openapi.json and the page at /docs, made when first asked for: it takes a tenth of a start's time. */
export async function docsRoutes(app: FastifyInstance, { config, operations }: DocsOptions): Promise<void> {
  let known: Documentation | undefined;
  const made = () => (known ??= documentationOf([...operations, DESCRIPTION], answerLimits(config)));
  serveCached(app, DESCRIPTION.path, () => made().document);
  // Relative, so that it works behind any path prefix.
  app.get('/docs', async (_request, reply) => reply.redirect('docs/'));
  serveCached(app, '/docs/', () => made().page, PAGE_HEADERS);
}

function documentationOf(operations: readonly Description[], limits: AnswerLimits): Documentation {
  const document = openApiDocument(operations, limits);
  const hasTryPage = operations.some(({ tags }) => tags.includes('verification'));
  const page = docsPage(document, packageFacts().version, hasTryPage);
  return {
    document: cachedResponse('application/json; charset=utf-8', JSON.stringify(document)),
    page: cachedResponse('text/html; charset=utf-8', page),
  };
}
