import type { OpenAPIV3_1 } from 'openapi-types';
import { Html, html } from '../../html.ts';
import { type Field, fieldsOf, fieldTable, type JsonSchema, typeOf } from './docs-schema.ts';

interface Method {
  readonly method: keyof typeof METHODS;
  readonly path: string;
  readonly operation: OpenAPIV3_1.OperationObject;
}

/** With the class of their colors. */
const METHODS = { get: 'open', post: 'for', put: 'for', patch: 'for', delete: 'against' } as const;

/**
 * The OpenAPI document as a page of HTML without scripts, in the colors of the other pages. `version` is that of the service;
 * the document has that of the API. The server for operators alone has no try page.
 */
export function docsPage(document: OpenAPIV3_1.Document, version: string, hasTryPage: boolean): string {
  const { tags = [] } = document;
  const groups = tags.map(({ name, description = '' }) => {
    const methods = methodsOf(document).filter(({ operation }) => operation.tags?.includes(name));
    // The many operations of operators are folded where callers of the API read too.
    const isOpen = name !== 'operator' || !hasTryPage;
    const part = { id: `group-${name}`, title: titleOf(name), description, isOpen };
    return fold(part, html`${methods.map(operationDetails)}`);
  });
  const tryIt = hasTryPage ? html`<a href="../">Try it</a>` : undefined;
  const contents = tags.map(({ name }) => html`<a href="#group-${name}">${titleOf(name)}</a>`);
  return String(html`${new Html('<!doctype html>')}
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>API - Claim Verification Service</title>
<link rel="icon" href="../assets/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="../assets/base.css">
<link rel="stylesheet" href="../assets/docs.css">
</head>
<body>
<a class="skip" href="#main">Skip to the operations</a>
<header class="site">
<p class="brand"><img src="../assets/icon.svg" alt="" width="28" height="28"> Claim Verification</p>
<nav aria-label="Pages">${tryIt}<a href="../dashboard">Dashboard</a><a href="./" aria-current="page">API</a></nav>
</header>
<main id="main" tabindex="-1">
<h1>API</h1>
<p class="lead">${document.info.description} Version ${version} of the service. <a href="../openapi.json">OpenAPI document</a></p>
<nav class="sections" aria-label="Groups"><a href="#authorization">Authorization</a>${contents}<a href="#schemas">Schemas</a></nav>
${authorization(document)}
${groups}
${schemas(document)}
</main>
</body>
</html>
`);
}

function methodsOf({ paths = {} }: OpenAPIV3_1.Document): readonly Method[] {
  return Object.entries(paths).flatMap(([path, item]) =>
    (Object.keys(METHODS) as (keyof typeof METHODS)[]).flatMap((method) => {
      const operation = item?.[method];
      return operation === undefined ? [] : [{ method, path, operation }];
    }),
  );
}

function titleOf(name: string): string {
  return `${name[0]!.toUpperCase()}${name.slice(1)}`;
}

function authorization({ components = {}, paths = {} }: OpenAPIV3_1.Document): Html {
  const schemes = components.securitySchemes ?? {};
  const isVerifying = paths['/v1/verify'] !== undefined;
  const example = `curl -s "$SERVICE/v1/verify" \\
  -H "Authorization: Bearer $API_KEY" \\
  -H "Content-Type: application/json" \\
  -d '{"claim": "The plant employs 530 people.", "grounding_source": "The plant employs 350 people."}'`;
  return html`<section id="authorization" class="card">
<h2>Authorization</h2>
<p>Send the key in the header <code>Authorization: Bearer KEY</code>. API keys begin with <code>cvs_</code>. A wrong, expired or
revoked key gets 401; a key without an active subscription gets 403; a key over its limit gets 429 with <code>Retry-After</code>.</p>
<ul>
<li>The first start of the service prints an API key. More keys: the <a href="../dashboard">dashboard</a>, or <code>claim-verifier keys create</code>.</li>
${schemes.adminToken === undefined ? undefined : html`<li>Operators send <code>ADMIN_TOKEN</code> or their own token in the same header, to paths below <code>/admin/v1</code>. <code>claim-verifier operators create</code> makes one.</li>`}
</ul>
${
  isVerifying
    ? html`<p>In this example, <code>SERVICE</code> is the address of this page without <code>/docs</code>, and <code>API_KEY</code> is your key:</p>
<pre tabindex="0"><code>${example}</code></pre>`
    : undefined
}
</section>`;
}

