import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PACKAGE_ROOT } from '../../../src/config.ts';
import { type TestServer, testServer } from '../../support/test-server.ts';

const SOURCES = join(PACKAGE_ROOT, 'src/web');
const FILES = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' });

/** The scripts of reports, which are parts of those files. */
const OF_REPORTS = ['verdict-rows.ts', 'check-report.ts', 'decisions.ts'];

/** Types alone, which no script loads. */
const OF_TYPES = ['dashboard/page-context.ts'];

const PAGES = ['/', '/dashboard'];

let server: TestServer;
beforeAll(() => {
  server = testServer({ verifier: null });
});
afterAll(() => server.app.close());
const get = (url: string) => server.app.inject({ method: 'GET', url });

describe('the pages', () => {
  it('are served before the model is there, under a policy without inline scripts and styles', async () => {
    for (const url of PAGES) {
      const page = await get(url);
      expect([page.statusCode, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
      const policy = String(page.headers['content-security-policy']);
      expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'");
      expect(policy).not.toMatch(/unsafe|https?:|\*|data:/);
    }
  });

  it('hold no inline script, style or handler, and load what is there', async () => {
    for (const url of PAGES) {
      const { body } = await get(url);
      expect(body).not.toMatch(/<script(?![^>]*\ssrc=)|<style|\son\w+=|\sstyle=|javascript:/i);
      const loaded = [...body.matchAll(/(?:src|href)="(assets\/[^"]+)"/g)].map(([, path]) => path);
      expect(loaded.length).toBeGreaterThan(2);
      for (const path of loaded) expect((await get(`/${path}`)).statusCode, path).toBe(200);
    }
  });

  it('name no foreign address in any file, but for the name of the SVG language', () => {
    const files = FILES.filter((name) => /\.(ts|html|css|svg)$/.test(name));
    expect(files.length).toBeGreaterThan(10);
    for (const name of files) {
      const text = readFileSync(join(SOURCES, name), 'utf8').replaceAll('http://www.w3.org/2000/svg', '');
      expect(text.match(/https?:\/\/\w|["'(=]\/\/\w/i)?.[0], name).toBeUndefined();
    }
  });

  it('have every module that a module imports, of their own and of the client', async () => {
    const loaded = new Set(['/assets/try.js', '/assets/dashboard.js']);
    for (const address of loaded) {
      const { headers, body } = await get(address);
      expect(headers['content-type'], address).toMatch(/javascript/);
      for (const [, path] of body.matchAll(/^(?:import|export)[^;]* from '(.+)';$/gm))
        loaded.add(new URL(path!, `http://pages${address}`).pathname);
    }
    const [own, others] = [/^\/assets\//, /^\/(?:client|contract)\//].map((part) =>
      [...loaded].filter((one) => part.test(one)),
    );
    const scripts = FILES.filter((name) => name.endsWith('.ts') && ![...OF_REPORTS, ...OF_TYPES].includes(name));
    expect(own).toHaveLength(scripts.length);
    expect(others).toEqual(
      expect.arrayContaining(['/client/client.js', '/contract/service-error.js', '/contract/words.js']),
    );
    expect(own!.length + others!.length).toBe(loaded.size);
  });

  it.each(['web', 'client'])('are served from the folder %s, which has no file of an earlier build', (folder) => {
    const built = readdirSync(join(PACKAGE_ROOT, 'dist/src', folder), { recursive: true, encoding: 'utf8' });
    const sources = new Set(readdirSync(join(PACKAGE_ROOT, 'src', folder), { recursive: true, encoding: 'utf8' }));
    const isKnown = (name: string) =>
      sources.has(name) || sources.has(name.replace(/(?:\.d\.ts|\.js(?:\.map)?)$/, '.ts'));
    expect(built.filter((name) => name !== 'file-rows.js' && !isKnown(name))).toEqual([]);
  });

  it('are asked for again at every visit and sent again only when they changed', async () => {
    const first = await get('/assets/base.css');
    expect(first.headers['cache-control']).toBe('no-cache');
    const headers = { 'if-none-match': String(first.headers.etag) };
    expect((await server.app.inject({ method: 'GET', url: '/assets/base.css', headers })).statusCode).toBe(304);
  });

  it('answer 404 and 405 in the one shape of errors', async () => {
    for (const url of ['/assets/none.js', '/assets/..%2f..%2fmain.js', '/assets/index.html', '/assets/']) {
      const reply = await get(url);
      expect([reply.statusCode, reply.json().error?.code], url).toEqual([404, 'invalid_request']);
    }
    const posted = await server.app.inject({ method: 'POST', url: '/' });
    expect([posted.statusCode, posted.headers.allow]).toEqual([405, 'GET, HEAD']);
  });
});
