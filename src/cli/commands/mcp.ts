import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { Command } from 'commander';
import { answerSettings, loadConfig, verifierSettings } from '../../config.ts';
import { ANSWER_LIMITS } from '../../index.ts';
import { mcpServers } from '../../mcp/mcp-server.ts';
import { withExamples } from '../command-line.ts';
import { localChecker } from '../mcp/local-checker.ts';
import { remoteChecker } from '../mcp/remote-checker.ts';
import { keyOfEnvironment, serviceUrl, urlOption } from '../remote-service.ts';

/** `claim-verifier mcp`: the tools of the Model Context Protocol over standard input and output. */
interface Flags {
  readonly url?: string;
}

export function mcpCommand(): Command {
  const command = new Command('mcp')
    .description(
      'Serves the tools verify_claim and verify_answer to an MCP client over standard input and output. Without --url ' +
        'the models run in this process: no server, no key, no network.',
    )
    .addOption(urlOption('ask this running service'))
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
      : remoteChecker({ url: serviceUrl(url, command), apiKey: keyOfEnvironment() });
  const serverOf = mcpServers(limits);
  const onFailure = (error: unknown) => tell(error instanceof Error ? error.stack : error);
  // Standard output is the protocol's; everything else goes to standard error.
  serveStdio(() => serverOf(checker, onFailure), { onerror: (error) => tell(error.message) });
  process.stdin.once('close', () => void checker.close());
}

function tell(what: unknown): void {
  process.stderr.write(`${what}\n`);
}
