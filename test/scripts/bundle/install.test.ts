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
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { checksumsOf } from '../../../scripts/bundle/checksums.ts';

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
    'app/dist/scripts/claim-verifier.js': verify,
    'app/dist/src/server/main.js': 'console.log(JSON.stringify(process.env))',
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

/** A program named node that gives fixed answers, in a folder of its own. */
function fakeNode(script: string): string {
  const bin = join(folder, 'bin');
  mkdirSync(bin);
  writeFileSync(join(bin, 'node'), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  return `${bin}:/usr/bin:/bin`;
}

describe('install.sh', () => {
  it('verifies a claim with the copied files, makes the version current and writes the settings', async () => {
    const { status, stdout } = install(await bundle('1.0.0'));
    expect([status, stdout]).toEqual([0, expect.stringContaining('a verdict by some-nli small-nli \n')]);
    expect(readlinkSync(join(target, 'current'))).toBe('1.0.0');
    expect(statSync(join(target, 'service.env')).mode & 0o777).toBe(0o600);
    expect(readFileSync(join(target, 'claim-verification-service.service'), 'utf8')).toContain(
      `ExecStart=${process.execPath} ${target}/current/dist/src/server/main.js\nEnvironmentFile=${target}/service.env\n`,
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
    const { status, stdout } = install(await bundle('1.0.0', SAYS_SO, 'onnx/other.onnx'));
    expect([status, stdout]).toEqual([0, expect.stringContaining('a verdict by some-nli small-nli onnx/other.onnx')]);
    expect(readFileSync(join(target, 'service.env'), 'utf8')).toMatch(/\nMODEL_FILE=onnx\/other\.onnx\n$/);
    expect(statSync(join(target, 'service.env')).mode & 0o777).toBe(0o600);
  });

  it('keeps the settings and the former version when a newer one comes', async () => {
    install(await bundle('1.0.0'));
    writeFileSync(join(target, 'service.env'), 'PORT=9999\n');
    expect(install(await bundle('1.1.0')).status).toBe(0);
    expect(readlinkSync(join(target, 'current'))).toBe('1.1.0');
    expect(existsSync(join(target, '1.0.0/package.json'))).toBe(true);
    expect(readFileSync(join(target, 'service.env'), 'utf8')).toBe('PORT=9999\n');
  });

  it('refuses a file that is not the one that was packed', async () => {
    const root = await bundle('1.0.0');
    writeFileSync(join(root, 'app/dist/src/server/main.js'), 'something else');
    const { status, stdout, stderr } = install(root);
    expect([status, stdout]).toEqual([1, expect.stringContaining('main.js: FAILED')]);
    expect(stderr).toContain('install.sh: the files above differ from SHA256SUMS');
    expect(existsSync(target)).toBe(false);
  });

  it('leaves nothing and changes nothing when the copied files give no verdict', async () => {
    install(await bundle('1.0.0'));
    const { status, stderr } = install(await bundle('1.1.0', 'process.exit(1)'));
    expect([status, stderr]).toEqual([1, expect.stringContaining('could not verify a claim on this machine.')]);
    expect(readdirSync(target).sort()).toEqual(
      ['1.0.0', 'claim-verification-service.service', 'current', 'service.env', 'start'].sort(),
    );
    expect(readlinkSync(join(target, 'current'))).toBe('1.0.0');
  });

  it('does not install over a version that is there', async () => {
    const root = await bundle('1.0.0');
    install(root);
    expect(install(root).stderr).toContain(`version 1.0.0 is installed in ${target} already`);
  });

  it('says which Node it needs', async () => {
    const { status, stderr } = install(
      await bundle('1.0.0'),
      fakeNode('[ "$1" = --version ] && echo v18.20.0; exit 1'),
    );
    expect([status, stderr]).toEqual([1, 'install.sh: expected Node 20.11 or newer, got v18.20.0.\n']);
  });
});
