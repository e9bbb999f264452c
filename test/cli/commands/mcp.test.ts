import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createInterface } from 'node:readline';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { PACKAGE_ROOT } from '../../../src/package.ts';
import { VALID_KEY } from '../../support/fake-access.ts';
import { runCommand } from '../../support/run-command.ts';
import { COMPACT_ENV } from '../../support/small-models.ts';
import { CLAIM, listenLocally, SOURCE, type TestServer, testServer } from '../../support/test-server.ts';

const PROGRAM = ['dist/src/cli/claim-verifier.js', 'mcp'];
const { PATH = '' } = process.env;

/** The official client, connected to a `claim-verifier mcp` of its own. */
async function connected(args: readonly string[], env: Readonly<Record<string, string>>): Promise<Client> {
  const client = new Client({ name: 'test', version: '1.0.0' });
  const process_ = { command: process.execPath, args: [...PROGRAM, ...args], cwd: PACKAGE_ROOT, env: { PATH, ...env } };
  await client.connect(new StdioClientTransport(process_));
  return client;
}

interface ToolResult {
  readonly isError?: boolean;
  readonly structuredContent?: unknown;
  readonly content: readonly { readonly text?: string }[];
}

async function call(client: Client, name: string, body: Record<string, unknown>): Promise<ToolResult> {
  return (await client.callTool({ name, arguments: body })) as ToolResult;
}

/** The text of a result that has no verdict. */
async function refusal(client: Client, name: string, body: Record<string, unknown>): Promise<string | undefined> {
  const { isError, content } = await call(client, name, body);
  return isError === true ? content[0]?.text : undefined;
}

describe('claim-verifier mcp, in its own process', () => {
  let client: Client;
  beforeAll(async () => {
    client = await connected([], COMPACT_ENV);
  });
  afterAll(() => client.close());

  it('has three tools, two of them described by the fields of the HTTP API', async () => {
    const { tools } = await client.listTools();
    const fields = tools.map(({ name, inputSchema }) => [name, Object.keys(inputSchema.properties ?? {})]);
    expect(fields).toEqual([
      ['verify_claim', ['claim', 'grounding_source', 'brief']],
      [
        'verify_answer',
        ['answer', 'sources', 'citations', 'uncertain', 'min_confidence', 'offsets', 'repair', 'brief'],
      ],
      ['verify_tool_use', ['statement', 'tool_results', 'brief']],
    ]);
  });

  it('verifies a claim with the models in this process, and gives the body of POST /v1/verify twice', async () => {
    const body = { claim: 'The plant employs 530 people.', grounding_source: 'The plant employs 350 people.' };
    const { structuredContent, content, isError } = await call(client, 'verify_claim', body);
    expect({ isError, structuredContent }).toMatchObject({ structuredContent: { verdict: 'UNSUPPORTED' } });
    expect(Object.keys(structuredContent as object)).toEqual(['verdict', 'confidence', 'reasoning', 'audit_trail']);
    expect(JSON.parse(content[0]?.text ?? '')).toEqual(structuredContent);
  });

  it('verifies an answer sentence by sentence', async () => {
    const sources = [{ id: 'a', text: 'The plant employs 350 people.' }];
    const { structuredContent } = await call(client, 'verify_answer', {
      answer: 'The plant employs 350 people. Pigs fly.',
      sources,
    });
    expect(structuredContent).toMatchObject({ sentences: [{ verdict: 'SUPPORTED' }, { verdict: 'UNCERTAIN' }] });
  });

  it('verifies a statement by the results of tools, with the pointer of the value', async () => {
    const { structuredContent } = await call(client, 'verify_tool_use', {
      statement: 'The plant has 530 employees.',
      tool_results: [{ tool: 'get_plant', result: { plant: { employees: 350 } } }],
      brief: true,
    });
    expect(structuredContent).toMatchObject({
      sentences: [{ evidence: { source_id: 'get_plant', pointer: '/plant/employees', text: '"employees":350' } }],
    });
    const wrong = { statement: 'It rose.', tool_results: [{ tool: 'get_plant', result: '' }] };
    expect(await refusal(client, 'verify_tool_use', wrong)).toContain('tool_results[0].result must be');
  });

  it('gives a short form where it is asked for', async () => {
    const body = { claim: 'The plant employs 530 people.', grounding_source: 'The plant employs 350 people.' };
    const claim = await call(client, 'verify_claim', { ...body, brief: true });
    expect(Object.keys(claim.structuredContent as object)).toEqual(['verdict', 'confidence', 'reasoning']);
    const answer = await call(client, 'verify_answer', {
      answer: 'The plant employs 350 people. The plant employs 530 people.',
      sources: [{ id: 'a', text: 'The plant employs 350 people.' }],
      brief: true,
    });
    expect(answer.structuredContent).toEqual({
      outcome: 'fail',
      checked: 2,
      passed: expect.any(Number),
      sentences: expect.arrayContaining([
        {
          text: 'The plant employs 530 people.',
          outcome: 'fail',
          verdict: 'UNSUPPORTED',
          confidence: expect.any(Number),
          reasons: [{ code: 'number_differs', expected: '350', found: '530' }],
          evidence: { source_id: 'a', text: 'The plant employs 350 people.' },
        },
      ]),
    });
    expect(JSON.parse(answer.content[0]?.text ?? '')).toEqual(answer.structuredContent);
    expect(await refusal(client, 'verify_claim', { ...body, brief: 'yes' })).toBe(
      'brief must be true or false, got "yes".',
    );
  });

  it('refuses wrong arguments with the sentences of the HTTP API', async () => {
    expect(await refusal(client, 'verify_claim', { claim: '', grounding_source: 'x' })).toBe(
      'claim must be a string of 1 to 500 characters, got 0.',
    );
    expect(await refusal(client, 'verify_answer', { answer: 'It rose.' })).toContain('sources must be');
  });
});

