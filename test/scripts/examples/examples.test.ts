import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createClient } from '../../../src/client/index.ts';
import { PACKAGE_ROOT } from '../../../src/package.ts';
import { inBrowser, launchBrowser, noBrowser } from '../../browser/support/chromium.ts';
import { openPage } from '../../browser/support/open-page.ts';
import { addressAndKey, type ServiceProcess, startService, temporaryFolder } from '../../support/service-process.ts';
import { COMPACT_ENV } from '../../support/small-models.ts';

const EXAMPLES = join(PACKAGE_ROOT, 'scripts/examples');

let data: Awaited<ReturnType<typeof temporaryFolder>>;
let service: ServiceProcess;
let env: Record<string, string>;
beforeAll(async () => {
  data = await temporaryFolder();
  service = startService({ DATA_DIR: data.path });
  const { url, key } = await addressAndKey(service);
  env = { PATH: process.env.PATH ?? '', CLAIM_VERIFIER_API_KEY: key, CLAIM_VERIFIER_URL: url };
});
afterAll(async () => {
  service.child.kill('SIGKILL');
  await service.exited;
  await data.remove();
});

const execute = promisify(execFile);

interface Ran {
  readonly code: number;
  readonly stdout: string;
}

/** Runs an example as a user would, from its sources against the built package. */
async function run(program: string, args: readonly string[], settings = env): Promise<Ran> {
  return execute(program, args, { cwd: EXAMPLES, env: settings }).then(
    ({ stdout }) => ({ code: 0, stdout }),
    ({ code, stdout, stderr }) => ({ code, stdout: stdout + stderr }),
  );
}

const node = (args: readonly string[], settings = env) => run(process.execPath, args, settings);

