import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { PACKAGE_ROOT, packageFacts } from '../../src/package.ts';

/** Ends by itself: a service that was started would be killed by the time limit. */
async function main(...args: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  const file = join(PACKAGE_ROOT, 'dist/src/server/main.js');
  const run = promisify(execFile)(process.execPath, [file, ...args], { timeout: 120_000 });
  return run.then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    ({ code, stdout, stderr }) => ({ code, stdout, stderr }),
  );
}

it.each(['--help', '-h'])('main.js %s starts no service', async (flag) => {
  const { code, stdout, stderr } = await main(flag);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout).toMatch(/^Usage: node main\.js\n/);
});

it('main.js --version says the version of the package', async () => {
  expect(await main('--version')).toEqual({ code: 0, stdout: `${packageFacts().version}\n`, stderr: '' });
});

it('main.js refuses other arguments', async () => {
  const { code, stdout, stderr } = await main('--port', '80');
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr).toContain('Expected no arguments, got "--port"');
});

it('a start loads no package that only some services use: PostgreSQL, Redis, e-mails', async () => {
  const service = JSON.stringify(join(PACKAGE_ROOT, 'dist/src/server/run-service.js'));
  const script = `import(${service}).then(() => console.log(Object.keys(require('node:module')._cache).join('\\n')))`;
  const { stdout } = await promisify(execFile)(process.execPath, ['-e', script], { timeout: 120_000 });
  const packages = new Set([...stdout.matchAll(/node_modules\/((?:@[^/]+\/)?[^/]+)\//g)].map(([, name]) => name));
  expect(packages).toContain('fastify');
  for (const name of ['pg', 'ioredis', 'nodemailer']) expect(packages, name).not.toContain(name);
});