describe('claim-verifier mcp --url', () => {
  let server: TestServer;
  let url: string;
  let client: Client | undefined;
  beforeAll(async () => {
    server = testServer();
    url = `http://127.0.0.1:${await listenLocally(server)}`;
  });
  afterEach(() => client?.close());
  afterAll(() => server.app.close());

  it('asks the service with the key of the environment', async () => {
    client = await connected(['--url', url], { CLAIM_VERIFIER_API_KEY: VALID_KEY });
    const { structuredContent } = await call(client, 'verify_claim', { claim: CLAIM, grounding_source: SOURCE });
    expect(structuredContent).toMatchObject({ verdict: 'SUPPORTED', confidence: 0.97 });
    const answer = await call(client, 'verify_answer', { answer: CLAIM, sources: [{ id: 'a', text: SOURCE }] });
    expect(answer.structuredContent).toMatchObject({ outcome: 'pass' });
  });

  it("passes on the service's own sentence when it refuses", async () => {
    client = await connected([], { CLAIM_VERIFIER_URL: url, CLAIM_VERIFIER_API_KEY: 'cv_wrong' });
    expect(await refusal(client, 'verify_claim', { claim: CLAIM, grounding_source: SOURCE })).toMatch(
      /refused the API key in CLAIM_VERIFIER_API_KEY\. It says: Expected the header .* with a valid key, got an unknown one\./,
    );
  });

  it('says in the answer of a tool that there is no key, and lists its tools all the same', async () => {
    client = await connected(['--url', url], {});
    expect((await client.listTools()).tools).toHaveLength(3);
    expect(await refusal(client, 'verify_claim', { claim: CLAIM, grounding_source: SOURCE })).toMatch(
      /^Nothing was checked: the API key .* is missing\. Set CLAIM_VERIFIER_API_KEY /,
    );
  });

  it('says so when nothing answers there', async () => {
    client = await connected(['--url', 'http://127.0.0.1:1'], { CLAIM_VERIFIER_API_KEY: VALID_KEY });
    expect(await refusal(client, 'verify_claim', { claim: CLAIM, grounding_source: SOURCE })).toMatch(
      /^The claim verification service did not respond: /,
    );
  });

  it('follows no redirect: the key is for this address only', async () => {
    const asked: unknown[] = [];
    const elsewhere = createServer((request, response) => {
      asked.push(request.headers.authorization);
      response.end('{}');
    }).listen(0, '127.0.0.1');
    await once(elsewhere, 'listening');
    const { port } = elsewhere.address() as AddressInfo;
    const redirecting = createServer((_, response) => {
      response.writeHead(307, { location: `http://127.0.0.1:${port}/v1/verify` }).end();
    }).listen(0, '127.0.0.1');
    await once(redirecting, 'listening');
    const own = `http://127.0.0.1:${(redirecting.address() as AddressInfo).port}`;
    client = await connected(['--url', own], { CLAIM_VERIFIER_API_KEY: VALID_KEY });
    expect(await refusal(client, 'verify_claim', { claim: CLAIM, grounding_source: SOURCE })).toContain(
      'did not respond',
    );
    expect(asked).toEqual([]);
    for (const one of [elsewhere, redirecting]) one.close();
  });

  it('does not start with an address that is none', async () => {
    const env = { CLAIM_VERIFIER_API_KEY: 'k' };
    const { code, stdout, stderr } = await runCommand(['mcp', '--url', 'here'], { env });
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toContain('expected --url with an address such as');
  });
});

describe('standard output of claim-verifier mcp', () => {
  it('has one message of the protocol in every line, also when the models cannot be opened; it ends with its input', async () => {
    const env = { PATH, ...COMPACT_ENV, MODEL_DIR: 'no-such-folder' };
    const child = spawn(process.execPath, PROGRAM, { cwd: PACKAGE_ROOT, env, stdio: 'pipe' });
    const lines: string[] = [];
    const messages = [
      {
        id: 1,
        method: 'initialize',
        params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
      },
      { method: 'notifications/initialized' },
      {
        id: 2,
        method: 'tools/call',
        params: { name: 'verify_claim', arguments: { claim: CLAIM, grounding_source: SOURCE } },
      },
    ];
    for (const message of messages) child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
    const closed = once(child, 'close');
    for await (const line of createInterface(child.stdout)) {
      if (lines.push(line) === 2) child.stdin.end();
    }
    const [code] = await closed;
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { id: 1, jsonrpc: '2.0' },
      {
        id: 2,
        jsonrpc: '2.0',
        result: { isError: true, content: [{ text: expect.stringContaining('no-such-folder') }] },
      },
    ]);
    expect(code).toBe(0);
  });
});
