import { readdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance } from 'fastify';
import type { OpenAPIV3, OpenAPIV3_1 } from 'openapi-types';
import type { AnswerLimits } from '../../index.ts';
import { packageFacts } from '../../package.ts';
import { type CachedResponses, responsesWhenAsked, serveCached } from '../http/cached-responses.ts';
import { DOCS_CONTENT_SECURITY_POLICY } from '../http/headers.ts';
import type { ServerContext } from '../server-context.ts';
import { answerLimits } from './answer.ts';
import { calledBy } from './callers.ts';
import { openApiDocument } from './document.ts';
import type { Description } from './operation.ts';
import { jsonLike } from './service.ts';

/** Paths that @fastify/swagger-ui serves below /docs, besides its files at /docs/static. */
const PATHS = ['', '/', '/json', '/yaml', '/static/', '/static/swagger-initializer.js', '/static/theme/pages.css'];
const FILES = fileURLToPath(new URL('static/', import.meta.resolve('@fastify/swagger-ui')));

/** Cached by the limits and operations that it describes. */
const documentation = new Map<string, CachedResponses>();

interface DocsOptions extends Pick<ServerContext, 'config'> {
  /** All that the server serves beside this. */
  readonly operations: readonly Description[];
}

const DESCRIPTION: Description = {
  method: 'GET',
  path: '/openapi.json',
  operationId: 'getDescription',
  summary: 'This OpenAPI document',
  description: 'It describes what is served at this address and port.',
  tags: ['operation'],
  ...calledBy('nobody'),
  responses: { 200: jsonLike('OpenAPI 3.1', { openapi: '3.1.0', info: {}, paths: {}, components: {} }) },
};

/**
 * GET /openapi.json and the page at /docs, which loads nothing from other hosts. Made when it is first asked for, once per
 * process: making it at every start took a tenth of the start's time.
 */
export async function docsRoutes(app: FastifyInstance, { config, operations }: DocsOptions): Promise<void> {
  const limits = answerLimits(config);
  const name = JSON.stringify([limits, operations.map(({ operationId }) => operationId)]);
  const responses =
    documentation.get(name) ?? documentationOf([...operations, DESCRIPTION], limits, await readdir(FILES));
  documentation.set(name, responses);
  serveCached(app, responses);
}

function documentationOf(
  operations: readonly Description[],
  limits: AnswerLimits,
  files: readonly string[],
): CachedResponses {
  const below = new Set([...PATHS, ...files.map((name) => `/static/${name}`)]);
  const paths = [DESCRIPTION.path, ...[...below].map((path) => `/docs${path}`)];
  const isTryPageServed = operations.some(({ tags }) => tags.includes('verification'));
  return responsesWhenAsked(paths, (app) => describe(app, openApiDocument(operations, limits), isTryPageServed));
}

async function describe(app: FastifyInstance, document: OpenAPIV3_1.Document, isTryPageServed: boolean): Promise<void> {
  const { version } = packageFacts();
  const [{ default: swagger }, { default: swaggerUi }] = await Promise.all([
    import('@fastify/swagger'),
    import('@fastify/swagger-ui'),
  ]);
  // The plugin's types allow OpenAPI 3.0 only; its code serves any document.
  await app.register(swagger, { mode: 'static', specification: { document: document as OpenAPIV3.Document } });
  app.get(DESCRIPTION.path, async () => document);
  addDocsHeader(app, isTryPageServed);
  await app.register(swaggerUi, {
    routePrefix: '/docs',
    theme: { title: 'API - Claim Verification Service', css: [DOCS_STYLE] },
    staticCSP: DOCS_CONTENT_SECURITY_POLICY,
    uiConfig: { deepLinking: true, displayRequestDuration: true },
    // The description has the version of the interface; who reads the page asks which service this is.
    transformSpecification: ({ info, ...rest }) => ({ ...rest, info: { ...(info as object), version } }),
    transformSpecificationClone: false,
  });
}

/** Colours as on the other pages; the interface's own bar, which asks for the address of a description, is not shown. */
const STYLE = `.pages {
  display: flex;
  flex-wrap: wrap;
  gap: 0.25rem 1.5rem;
  justify-content: space-between;
  padding: 0.8rem 1rem;
  border-bottom: 1px solid #cdd3da;
  background: #ffffff;
  color: #1b1f24;
  font: 16px / 1.55 system-ui, sans-serif;
}
.pages strong { font-weight: 650; }
.pages nav { display: flex; gap: 1rem; }
.pages a { color: #0b5cad; }
@media (prefers-color-scheme: dark) {
  body { background: #1c2022; }
  .pages { border-color: #434a53; background: #1d2126; color: #e9ebee; }
  .pages a { color: #86bdf7; }
}
.swagger-ui .topbar { display: none; }
`;

const DOCS_STYLE = { filename: 'pages.css', content: STYLE };

/** Puts links to the other pages above the page that @fastify/swagger-ui makes. */
function addDocsHeader(app: FastifyInstance, isTryPageServed: boolean): void {
  const tryIt = isTryPageServed ? '<a href="../">Try it</a>' : '';
  const links = `<nav aria-label="Pages">${tryIt}<a href="../dashboard">Dashboard</a></nav>`;
  const header = `<header class="pages"><strong>Claim Verification API</strong>${links}</header>`;
  app.addHook('onSend', async (_request, reply, payload) => {
    const isPage = typeof payload === 'string' && String(reply.getHeader('content-type')).startsWith('text/html');
    return isPage ? payload.replace('<body>', `<body>${header}`) : payload;
  });
}
