import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { Command, Option } from 'commander';
import { answerSettings, loadConfig, verifierSettings } from '../../src/config.ts';
import { ANSWER_LIMITS } from '../../src/index.ts';
import { withExamples } from '../command-line.ts';
import { localChecker } from '../mcp/local-checker.ts';
import { mcpServer } from '../mcp/mcp-server.ts';
import { remoteChecker } from '../mcp/remote-checker.ts';

/** `claim-verifier mcp`: the tools of the Model Context Protocol over standard input and output. */
interface Flags {
  readonly url?: string;
}

const KEY_VARIABLE = 'CLAIM_VERIFIER_API_KEY';

export function mcpCommand(): Command {
  const command = new Command('mcp')
    .description(
      'Serves the tools verify_claim and verify_answer to an MCP client over standard input and output. Without --url ' +
        'the models run in this process: no server, no key, no network.',
    )
    .addOption(
      new Option('--url <url>', `ask this running service; its key is read from ${KEY_VARIABLE}`).env(
        'CLAIM_VERIFIER_URL',
      ),
    )
    .action((flags: Flags) => serve(flags, command));
  return withExamples(command, 'mcp', 'mcp --url http://127.0.0.1:8080');
}

function serve({ url }: Flags, command: Command): void {
  const config = loadConfig();
  const limits = { ...ANSWER_LIMITS, ...answerSettings(config) };
  // Calls wait for each other instead of being refused: all of them are of one client.
  const options = { ...verifierSettings(config), maxQueueMs: Number.MAX_SAFE_INTEGER };
  const checker =
    url === undefined
      ? localChecker(options, limits)
      : remoteChecker({ url: serviceUrl(url, command), key: apiKey(command) });
  // Standard output is the protocol's; everything else goes to standard error.
  serveStdio(() => mcpServer(checker, limits), { onerror: (error) => process.stderr.write(`${error.message}\n`) });
  process.stdin.once('close', () => void checker.close());
}

function serviceUrl(text: string, command: Command): string {
  if (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)) return text;
  return command.error(`error: expected --url with an address such as http://127.0.0.1:8080, got "${text}"`);
}

function apiKey(command: Command): string {
  const key = process.env[KEY_VARIABLE]?.trim();
  return key || command.error(`error: --url needs an API key in the environment variable ${KEY_VARIABLE}, got none`);
}
