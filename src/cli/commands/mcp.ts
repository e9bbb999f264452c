import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { Command } from 'commander';
import { createClient } from '../../client/client.ts';
import type { AnswerRequestBody, VerifyRequestBody } from '../../client/index.ts';
import { answerLimits, loadConfig, verifierSettings } from '../../config.ts';
import { ServiceError } from '../../contract/errors.ts';
import {
  type AnswerLimits,
  answerRequestReader,
  createVerifier,
  readVerifyRequest,
  toResponseBody,
  type VerifierOptions,
} from '../../index.ts';
import { type Checker, mcpServers } from '../../mcp/mcp-server.ts';
import { printLines, withExamples } from '../command-line.ts';
import { KEY_VARIABLE, keyOfEnvironment, serviceUrl, urlOption } from '../remote-service.ts';

interface Flags {
  readonly url?: string;
}

export function mcpCommand(): Command {
  const command = new Command('mcp')
    .description(
      'Serves the tools verify_claim, verify_answer and verify_tool_use to an MCP client over standard input and output. Without --url ' +
        'the models run in this process: no server, no key, no network.',
    )
    .addOption(urlOption('use the running service at this address'))
    .action((flags: Flags) => serve(flags, command));
  return withExamples(command, 'mcp', 'mcp --url http://127.0.0.1:8080');
}

function serve({ url }: Flags, command: Command): void {
  const config = loadConfig();
  const limits = answerLimits(config);
  // Calls wait for each other instead of being refused: all of them are of one client.
  const options = { ...verifierSettings(config), maxQueueMs: Number.MAX_SAFE_INTEGER };
  const checker =
    url === undefined ? localChecker(options, limits) : remoteChecker(serviceUrl(url, command), keyOfEnvironment());
  const serverOf = mcpServers(limits);
  const onFailure = (error: unknown) =>
    printLines(process.stderr, [String(error instanceof Error ? error.stack : error)]);
  // Standard output is the protocol's; everything else goes to standard error.
  serveStdio(() => serverOf({ checker, onFailure }), {
    onerror: (error) => printLines(process.stderr, [error.message]),
  });
  process.stdin.once('close', () => void checker.close());
}

/** Checks in this process. The models are loaded from now on; calls wait for them. */
export function localChecker(options: VerifierOptions, limits: AnswerLimits): OpenChecker {
  const opening = createVerifier(options);
  // The calls report why the models cannot be opened.
  opening.catch(() => undefined);
  const readAnswerRequest = answerRequestReader(limits);
  return {
    async verifyClaim(body, signal) {
      const input = readVerifyRequest(body);
      const verifier = await opening;
      return toResponseBody(await verifier.verify(input, { signal }));
    },
    async verifyAnswer(body, signal) {
      const input = readAnswerRequest(body);
      const verifier = await opening;
      return verifier.verifyPrepared(await verifier.prepareAnswer(input, signal), { signal });
    },
    close: () =>
      opening.then(
        (verifier) => verifier.close(),
        () => undefined,
      ),
  };
}

export interface OpenChecker extends Checker {
  close(): Promise<void>;
}

/**
 * Asks a running service once for each call: who called decides about another time. What it refuses is thrown with its own
 * sentence. Without a key each call says so.
 */
export function remoteChecker(url: string, key: string | undefined): OpenChecker {
  const ask = async <Answer>(call: (client: ReturnType<typeof createClient>) => Promise<Answer>): Promise<Answer> => {
    if (key === undefined) throw new ServiceError('unauthorized', NO_KEY);
    try {
      return await call(createClient({ url, key, retries: 0, fetch: fetchHere }));
    } catch (error) {
      throw error instanceof ServiceError && error.code === 'unauthorized' ? refusedKey(error) : error;
    }
  };
  return {
    // The service checks what it is sent.
    verifyClaim: (body, signal) => ask((client) => client.verify(body as VerifyRequestBody, { signal })),
    verifyAnswer: (body, signal) => ask((client) => client.verifyAnswer(body as AnswerRequestBody, { signal })),
    close: async () => undefined,
  };
}

const NO_KEY =
  `Nothing was checked: the API key of the service is missing. Set ${KEY_VARIABLE} among the environment ` +
  'variables ("env") of this server in the configuration of the MCP client, and start the server again.';

function refusedKey({ message, status, requestId }: ServiceError): ServiceError {
  const sentence = `Nothing was checked: the service refused the API key in ${KEY_VARIABLE}. It says: ${message}`;
  return new ServiceError('unauthorized', sentence, { status, requestId });
}

/** The key is for this address only. */
function fetchHere(...[input, init]: Parameters<typeof fetch>): Promise<Response> {
  return fetch(input, { ...init, redirect: 'error' });
}