interface Fold {
  /** Inside of the part, so that a link to it opens it. */
  readonly id: string;
  readonly title: string;
  readonly description: string;
  readonly isOpen: boolean;
}

function fold({ id, title, description, isOpen }: Fold, inside: Html): Html {
  return html`<section class="card"><details${isOpen ? new Html(' open') : undefined}>
<summary><h2>${title}</h2></summary>
<p id="${id}" class="hint">${description}</p>
${inside}
</details></section>`;
}

function operationDetails({ method, path, operation }: Method): Html {
  const { operationId, summary, description, parameters = [], requestBody, responses = {}, security } = operation;
  const fields = (parameters as readonly OpenAPIV3_1.ParameterObject[]).map(parameterField);
  const body = requestBody as OpenAPIV3_1.RequestBodyObject | undefined;
  return html`<details class="operation" id="${operationId}">
<summary><span class="method ${METHODS[method]}">${method.toUpperCase()}</span> <code class="path">${path}</code> <span class="about">${summary}</span></summary>
<div class="inside">
${(description ?? '').split('\n\n').map((text) => html`<p>${text}</p>`)}
<p class="hint">${callerText(security)}</p>
${fields.length === 0 ? undefined : html`<h3>Parameters</h3>${fieldTable(`Parameters of ${operationId}`, fields)}`}
${body === undefined ? undefined : html`<h3>Request body</h3>${contents(body.content, `Body of ${operationId}`)}`}
<h3>Responses</h3>
${Object.entries(responses).map(([status, response]) => responsePart(status, response as OpenAPIV3_1.ResponseObject, operationId ?? ''))}
</div>
</details>`;
}

function callerText(security: OpenAPIV3_1.OperationObject['security'] = []): string {
  const names = security.flatMap((one) => Object.keys(one));
  if (names.includes('adminToken')) return 'Needs the token of an operator.';
  return names.length === 0 ? 'Needs no key.' : 'Needs an API key.';
}

function parameterField({
  name,
  in: place,
  required = false,
  description,
  schema,
}: OpenAPIV3_1.ParameterObject): Field {
  return { name, place, isRequired: required, description, schema: (schema ?? {}) as JsonSchema };
}

function contents(content: Readonly<Record<string, OpenAPIV3_1.MediaTypeObject>>, label: string): Html {
  const parts = Object.entries(content).map(([type, { schema = {}, example }]) => {
    const fields = fieldsOf(schema as JsonSchema);
    return html`<p><code>${type}</code>: ${typeOf(schema as JsonSchema)}</p>
${fields.length === 0 ? undefined : fieldTable(`${label}, ${type}`, fields)}
${example === undefined ? undefined : exampleBlock(example, `Example of ${label}, ${type}`)}`;
  });
  return html`${parts}`;
}

function exampleBlock(example: unknown, label: string): Html {
  const text = typeof example === 'string' ? example : JSON.stringify(example, null, 2);
  return html`<pre tabindex="0" role="group" aria-label="${label}"><code>${text}</code></pre>`;
}

function responsePart(
  status: string,
  { description, headers = {}, content = {} }: OpenAPIV3_1.ResponseObject,
  of: string,
): Html {
  const names = Object.keys(headers);
  const inside = html`${names.length === 0 ? undefined : html`<p class="hint">Headers: ${names.join(', ')}</p>`}
${contents(content, `response ${status} of ${of}`)}`;
  return html`<details class="response"><summary><b>${status}</b> ${description}</summary><div class="inside">${inside}</div></details>`;
}

function schemas({ components = {} }: OpenAPIV3_1.Document): Html {
  const named = Object.entries(components.schemas ?? {}) as [string, JsonSchema][];
  const parts = named.map(([name, schema]) => {
    const fields = fieldsOf(schema);
    const shape = fields.length === 0 ? html`<p>${typeOf(schema)}</p>` : fieldTable(`Fields of ${name}`, fields);
    // A link to the heading opens the part that it is in.
    return html`<details class="schema"><summary><code>${name}</code></summary><div class="inside"><h3 id="schema-${name}">${name}</h3><p>${schema.description}</p>${shape}</div></details>`;
  });
  const description = 'Bodies of requests and responses by name.';
  return fold({ id: 'schemas', title: 'Schemas', description, isOpen: false }, html`${parts}`);
}
