import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withServer } from '../../../access/support/stores.ts';
import { type ServiceProcess, startService, temporaryFolder } from '../../../support/service-process.ts';

/** The program of an installed litellm[proxy], 740 MB of Python packages; .ci/run installs it and sets the variable. */
const { TEST_LITELLM: LITELLM = '', PATH = '' } = process.env;
const MASTER_KEY = 'sk-Kf83hsk28dkf92kJHs7sdfkK29sdf';

/** A model that says what it is asked to say. */
async function stubModel(): Promise<Server> {
  const server = createServer(async (request, response) => {
    if (request.method !== 'POST') return response.writeHead(404).end();
    const { messages } = (await json(request)) as { messages: readonly { content: string }[] };
    const message = { role: 'assistant', content: messages.at(-1)?.content };
    const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 };
    const choices = [{ index: 0, message, finish_reason: 'stop' }];
    const body = { id: 'stub', object: 'chat.completion', created: 1, model: 'stub', choices, usage };
    return response.setHeader('content-type', 'application/json').end(JSON.stringify(body));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return server;
}

const urlOf = (server: Server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

function proxyConfig(model: string, service: string): string {
  return JSON.stringify({
    model_list: [
      { model_name: 'stub', litellm_params: { model: 'openai/stub', api_base: `${model}/v1`, api_key: 'none' } },
    ],
    guardrails: [
      {
        guardrail_name: 'claim-verifier',
        litellm_params: {
          guardrail: 'generic_guardrail_api',
          mode: 'post_call',
          default_on: true,
          api_base: service,
          headers: { Authorization: 'os.environ/CLAIM_VERIFIER_AUTHORIZATION' },
          extra_headers: ['x-grounding-sources'],
        },
      },
    ],
  });
}

async function freePort(): Promise<number> {
  const server = createServer();
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  await new Promise((closed) => server.close(closed));
  return port;
}

async function untilUp(url: string, child: ChildProcess): Promise<void> {
  while (child.exitCode === null) {
    if (
      await fetch(url).then(
        (response) => response.ok,
        () => false,
      )
    )
      return;
    await sleep(200);
  }
  throw new Error(`litellm ended with ${child.exitCode} before it listened`);
}

describe.runIf(withServer('TEST_LITELLM', 'the real LiteLLM proxy'))('the real LiteLLM proxy', () => {
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;
  let service: ServiceProcess;
  let model: Server;
  let proxy: ChildProcess;
  let url: string;

  beforeAll(async () => {
    folder = await temporaryFolder();
    service = startService({ DATA_DIR: folder.path, GATEWAY_ROUTES: 'litellm' });
    const key = (await service.seen(/^ {2}(cvs_\w+)$/m))[1]!;
    const listening = (await service.seen(/Server listening at (http:[^"]+)"/))[1]!;
    await service.seen(/"msg":"ready"/);
    model = await stubModel();
    const config = join(folder.path, 'litellm.yaml');
    await writeFile(config, proxyConfig(urlOf(model), listening));
    const port = await freePort();
    url = `http://127.0.0.1:${port}`;
    proxy = spawn(LITELLM, ['--config', config, '--host', '127.0.0.1', '--port', String(port)], {
      env: {
        PATH,
        LITELLM_MASTER_KEY: MASTER_KEY,
        LITELLM_LOCAL_MODEL_COST_MAP: 'True',
        CLAIM_VERIFIER_AUTHORIZATION: `Bearer ${key}`,
      },
      stdio: 'ignore',
    });
    await untilUp(`${url}/health/liveliness`, proxy);
  });

  afterAll(async () => {
    proxy?.kill();
    service?.child.kill();
    model?.close();
    await folder?.remove();
  });

  async function answered(content: string, sources?: readonly string[]): Promise<{ status: number; text: string }> {
    const response = await fetch(`${url}/v1/chat/completions`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${MASTER_KEY}`,
        'content-type': 'application/json',
        ...(sources === undefined ? {} : { 'x-grounding-sources': JSON.stringify(sources) }),
      },
      body: JSON.stringify({ model: 'stub', messages: [{ role: 'user', content }] }),
    });
    const body = (await response.json()) as {
      error?: { message: string };
      choices?: readonly { message: { content: string } }[];
    };
    return { status: response.status, text: body.error?.message ?? body.choices?.[0]?.message.content ?? '' };
  }

  const SOURCES = ['Acme opened its Lyon plant in 2014. The plant employs 350 people and makes valves.'];

  it('gives on an answer that the sources support', async () => {
    const text = 'The plant employs 350 people.';
    expect(await answered(text, SOURCES)).toEqual({ status: 200, text });
  });

  it('blocks a contradicted answer and returns the words that differ', async () => {
    expect(await answered('The plant employs 530 people.', SOURCES)).toEqual({
      status: 400,
      text: 'The answer was blocked: the sources contradict "The plant employs 530 people." (they say "350", the answer says "530").',
    });
  });

  it('marks an answer that no source decides', async () => {
    const { status, text } = await answered('The boss is called Mary.', SOURCES);
    expect([status, text]).toEqual([
      200,
      'The boss is called Mary.\n\n[Note: the sources do not confirm "The boss is called Mary.".]',
    ]);
  });

  it('blocks an answer without sources', async () => {
    const { status, text } = await answered('The plant employs 350 people.');
    expect([status, text]).toEqual([400, expect.stringContaining('it has no sources')]);
  });
});
