import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadConfig } from '../../../src/config.ts';
import { JOB_EXAMPLES, JobBody, JobListBody } from '../../../src/contract/job.ts';
import { RECORD_SCHEMAS } from '../../../src/contract/records.ts';
import { packageFacts } from '../../../src/package.ts';
import { exampleOf } from '../../../src/server/api/openapi-parts.ts';
import { buildOperatorServer } from '../../../src/server/build-server.ts';
import { createServerContext } from '../../../src/server/server-context.ts';
import { type RealAccess, realAccess } from '../../support/real-access.ts';
import { type TestServer, testServer } from '../../support/test-server.ts';
import { lint } from './support/lint.ts';

let server: TestServer;
let real: RealAccess;
// biome-ignore lint/suspicious/noExplicitAny: a JSON document is looked at as such
let document: any;
beforeAll(async () => {
  real = await realAccess();
  const env = { ADMIN_TOKEN: 'the-token-of-the-operator' };
  server = testServer({ verifier: null, access: real.access, env });
  document = (await server.app.inject({ method: 'GET', url: '/openapi.json' })).json();
});
afterAll(async () => {
  await server.app.close();
  await real.close();
});

function referencesIn(value: unknown): string[] {
  if (value === null || typeof value !== 'object') return [];
  return Object.entries(value).flatMap(([key, part]) => (key === '$ref' ? [String(part)] : referencesIn(part)));
}

function resolve(reference: string): unknown {
  return reference
    .slice(2)
    .split('/')
    .reduce((node: unknown, key) => (node as Record<string, unknown> | undefined)?.[key], document);
}

