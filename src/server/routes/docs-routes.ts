import { readdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import type { OpenAPIV3 } from 'openapi-types';
import { type KeptAnswers, keepAnswers, serveKept } from '../http/cached-answers.ts';
import { DOCS_CONTENT_SECURITY_POLICY } from '../http/security-headers.ts';
import { openApiDocument } from '../openapi/document.ts';

/** What @fastify/swagger-ui serves at /docs/static. */
const FILES = fileURLToPath(new URL('static/', import.meta.resolve('@fastify/swagger-ui')));

let documentation: Promise<KeptAnswers> | undefined;

/** GET /openapi.json and the page at /docs, which loads nothing from other hosts. Made once in a process. */
export async function docsRoutes(app: FastifyInstance): Promise<void> {
  documentation ??= keepDocumentation();
  serveKept(app, await documentation);
}

async function keepDocumentation(): Promise<KeptAnswers> {
  const files = await readdir(FILES);
  return keepAnswers(describe, ['/docs/', ...['', ...files].map((name) => `/docs/static/${name}`)]);
}

async function describe(app: FastifyInstance): Promise<void> {
  const document = openApiDocument();
  // The plugin's types know OpenAPI 3.0 only; its code serves whatever document it is given.
  await app.register(swagger, { mode: 'static', specification: { document: document as OpenAPIV3.Document } });
  app.get('/openapi.json', async () => document);
  await app.register(swaggerUi, {
    routePrefix: '/docs',
    staticCSP: DOCS_CONTENT_SECURITY_POLICY,
    uiConfig: { deepLinking: true, displayRequestDuration: true },
  });
}
