import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import type { OpenAPIV3 } from 'openapi-types';
import { openApiDocument } from '../openapi/document.ts';
import { DOCS_CONTENT_SECURITY_POLICY } from '../security-headers.ts';

/** GET /openapi.json and the page at /docs, which loads nothing from other hosts. */
export async function docsRoutes(app: FastifyInstance): Promise<void> {
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