describe('/openapi.json', () => {
  it('is OpenAPI 3.1 of version 1.0.0', () => {
    expect([document.openapi, document.info.version]).toEqual(['3.1.0', '1.0.0']);
    expect(document.components.securitySchemes.bearerAuth).toMatchObject({
      type: 'http',
      scheme: 'bearer',
      bearerFormat: 'JWT',
    });
  });

  it('has no reference to nothing and none to elsewhere', () => {
    const references = [...new Set(referencesIn(document))];
    expect(references.length).toBeGreaterThan(8);
    for (const reference of references) {
      expect(reference).toMatch(/^#\//);
      expect(resolve(reference), reference).toBeTypeOf('object');
    }
  });

  it('describes verifyClaim with every status, its headers and an example that fits its shape', () => {
    const { post } = document.paths['/v1/verify'];
    expect([post.operationId, post.security]).toEqual(['verifyClaim', [{ bearerAuth: [] }]]);
    expect(Object.keys(post.responses)).toEqual(['200', '400', '401', '403', '429', '500', '503']);
    expect(Object.keys(post.responses[429].headers)).toEqual([
      'X-Request-Id',
      'X-RateLimit-Limit',
      'X-RateLimit-Remaining',
      'X-RateLimit-Reset',
      'Retry-After',
    ]);
    const codes = Object.values(post.responses).flatMap((response) => {
      const { example } = (response as { content: Record<string, { example?: { error?: { code: string } } }> }).content[
        'application/json'
      ]!;
      return example?.error === undefined ? [] : [example.error.code];
    });
    expect(codes).toEqual([
      'invalid_request',
      'unauthorized',
      'subscription_inactive',
      'rate_limited',
      'internal_error',
      'service_unavailable',
    ]);
    expect(document.components.schemas.ErrorResponse.properties.error.properties.code.enum.toSorted()).toEqual(
      codes.toSorted(),
    );
  });

  it('describes the bodies with the bounds that are checked', () => {
    const { VerifyRequest, VerifyResponse, VerifyDetail, ClaimResult, AuditTrailEntry } = document.components.schemas;
    expect(VerifyRequest).toMatchObject({
      type: 'object',
      required: ['claim', 'grounding_source'],
      additionalProperties: false,
      properties: {
        claim: { type: 'string', minLength: 1, maxLength: 500 },
        grounding_source: { type: 'string', minLength: 1, maxLength: 10_000 },
      },
    });
    expect(VerifyResponse.required).toEqual(['verdict', 'confidence', 'reasoning', 'audit_trail']);
    expect(VerifyDetail.required).toEqual(['outcome', 'reason_codes', 'offsets', 'scores', 'spans', 'models']);
    expect(ClaimResult.required).toEqual([...VerifyResponse.required, 'outcome', 'reason_codes']);
    expect(document.paths['/v1/verify'].post.parameters).toMatchObject([
      { name: 'detail', in: 'query', schema: { enum: ['full'] } },
    ]);
    expect(VerifyResponse.properties).toMatchObject({
      verdict: { enum: ['SUPPORTED', 'UNSUPPORTED', 'UNCERTAIN'] },
      confidence: { type: 'number', minimum: 0, maximum: 1 },
    });
    expect(AuditTrailEntry.properties.match_type.enum).toEqual([
      'exact_match',
      'paraphrase_match',
      'contradiction',
      'insufficient_evidence',
    ]);
  });

  it('describes every operation and parameter, gives every success an example, and names its tags', () => {
    const tags = document.tags.map(({ name }: { name: string }) => name);
    for (const [url, item] of Object.entries(document.paths)) {
      // biome-ignore lint/suspicious/noExplicitAny: a JSON document is looked at as such
      for (const [method, operation] of Object.entries(item as Record<string, any>)) {
        const what = `${method} ${url}`;
        expect(operation.description, what).toMatch(/^[A-Z].+\.$/s);
        expect(tags, what).toEqual(expect.arrayContaining(operation.tags));
        for (const { name, description } of operation.parameters ?? [])
          expect(description, `${what} ${name}`).toMatch(/^\S.{5}/);
        const [, success] = Object.entries(operation.responses).find(([status]) => status.startsWith('2'))!;
        const { content = {} } = success as { content?: Record<string, object> };
        const contents = Object.values(content);
        expect(contents.length > 0, what).toBe(operation.responses[204] === undefined);
        for (const each of contents) expect(each, what).toHaveProperty('example');
      }
    }
    expect(JSON.stringify(document)).not.toMatch(/9007199254740991|example\.com/);
    expect(document.info.license).toMatchObject({ identifier: 'MIT AND Apache-2.0' });
  });

  it('names the errors that only changes have', () => {
    const errorsOf = (url: string, method: string) => Object.keys(document.paths[url][method].responses);
    expect(errorsOf('/admin/v1/keys', 'get')).not.toContain('403');
    expect(errorsOf('/admin/v1/keys', 'post')).toEqual(expect.arrayContaining(['403', '409']));
    expect(errorsOf('/admin/v1/keys/{id}', 'patch')).toContain('403');
    expect(errorsOf('/v1/account/rotate', 'post')).toContain('409');
  });

  it('gives examples that are what the service answers with', () => {
    for (const [name, schema] of Object.entries(RECORD_SCHEMAS)) {
      const { error } = schema.safeParse(exampleOf(schema));
      expect(error, name).toBeUndefined();
    }
    const { queued, running, canceled, list } = JOB_EXAMPLES;
    for (const job of [queued, running, canceled]) expect(JobBody.parse(job)).toEqual(job);
    expect(JobListBody.parse(list)).toEqual(list);
  });

  it('gives examples whose fields agree', () => {
    const revoked = RECORD_SCHEMAS.RevokedKey.parse(exampleOf(RECORD_SCHEMAS.RevokedKey));
    expect(revoked).toMatchObject({ state: 'revoked', revoked_at: expect.any(String) });
    expect(revoked.also_revoked).not.toContain(revoked.id);
    const rotated = RECORD_SCHEMAS.RotatedKey.parse(exampleOf(RECORD_SCHEMAS.RotatedKey));
    expect(rotated.replaces).not.toBe(rotated.id);
    const { emails } = RECORD_SCHEMAS.EmailList.parse(exampleOf(RECORD_SCHEMAS.EmailList));
    expect(emails).toMatchObject([{ state: 'waiting', next_attempt_at: expect.any(String) }]);
    const { lines } = RECORD_SCHEMAS.AuditList.parse(exampleOf(RECORD_SCHEMAS.AuditList));
    expect(Object.keys(lines[0]!.detail)).not.toEqual([]);
    const operator = RECORD_SCHEMAS.NewOperator.parse(exampleOf(RECORD_SCHEMAS.NewOperator));
    expect(operator.name).toMatch(/^[a-z0-9][a-z0-9._-]{0,39}$/);
    expect(operator.token).toContain(`cvo_${operator.id}`);
    const { customer, subscriptions } = RECORD_SCHEMAS.CustomerFile.parse(exampleOf(RECORD_SCHEMAS.CustomerFile));
    expect(customer.id).toMatch(/^cus_/);
    expect(subscriptions).toMatchObject([{ id: expect.stringMatching(/^sub_/), customer_id: customer.id }]);
  });

  it('has the limits of its own server', async () => {
    const other = testServer({
      verifier: null,
      access: real.access,
      env: { RATE_LIMIT_PER_MINUTE: '7', ADMIN_TOKEN: 'the-token-of-the-operator' },
    });
    const { paths } = (await other.app.inject({ method: 'GET', url: '/openapi.json' })).json();
    await other.app.close();
    const limitsIn = (all: typeof paths) => all['/info'].get.responses[200].content['application/json'].example.limits;
    expect(Object.keys(paths)).toEqual(Object.keys(document.paths));
    expect(limitsIn(paths)).not.toEqual(limitsIn(document.paths));
  });

  it('passes the linter', async () => {
    expect(await lint(document)).toEqual([]);
  });

  it('names no path of an operator where none is served', async () => {
    const paths = async (env: Record<string, string>) => {
      const open = testServer({ verifier: null, env });
      const { body } = await open.app.inject({ method: 'GET', url: '/openapi.json' });
      await open.app.close();
      return body;
    };
    for (const env of [{}, { ADMIN_TOKEN: 'the-token-of-the-operator', ADMIN_PORT: '1' }]) {
      expect(await paths(env)).not.toMatch(/\/admin\/|adminToken/);
    }
    const config = loadConfig({ ADMIN_TOKEN: 'the-token-of-the-operator', ADMIN_PORT: '1' });
    const operators = buildOperatorServer(createServerContext({ config, access: real.access }));
    const { paths: own } = (await operators.inject({ method: 'GET', url: '/openapi.json' })).json();
    expect(Object.keys(own)).toEqual(expect.arrayContaining(['/admin/v1/keys/{id}', '/openapi.json']));
    for (const url of Object.keys(own)) expect(url).toMatch(/^\/(admin\/|openapi\.json)/);
    await operators.close();
  });

  it('describes no path that is not served', () => {
    for (const [url, item] of Object.entries(document.paths)) {
      for (const method of Object.keys(item as object)) {
        expect(
          server.app.hasRoute({ url: url.replace('{id}', ':id'), method: method.toUpperCase() as 'GET' }),
          `${method} ${url}`,
        ).toBe(true);
      }
    }
  });
});

describe('/docs', () => {
  const get = (url: string) => server.app.inject({ method: 'GET', url });

  it('is a page of local files only, under the policy of the other pages', async () => {
    expect((await get('/docs')).headers.location).toBe('docs/');
    const page = await get('/docs/');
    expect([page.statusCode, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    expect(page.headers['content-security-policy']).toBe((await get('/')).headers['content-security-policy']);
    const named = [...page.body.matchAll(/(?:src|href)="([^"#]+)"/g)].map((match) => match[1]!);
    const files = named.filter((url) => url.startsWith('../assets/'));
    expect(files.length).toBeGreaterThan(2);
    expect(named.filter((url) => !files.includes(url))).toEqual([
      ...['../', '../dashboard', './', '../openapi.json', '../dashboard'],
    ]);
    for (const url of new Set(named)) {
      const { pathname } = new URL(url, 'http://service/docs/');
      expect((await get(pathname)).statusCode, url).toBe(200);
    }
    expect(page.body).not.toMatch(/<script|<style| style=|(?:src|href)="https?:/);
  });

  it('has every operation and schema once, every link leads to something, and values are escaped', async () => {
    const { body } = await get('/docs/');
    const ids = [...body.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id!);
    expect(new Set(ids).size).toBe(ids.length);
    const links = [...body.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id!);
    expect(links.filter((id) => !ids.includes(id))).toEqual([]);
    const operations = Object.values(document.paths as Record<string, Record<string, { operationId: string }>>);
    const named = operations.flatMap((methods) => Object.values(methods).map(({ operationId }) => operationId));
    const schemas = Object.keys(document.components.schemas).map((name) => `schema-${name}`);
    expect(ids).toEqual(expect.arrayContaining([...named, ...schemas]));
    expect(body).toContain(packageFacts().version);
    expect(body).toContain('{&quot;id&quot;:&quot;1&quot;');
  });
});
