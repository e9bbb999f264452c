import { execFile } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it, onTestFinished } from 'vitest';
import { PACKAGE_ROOT } from '../../src/config.ts';

const run = promisify(execFile);
const { scripts } = JSON.parse(readFileSync(join(PACKAGE_ROOT, 'package.json'), 'utf8')) as {
  scripts: Readonly<Record<string, string>>;
};
/** The npm at hand, and the one that Node 20 brings where CI says that it may be fetched. */
const { TEST_NPM } = process.env;
const NPMS = ['npm', ...(TEST_NPM ? [`npx --yes npm@${TEST_NPM}`] : [])];
/** Each would leave a file of its name next to the project that installs the package. */
const HOOKS = ['preinstall', 'install', 'postinstall'];

/** Installs a package with install scripts into an empty project; resolves with the hooks that ran. */
async function hooksThatRan(npm: string, { project }: { project: boolean }): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'install-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const [from, into] = [join(folder, 'hooked'), join(folder, 'project')];
  for (const path of [from, into]) mkdirSync(path);
  const hook = (name: string) => `node -e "fs.writeFileSync('${join(folder, name)}', '')"`;
  const hooked = { name: 'hooked', version: '1.0.0', scripts: Object.fromEntries(HOOKS.map((n) => [n, hook(n)])) };
  writeFileSync(join(from, 'package.json'), JSON.stringify(hooked));
  writeFileSync(join(into, 'package.json'), '{ "name": "project", "private": true }');
  if (project) copyFileSync(join(PACKAGE_ROOT, '.npmrc'), join(into, '.npmrc'));
  const { npm_config_ignore_scripts: _, ...env } = process.env;
  const [program = '', ...args] = npm.split(' ');
  await run('npm', ['pack', '--silent', '--pack-destination', folder], { cwd: from, env });
  const allowed = project ? [] : ['--ignore-scripts=false'];
  await run(program, [...args, 'install', '--offline', ...allowed, '../hooked-1.0.0.tgz'], { cwd: into, env });
  expect(existsSync(join(into, 'node_modules/hooked/package.json'))).toBe(true);
  return HOOKS.filter((name) => existsSync(join(folder, name)));
}

describe.each(NPMS)('%s', (npm) => {
  it('runs no install script in a project with our .npmrc, and all of them without', async () => {
    expect(await hooksThatRan(npm, { project: false })).toEqual(HOOKS);
    expect(await hooksThatRan(npm, { project: true })).toEqual([]);
  });
});

describe('our own scripts', () => {
  it('rely on no script before or after them, which the same setting turns off', () => {
    const hooks = Object.keys(scripts).filter((name) => /^(pre|post)|^(install|prepare)$/.test(name));
    expect(hooks).toEqual([]);
  });

  it('build when nothing is built, for the service and the programs of maintainers, and become the program', () => {
    const build = '{ test -x dist/src/cli/claim-verifier.js || npm run --silent build; }';
    expect(scripts.start).toBe(`${build} && exec node dist/src/cli/claim-verifier.js serve`);
    for (const name of ['bench', 'bundle', 'fuzz']) {
      expect(scripts[name]).toBe(`${build} && exec node dist/scripts/${name}/main.js`);
    }
  });

  it('never build for a command, and become the command', () => {
    const { keys, ...rest } = scripts;
    expect(keys).toBe('exec sh scripts/run-built.sh keys');
    for (const [name, line] of Object.entries(rest).filter(([, line]) => line.includes('run-built'))) {
      expect(line, name).toMatch(/^exec sh scripts\/run-built\.sh [\w ]+$/);
    }
  });

  it('refuse in one sentence where nothing is built', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'unbuilt-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const refused = run('sh', [join(PACKAGE_ROOT, 'scripts/run-built.sh'), 'keys'], { cwd: folder });
    const stderr = 'Expected a built service, got no dist/src/cli/claim-verifier.js; run: npm run build\n';
    await expect(refused).rejects.toMatchObject({ code: 1, stdout: '', stderr });
  });

  it('write no warning about the settings of this project', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'settings-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    copyFileSync(join(PACKAGE_ROOT, '.npmrc'), join(folder, '.npmrc'));
    writeFileSync(join(folder, 'package.json'), '{ "name": "project", "private": true }');
    const { stderr } = await run('npm', ['ls'], { cwd: folder });
    expect(stderr).not.toContain('Unknown project config');
  });
});
