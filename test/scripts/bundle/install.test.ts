import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { checksumsOf } from '../../../scripts/bundle/stage.ts';
import { withProgram } from '../../support/programs.ts';

const systemd = withProgram('systemd-analyze', 'apt-get install systemd');
const SOURCES = join(import.meta.dirname, '../../../scripts/bundle');
const SAYS_SO = `const { MODEL_DIR, EVIDENCE_MODEL_DIR, MODEL_FILE } = process.env;
console.log("a verdict by", ...[MODEL_DIR, EVIDENCE_MODEL_DIR].map((dir) => dir.split("/").at(-1)), MODEL_FILE);`;

let folder: string;
let target: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'install-test-'));
  target = join(folder, 'target');
  onTestFinished(() => rmSync(folder, { recursive: true }));
});

/** A bundle with a service that only says that it was asked. */
async function bundle(version: string, verify = SAYS_SO, modelFile = ''): Promise<string> {
  const root = join(folder, `bundle-${version}`);
  const files = {
    'app/package.json': JSON.stringify({ version }),
    'app/dist/src/cli/claim-verifier.js': verify,
    'app/dist/src/server/main.js': 'console.log(JSON.stringify(process.env))',
    'app/models/some-nli/manifest.json': '{}',
    'app/models/some-nli/onnx/other.onnx': '',
    'app/models/small-nli/manifest.json': '{}',
    MODEL: `some-nli\nsmall-nli\n${modelFile}\n`,
  };
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  for (const name of ['install.sh', 'claim-verification-service.service']) {
    copyFileSync(join(SOURCES, name), join(root, name));
  }
  writeFileSync(join(root, 'SHA256SUMS'), await checksumsOf(root));
  return root;
}

function install(root: string, path = process.env.PATH) {
  const { status, stdout, stderr } = spawnSync('/bin/sh', [join(root, 'install.sh'), target], {
    encoding: 'utf8',
    env: { PATH: path },
  });
  return { status, stdout, stderr };
}

const MODELS = { MODEL_DIR: 'some-nli', EVIDENCE_MODEL_DIR: 'small-nli' };

/** A path on which node says that it is another file, which is there, and is the node at hand otherwise. */
function nodeAt(path: string): string {
  return fakeNode(
    `[ "$2" != process.execPath ] || { echo '${path}'; exit 0; }\nexec '${process.execPath}' "$@"`,
    `[ "$1" != '${path}' ] || exit 0\nexec /bin/cp "$@"`,
  );
}

