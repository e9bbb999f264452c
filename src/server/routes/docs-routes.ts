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
import { answerLimits } from './answer-route.ts';

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
