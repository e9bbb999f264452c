import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const REDOCLY = join(import.meta.dirname, '../../../../node_modules/.bin/redocly');
const RULES = join(import.meta.dirname, 'redocly.yaml');
/** It would ask the network for news and send what it was used for. */
const QUIET = { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };

interface Problem {
  readonly ruleId: string;
  readonly message: string;
  readonly location: readonly { readonly pointer?: string }[];
}

/** What the linter has against an OpenAPI document; empty when it has nothing. */
export async function lint(document: object): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'openapi-'));
  const file = join(folder, 'openapi.json');
  await writeFile(file, JSON.stringify(document));
  const args = ['lint', '--config', RULES, '--format', 'json', file];
  const output = await new Promise<string>((resolve) => {
    execFile(REDOCLY, args, { env: { ...process.env, ...QUIET }, cwd: folder }, (_error, stdout) => resolve(stdout));
  });
  await rm(folder, { recursive: true });
  const { problems } = JSON.parse(output.slice(output.indexOf('{'))) as { problems: Problem[] };
  return problems.map(({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer ?? ''}`);
}
