import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PACKAGE_ROOT, packageFacts } from '../../../src/package.ts';
import { withServer } from '../../access/support/stores.ts';
import { temporaryFolder } from '../../support/service-process.ts';

/** A Python that has scripts/python/requirements-test.txt; .ci/run installs it and sets the variable. */
const { TEST_PYTHON: PYTHON = '', PATH = '' } = process.env;
const PROJECT = join(PACKAGE_ROOT, 'scripts', 'python');

async function python(args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const options = { cwd: PROJECT, env: { PATH, PYTHONDONTWRITEBYTECODE: '1', ...env }, stdio: 'pipe' } as const;
  const child = spawn(PYTHON, args, options);
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  return { code: child.exitCode, output: `${stdout}${stderr}` };
}

describe.runIf(withServer('TEST_PYTHON', 'the Python client'))('the Python client', () => {
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;
  let installed: string;

  beforeAll(async () => {
    folder = await temporaryFolder();
    installed = join(folder.path, 'site-packages');
    const pip = ['-m', 'pip', '--quiet', '--disable-pip-version-check'];
    const built = await python([...pip, 'wheel', '--no-deps', '--no-build-isolation', '-w', folder.path, PROJECT]);
    expect(built).toMatchObject({ code: 0 });
    const wheel = (await readdir(folder.path)).find((name) => name.endsWith('.whl'));
    // Client and service have one version.
    expect(wheel).toBe(`claim_verifier-${packageFacts().version}-py3-none-any.whl`);
    const put = await python([...pip, 'install', '--no-deps', '--target', installed, join(folder.path, wheel!)]);
    expect(put).toMatchObject({ code: 0 });
  });
  afterAll(() => folder?.remove());

  it('is a wheel with its types and nothing of the tests', async () => {
    const names = await readdir(join(installed, 'claim_verifier'));
    expect(names).toEqual(
      expect.arrayContaining(['__init__.py', 'client.py', 'langchain.py', 'deepeval.py', 'py.typed']),
    );
    expect(await readdir(installed)).toHaveLength(2);
  });

  it('passes its tests against the real service', async () => {
    // Without the folder of the sources on the path: what is tested is the wheel.
    const run = 'import sys, pytest; sys.path.remove(""); sys.exit(pytest.main(["-q", "-p", "no:cacheprovider"]))';
    // DeepEval writes the results of runs, into the folder of the project by default.
    const env = { PYTHONPATH: installed, DEEPEVAL_CACHE_FOLDER: join(folder.path, 'deepeval') };
    const { code, output } = await python(['-c', run], env);
    expect({ code, output }).toMatchObject({ code: 0, output: expect.stringMatching(/\d+ passed/) });
    expect(output).not.toMatch(/\d+ (failed|skipped|error)/);
  });
});