/** A program named node that gives fixed answers, in its own folder. */
function fakeNode(script: string, cp?: string): string {
  const bin = join(folder, 'bin');
  mkdirSync(bin);
  writeFileSync(join(bin, 'node'), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  if (cp !== undefined) writeFileSync(join(bin, 'cp'), `#!/bin/sh\n${cp}\n`, { mode: 0o755 });
  return `${bin}:/usr/bin:/bin`;
}

describe('install.sh', () => {
  it('verifies a claim with the copied files, makes the version current and writes the settings', async () => {
    const { status, stdout } = install(await bundle('4.0.0'));
    expect([status, stdout]).toEqual([0, expect.stringContaining('a verdict by some-nli small-nli \n')]);
    expect(readlinkSync(join(target, 'current'))).toBe('4.0.0');
    expect(statSync(join(target, 'service.env')).mode & 0o777).toBe(0o600);
    expect(readFileSync(join(target, 'claim-verification-service.service'), 'utf8')).toContain(
      `/node" "${target}/current/dist/src/server/main.js"\nEnvironmentFile=${target}/service.env\n`,
    );
    const started = spawnSync(join(target, 'start'), { encoding: 'utf8', env: {} });
    expect(JSON.parse(started.stdout)).toMatchObject({
      HOST: '127.0.0.1',
      DATA_DIR: `${target}/data`,
      MODEL_DIR: `${target}/current/models/some-nli`,
      EVIDENCE_MODEL_DIR: `${target}/current/models/small-nli`,
    });
    expect(readFileSync(join(target, 'service.env'), 'utf8')).not.toContain('MODEL_FILE');
  });

  it('sets the ONNX file when one was named', async () => {
    const { status, stdout } = install(await bundle('4.0.0', SAYS_SO, 'onnx/other.onnx'));
    expect([status, stdout]).toEqual([0, expect.stringContaining('a verdict by some-nli small-nli onnx/other.onnx')]);
    expect(readFileSync(join(target, 'service.env'), 'utf8')).toMatch(/\nMODEL_FILE=onnx\/other\.onnx\n$/);
    expect(statSync(join(target, 'service.env')).mode & 0o777).toBe(0o600);
  });

  it('keeps the settings and the former version when a newer one comes', async () => {
    install(await bundle('4.0.0'));
    writeFileSync(join(target, 'service.env'), 'PORT=9999\n');
    expect(install(await bundle('4.1.0')).status).toBe(0);
    expect(readlinkSync(join(target, 'current'))).toBe('4.1.0');
    expect(existsSync(join(target, '4.0.0/package.json'))).toBe(true);
    expect(readFileSync(join(target, 'service.env'), 'utf8')).toBe('PORT=9999\n');
  });

  it('refuses a file that is not the one that was packed', async () => {
    const root = await bundle('4.0.0');
    writeFileSync(join(root, 'app/dist/src/server/main.js'), 'something else');
    const { status, stdout, stderr } = install(root);
    expect([status, stdout]).toEqual([1, expect.stringContaining('main.js: FAILED')]);
    expect(stderr).toContain('install.sh: the files above differ from SHA256SUMS');
    expect(existsSync(target)).toBe(false);
  });

  it('leaves nothing and changes nothing when the copied files give no verdict', async () => {
    install(await bundle('4.0.0'));
    const { status, stderr } = install(await bundle('4.1.0', 'process.exit(1)'));
    expect([status, stderr]).toEqual([1, expect.stringContaining('could not verify a claim on this machine, with')]);
    expect(readdirSync(target).sort()).toEqual(
      [
        '4.0.0',
        'claim-verification-service.service',
        'claim-verifier',
        'current',
        'defaults.env',
        'service.env',
        'start',
      ].sort(),
    );
    expect(readlinkSync(join(target, 'current'))).toBe('4.0.0');
  });

  it('lets the environment win over the settings of the file, in every program', async () => {
    install(await bundle('4.0.0'));
    writeFileSync(join(target, 'service.env'), 'PORT=9999\nLOG_LEVEL="debug"\n');
    const run = (env: Record<string, string>) =>
      JSON.parse(spawnSync(join(target, 'start'), { encoding: 'utf8', env }).stdout);
    expect(run({})).toMatchObject({ PORT: '9999', LOG_LEVEL: 'debug', DATA_DIR: `${target}/data` });
    expect(run({ PORT: '1', DATA_DIR: '/elsewhere' })).toMatchObject({ PORT: '1', DATA_DIR: '/elsewhere' });
    writeFileSync(join(target, 'service.env'), 'DATA_DIR=/from/the/file\n');
    expect(run({ DATA_DIR: '' })).toMatchObject({ DATA_DIR: '/from/the/file' });
    const { stdout } = spawnSync(join(target, 'claim-verifier'), ['keys', 'list'], { encoding: 'utf8', env: MODELS });
    expect(stdout).toBe('a verdict by some-nli small-nli undefined\n');
  });

  it('copies a Node from a home, which service managers hide, and says so in the unit', async () => {
    install(await bundle('4.0.0'), nodeAt('/root/.nvm/bin/node'));
    const unit = readFileSync(join(target, 'claim-verification-service.service'), 'utf8');
    expect(unit).toContain(`ExecStart="${target}/current/bin/node" "${target}/current/dist`);
    expect(unit).toContain('ProtectHome=yes');
    expect(readFileSync(join(target, 'start'), 'utf8')).toContain(`exec '${target}/current/bin/node' --env-file=`);
  });

  for (const place of ['node-22.1.0_x64', 'a folder with 100 % & more']) {
    it.skipIf(!systemd.isThere)(systemd.titled(`writes a unit that systemd reads, all of it in ${place}`), async () => {
      const node = join(folder, place, 'node');
      mkdirSync(join(folder, place));
      symlinkSync(process.execPath, node);
      target = join(folder, place, 'target');
      expect(install(await bundle('4.0.0'), nodeAt(node)).status).toBe(0);
      const unit = join(target, 'claim-verification-service.service');
      expect(readFileSync(unit, 'utf8')).toContain(`ExecStart="${node.replace('%', '%%')}" "`);
      const { status, stderr } = spawnSync('systemd-analyze', ['verify', unit], { encoding: 'utf8' });
      expect([status, stderr]).toEqual([0, '']);
    });
  }

  it('does not install over a version that is there', async () => {
    const root = await bundle('4.0.0');
    install(root);
    expect(install(root).stderr).toContain(`version 4.0.0 is installed in ${target} already`);
  });

  it('says which Node it needs', async () => {
    const { status, stderr } = install(
      await bundle('4.0.0'),
      fakeNode('[ "$1" = --version ] && echo v18.20.0; exit 1'),
    );
    expect([status, stderr]).toEqual([1, 'install.sh: expected Node 20.19 or newer, got v18.20.0.\n']);
  });
});

describe('an upgrade', () => {
  async function installed(line: string): Promise<void> {
    expect(install(await bundle('4.0.0')).status).toBe(0);
    writeFileSync(join(target, 'service.env'), `PORT=8080\n${line}\n`);
  }

  const upgrade = async () => install(await bundle('5.0.0'));
  const current = () => readlinkSync(join(target, 'current'));

  it('names the missing graph of the model, and works once the line is gone', async () => {
    await installed('MODEL_FILE=onnx/model.onnx');
    const refused = await upgrade();
    expect([refused.status, current()]).toEqual([1, '4.0.0']);
    expect(refused.stderr).toContain('MODEL_FILE=onnx/model.onnx');
    expect(existsSync(join(target, '5.0.0'))).toBe(false);
    writeFileSync(join(target, 'service.env'), 'PORT=8080\n');
    expect([install(join(folder, 'bundle-5.0.0')).status, current()]).toEqual([0, '5.0.0']);
    const started = spawnSync(join(target, 'start'), { encoding: 'utf8', env: {} });
    expect(JSON.parse(started.stdout)).toMatchObject({ DATA_DIR: `${target}/data`, PORT: '8080' });
  });

  it.each([
    ['MODEL_DIR=TARGET/current/models/old-nli', /Write MODEL_DIR=\S+\/current\/models\/some-nli, or move a model/],
    ['MODEL_DIR=models/some-nli', /Write the absolute path, or MODEL_DIR=/],
    ['EVIDENCE_MODEL_DIR=/nowhere', /there is no model in version 5\.0\.0\. Write EVIDENCE_MODEL_DIR=/],
    ['DATA_DIR=./data', /Write the absolute path, such as DATA_DIR=\S+\/data/],
    ['DATA_DIR="TARGET/4.0.0/data"', /lies in the folder of a version\. Stop the service, move it to/],
  ])('refuses %s with the line to write, before the switch', async (line, advice) => {
    const written = line.replace('TARGET', target);
    await installed(written);
    const { status, stderr } = await upgrade();
    expect([status, current()]).toEqual([1, '4.0.0']);
    expect(stderr).toContain(written.replaceAll('"', ''));
    expect(stderr).toMatch(advice);
    expect(existsSync(join(target, '5.0.0'))).toBe(false);
  });
});
