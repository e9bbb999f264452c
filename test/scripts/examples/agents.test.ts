import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PACKAGE_ROOT } from '../../../src/package.ts';
import { withServer } from '../../access/support/stores.ts';
import { addressAndKey, type ServiceProcess, startService, temporaryFolder } from '../../support/service-process.ts';

const EXAMPLES = join(PACKAGE_ROOT, 'scripts', 'examples', 'agents');
const { PATH = '' } = process.env;

async function npmRun(script: string, env: Readonly<Record<string, string>> = {}): Promise<string> {
  const options = { cwd: EXAMPLES, env: { PATH, OPENAI_AGENTS_DISABLE_TRACING: '1', ...env } };
  return (await promisify(execFile)('npm', ['run', '--silent', script], options)).stdout;
}

/** The packages of the examples are 140 MB; .ci/run installs them and sets the variable. */
const canRun = withServer('TEST_AGENT_EXAMPLES', 'the examples of agent frameworks');

describe.runIf(canRun)('the examples of agent frameworks', () => {
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;
  let service: ServiceProcess;
  let env: Readonly<Record<string, string>>;

  beforeAll(async () => {
    folder = await temporaryFolder();
    service = startService({ DATA_DIR: folder.path });
    const { url, key } = await addressAndKey(service);
    env = { CLAIM_VERIFIER_URL: url, CLAIM_VERIFIER_API_KEY: key };
  });
  afterAll(async () => {
    service?.child.kill();
    await folder?.remove();
  });

  it('have the types of the frameworks', async () => {
    expect(await npmRun('check')).toBe('');
  });

  it('let an answer pass that the sources carry, and stop one that they contradict', async () => {
    expect(await npmRun('openai-agents', env)).toBe(
      'passed: The plant employs 350 people.\nblocked: The plant employs 530 people.\n',
    );
    expect(await npmRun('vercel-ai', env)).toBe(
      'pass: The plant employs 350 people.\nblocked: The sources contradict "The plant employs 530 people."\n',
    );
  });

  it('let nothing pass unchecked', async () => {
    const wrong = { ...env, CLAIM_VERIFIER_API_KEY: 'cvs_wrong' };
    await expect(npmRun('openai-agents', wrong)).rejects.toThrow('The answer was not checked');
    expect(await npmRun('vercel-ai', wrong)).toMatch(/^(blocked: The answer was not checked.*\n){2}$/);
  });
});