describe('the examples', () => {
  it('verify.sh asks by curl', async () => {
    const { code, stdout } = await run('bash', ['verify.sh']);
    expect({ code, stdout }).toMatchObject({ code: 0, stdout: expect.stringMatching(/^\{"verdict":"UN/) });
    expect(stdout.match(/^event: \w+$/gm)).toEqual(['event: sentence', 'event: sentence', 'event: answer']);
  });

  it('library.mjs verifies in its process and reports invalid input', async () => {
    const { code, stdout } = await node(['library.mjs'], { PATH: env.PATH!, ...COMPACT_ENV });
    expect(code).toBe(0);
    expect(stdout).toMatch(/^SUPPORTED \(.*\): The plant makes valves\. <- .+/m);
    expect(stdout).toMatch(/^invalid_request: claim must be a string of 1 to 500 characters, got 0\.$/m);
  });

  it('client.mjs shows sentences as they are decided, and an error as its code', async () => {
    const { code, stdout } = await node(['client.mjs']);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^SUPPORTED, supported_by_cited: The plant makes valves \[report\]\.$/m);
    expect(stdout).toMatch(/^fail|^review/m);
    expect(await node(['client.mjs'], { ...env, CLAIM_VERIFIER_API_KEY: 'wrong' })).toMatchObject({
      code: 1,
      stdout: expect.stringMatching(/^unauthorized: /),
    });
  });

  it('rag/check.mjs finds passages and checks the answers', async () => {
    const { code, stdout } = await node(['rag/check.mjs']);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^pass: When did the Lyon plant open\?\n {2}SUPPORTED: .* <- plants\.md#1$/m);
    expect(stdout).toMatch(/^ {2}UN\w+: The Lyon plant employs 530 people\. <- plants\.md#2/m);
    expect(stdout).toMatch(/ of 3 answers may be shown\n$/);
  });

  it('ci-gate.mjs passes and fails by the share of supported sentences, by a service or without', async () => {
    const failed = await node(['ci-gate.mjs', 'answers.jsonl', '0.95']);
    expect(failed).toMatchObject({
      code: 1,
      stdout: expect.stringMatching(/^line 2: fail, UNSUPPORTED: .*530 people/m),
    });
    expect(failed.stdout).toContain('2 of 3 sentences pass: 66.7 %, expected 95 %');
    expect((await node(['ci-gate.mjs', 'answers.jsonl', '0.5'], { PATH: env.PATH!, ...COMPACT_ENV })).code).toBe(0);
    expect((await node(['ci-gate.mjs'])).code).toBe(2);
  });

  it.each([
    ['an empty file', '\n', 'Expected at least one answer in'],
    ['a line that is no JSON', '{"answer": "It rains.", "sources": []\n', 'line 1: expected a JSON object'],
    ['a request that is refused', '{"answer": "It rains."}\n', 'line 1: invalid_request: '],
  ])('ci-gate.mjs does not pass %s', async (_, content, said) => {
    const file = join(mkdtempSync(join(tmpdir(), 'gate-')), 'answers.jsonl');
    writeFileSync(file, content);
    expect(await node(['ci-gate.mjs', file])).toMatchObject({ code: 2, stdout: expect.stringContaining(said) });
  });

  it('read no other names: with API_KEY alone nothing is checked', async () => {
    const old = { PATH: env.PATH!, API_KEY: env.CLAIM_VERIFIER_API_KEY!, URL: env.CLAIM_VERIFIER_URL! };
    for (const example of ['client.mjs', 'rag/check.mjs', 'ci-gate.mjs']) {
      const found = await node([example, ...(example === 'ci-gate.mjs' ? ['answers.jsonl'] : [])], old);
      expect(found).toMatchObject({ code: 2, stdout: expect.stringContaining('CLAIM_VERIFIER_API_KEY') });
    }
  });

  it('are all in the table of their page', () => {
    const page = readFileSync(join(EXAMPLES, 'README.md'), 'utf8');
    for (const name of ['verify.sh', 'library.mjs', 'client.mjs', 'browser/', 'rag/', 'ci-gate.mjs']) {
      expect(page).toContain(`[${name}](`);
    }
  });
});

describe('the page behind a proxy', () => {
  let proxy: ChildProcess;
  let address: string;
  beforeAll(async () => {
    proxy = spawn(process.execPath, ['browser/proxy.mjs'], { cwd: EXAMPLES, env: { ...env, PORT: '0' } });
    const [line] = await once(proxy.stdout!.setEncoding('utf8'), 'data');
    address = String(line).trim();
  });
  afterAll(async () => {
    proxy.kill();
    await once(proxy, 'exit');
  });

  it('passes requests and events on with the key, and nothing else', async () => {
    const client = createClient({ url: `${address}verify-api` });
    const body = { claim: 'It makes valves.', grounding_source: 'It makes valves.' };
    expect(await client.verify(body)).toMatchObject({ verdict: 'SUPPORTED' });
    await expect(client.verify({ ...body, claim: '' })).rejects.toMatchObject({ code: 'invalid_request' });
    const texts: string[] = [];
    const sources = [{ id: '1', text: body.claim }];
    await client.verifyAnswer({ answer: body.claim, sources }, { onSentence: ({ text }) => texts.push(text) });
    expect(texts).toEqual([body.claim]);
    for (const path of ['verify-api/v1/account', 'verify-api/admin/v1/customers', 'client/../proxy.mjs', 'x']) {
      expect((await fetch(address + path, { method: 'POST' })).status, path).toBe(404);
    }
    expect(await (await fetch(address)).text()).not.toContain(env.CLAIM_VERIFIER_API_KEY);
  });

  it.skipIf(noBrowser !== undefined)(inBrowser('shows a verdict'), async () => {
    const browser = await launchBrowser();
    try {
      const { page, faults } = await openPage(browser, address);
      await page.click('button');
      await page.waitForFunction("document.querySelector('output').textContent.startsWith('SUPPORTED')");
      expect(faults).toEqual([]);
    } finally {
      await browser.close();
    }
  });
});
