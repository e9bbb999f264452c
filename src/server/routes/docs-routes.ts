import { readdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import type { OpenAPIV3 } from 'openapi-types';
import type { AnswerLimits } from '../../index.ts';
import { type CachedResponses, cacheResponses, serveCached } from '../http/cached-responses.ts';
import { DOCS_CONTENT_SECURITY_POLICY } from '../http/security-headers.ts';
import { openApiDocument } from '../openapi/document.ts';
import type { ServedOperations } from '../openapi/operation-paths.ts';
import type { ServerContext } from '../server-context.ts';
import { answerLimits } from './answer-limits.ts';
import { addDocsHeader, DOCS_STYLE } from './docs-header.ts';

/** The files that @fastify/swagger-ui serves at /docs/static. */
const FILES = fileURLToPath(new URL('static/', import.meta.resolve('@fastify/swagger-ui')));

/** By the limits and the operations that it describes. */
const documentation = new Map<string, Promise<CachedResponses>>();

interface Described {
  readonly limits: AnswerLimits;
  readonly served: ServedOperations;
}

type DocsOptions = Pick<ServerContext, 'config'> & Pick<Described, 'served'>;

/** GET /openapi.json and the page at /docs, which loads nothing from other hosts. Built once per process. */
export async function docsRoutes(app: FastifyInstance, { config, served }: DocsOptions): Promise<void> {
  const described = { limits: answerLimits(config), served };
  const name = JSON.stringify(described);
  const responses = documentation.get(name) ?? cacheDocumentation(described);
  documentation.set(name, responses);
  serveCached(app, await responses);
}

async function cacheDocumentation(described: Described): Promise<CachedResponses> {
  const files = await readdir(FILES);
  const paths = ['/docs/', ...['', ...files].map((name) => `/docs/static/${name}`)];
  return cacheResponses((app) => describe(app, described), paths);
}

async function describe(app: FastifyInstance, { limits, served }: Described): Promise<void> {
  const document = openApiDocument(limits, served);
  // The plugin's types allow OpenAPI 3.0 only; its code serves any document.
  await app.register(swagger, { mode: 'static', specification: { document: document as OpenAPIV3.Document } });
  app.get('/openapi.json', async () => document);
  // The page to try it and the accounts are served together.
  addDocsHeader(app, served.account);
  await app.register(swaggerUi, {
    routePrefix: '/docs',
    theme: { title: 'API - Claim Verification Service', css: [DOCS_STYLE] },
    staticCSP: DOCS_CONTENT_SECURITY_POLICY,
    uiConfig: { deepLinking: true, displayRequestDuration: true },
  });
}
