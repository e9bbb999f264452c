import { readdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import type { OpenAPIV3 } from 'openapi-types';
import { type CachedResponses, cacheResponses, serveCached } from '../http/cached-responses.ts';
import { DOCS_CONTENT_SECURITY_POLICY } from '../http/security-headers.ts';
import { openApiDocument } from '../openapi/document.ts';

/** The files that @fastify/swagger-ui serves at /docs/static. */
const FILES = fileURLToPath(new URL('static/', import.meta.resolve('@fastify/swagger-ui')));

let documentation: Promise<CachedResponses> | undefined;

/** GET /openapi.json and the page at /docs, which loads nothing from other hosts. Built once per process. */
export async function docsRoutes(app: FastifyInstance): Promise<void> {
  documentation ??= cacheDocumentation();
  serveCached(app, await documentation);
}

async function cacheDocumentation(): Promise<CachedResponses> {
  const files = await readdir(FILES);
  return cacheResponses(describe, ['/docs/', ...['', ...files].map((name) => `/docs/static/${name}`)]);
}

async function describe(app: FastifyInstance): Promise<void> {
  const document = openApiDocument();
  // The plugin's types allow OpenAPI 3.0 only; its code serves any document.
  await app.register(swagger, { mode: 'static', specification: { document: document as OpenAPIV3.Document } });
  app.get('/openapi.json', async () => document);
  await app.register(swaggerUi, {
    routePrefix: '/docs',
    staticCSP: DOCS_CONTENT_SECURITY_POLICY,
    uiConfig: { deepLinking: true, displayRequestDuration: true },
  });
}
