import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PACKAGE_ROOT } from '../../../src/package.ts';
import { withServer } from '../../access/support/stores.ts';
import { addressAndKey, type ServiceProcess, startService, temporaryFolder } from '../../support/service-process.ts';

const EXAMPLE = join(PACKAGE_ROOT, 'scripts', 'examples', 'promptfoo');
const { PATH = '', TEST_PROMPTFOO = '' } = process.env;

interface Result {
  readonly testIdx: number;
  readonly success: boolean;
  readonly gradingResult: { readonly score: number; readonly reason: string };
}

const canRun = withServer('TEST_PROMPTFOO', 'the promptfoo example');

describe.runIf(canRun)('the promptfoo example', () => {
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;
  let service: ServiceProcess;
  let env: Readonly<Record<string, string>>;

  beforeAll(async () => {
    folder = await temporaryFolder();
    service = startService({ DATA_DIR: folder.path });
    const { url, key } = await addressAndKey(service);
    const quiet = {
      PROMPTFOO_DISABLE_TELEMETRY: '1',
      PROMPTFOO_DISABLE_UPDATE: '1',
      PROMPTFOO_CONFIG_DIR: folder.path,
    };
    env = { PATH, HOME: folder.path, ...quiet, CLAIM_VERIFIER_URL: url, CLAIM_VERIFIER_API_KEY: key };
  });
  afterAll(async () => {
    service?.child.kill();
    await folder?.remove();
  });

  /** The results of promptfoo, which ends with 100 where a test fails. */
  async function evaluate(more: Readonly<Record<string, string>> = {}): Promise<readonly Result[]> {
    const output = join(folder.path, 'results.json');
    const args = ['eval', '--no-cache', '--no-write', '--no-table', '--no-progress-bar', '--output', output];
    const options = { cwd: EXAMPLE, env: { ...env, ...more } };
    const { code } = await promisify(execFile)(TEST_PROMPTFOO, args, options).then(
      () => ({ code: 0 }),
      (error: { code: number }) => error,
    );
    expect(code).toBe(100);
    const { results } = JSON.parse(await readFile(output, 'utf8')).results;
    // They come as they end.
    return results.toSorted((one: Result, other: Result) => one.testIdx - other.testIdx);
  }

  it('passes an output that its sources support, and fails one that they contradict', async () => {
    const [supported, contradicted] = await evaluate();
    expect(supported).toMatchObject({ success: true, gradingResult: { score: 1 } });
    expect(contradicted).toMatchObject({ success: false, gradingResult: { score: 0 } });
    expect(contradicted!.gradingResult.reason).toContain('UNSUPPORTED: The plant employs 530 people. (number_differs');
  });

  it('passes nothing that was not checked', async () => {
    for (const { success, gradingResult } of await evaluate({ CLAIM_VERIFIER_API_KEY: 'cvs_wrong' })) {
      expect(success).toBe(false);
      expect(gradingResult.reason).toContain('The output was not checked');
    }
  });
});
