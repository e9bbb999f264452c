import type { FastifyInstance } from 'fastify';

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

export const DOCS_STYLE = { filename: 'pages.css', content: STYLE };

/** Puts links to the other pages above the page that @fastify/swagger-ui makes. */
export function addDocsHeader(app: FastifyInstance, isTryPageServed: boolean): void {
  const tryIt = isTryPageServed ? '<a href="../">Try it</a>' : '';
  const links = `<nav aria-label="Pages">${tryIt}<a href="../dashboard">Dashboard</a></nav>`;
  const header = `<header class="pages"><strong>Claim Verification API</strong>${links}</header>`;
  app.addHook('onSend', async (_request, reply, payload) => {
    const isPage = typeof payload === 'string' && String(reply.getHeader('content-type')).startsWith('text/html');
    return isPage ? payload.replace('<body>', `<body>${header}`) : payload;
  });
}
