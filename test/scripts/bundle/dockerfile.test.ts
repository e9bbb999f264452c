import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { validate } from 'dockerfile-utils';
import { describe, expect, it } from 'vitest';
import { loadConfig, settings } from '../../../src/config.ts';

const ROOT = resolve(import.meta.dirname, '../../..');
const text = readFileSync(join(ROOT, 'Dockerfile.gpu'), 'utf8');

interface Instruction {
  readonly stage: string;
  readonly keyword: string;
  readonly rest: string;
}

function instructions(): Instruction[] {
  let stage = '';
  const lines = text.replaceAll(/\\\n\s*/g, '').split('\n');
  return lines
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const [, keyword = '', rest = ''] = /^(\w+) (.*)$/.exec(line) ?? [];
      if (keyword === 'FROM') stage = / AS (\S+)$/.exec(rest)?.[1] ?? '';
      return { stage, keyword, rest };
    });
}
const all = instructions();
/** A base image of a build argument, at the digest of another where that one is given. */
const PINNABLE = /^\$\{REGISTRY\}\/\$\{(\w+)_IMAGE\}\$\{\1_DIGEST:\+@\$\{\1_DIGEST\}\}$/;
const of = (stage: string, keyword: string) =>
  all.filter((one) => one.stage === stage && one.keyword === keyword).map(({ rest }) => rest);

const argument = (name: string) =>
  of('app', 'ARG')
    .find((arg) => arg.startsWith(`${name}=`))!
    .slice(name.length + 1);

describe('Dockerfile.gpu', () => {
  it('has nothing that the linter minds', () => {
    expect(validate(text)).toEqual([]);
    expect(validate('FROM a\nWRKDIR /x')).toHaveLength(1);
  });

  it('copies into a build only what is in the repository and let through by .dockerignore', () => {
    const ignore = readFileSync(join(ROOT, '.dockerignore'), 'utf8').split('\n');
    expect(ignore.find((line) => line !== '' && !line.startsWith('#'))).toBe('*');
    const copied = all
      .filter(({ keyword, rest }) => keyword === 'COPY' && !rest.includes('--from='))
      .flatMap(({ rest }) => rest.split(' ').slice(0, -1))
      .map((path) => path.replace(/^\$\{(\w+)\}$/, (_, name) => argument(name)));
    expect(copied).toEqual(expect.arrayContaining(['models/claim-nli', 'models/claim-nli-compact']));
    for (const path of copied) {
      expect(existsSync(join(ROOT, path)), path).toBe(true);
      expect(ignore).toContain(`!${path.split('/')[0]}`);
    }
  });

  it('copies the models to where both images look for them, with all that is sealed', () => {
    expect(of('app', 'COPY')).toEqual(
      expect.arrayContaining([`\${MODEL} ./model`, `\${EVIDENCE_MODEL} ./evidence-model`]),
    );
    expect(of('app', 'RUN').join('\n')).toContain('MODEL_DIR=/app/model EVIDENCE_MODEL_DIR=/app/evidence-model ');
  });

  it('takes every image through the registry that was asked for, by a fixed version', () => {
    const images = all
      .filter(({ keyword }) => keyword === 'FROM')
      .map(({ rest }) => rest.replace(/^--platform=\S+ /, '').split(' ')[0]!);
    const stages = new Set(all.map(({ stage }) => stage));
    expect(images.filter((image) => !stages.has(image) && !PINNABLE.test(image))).toEqual([]);
    for (const tag of of('', 'ARG').filter((arg) => arg.includes('_IMAGE='))) expect(tag).toMatch(/:\d+[\w.-]*$/);
    // No image registry was reachable where this was written, and none is invented.
    expect(of('', 'ARG').filter((arg) => arg.includes('_DIGEST'))).toEqual([
      'NODE_DIGEST=',
      'CPU_DIGEST=',
      'CUDA_DIGEST=',
    ]);
  });

  it('lets no install script download, but the one that brings CUDA', () => {
    const installs = all.filter(({ keyword, rest }) => keyword === 'RUN' && rest.includes('npm ci'));
    for (const { rest } of installs) expect(rest).toContain('--ignore-scripts');
    expect(installs).toHaveLength(3);
    expect(of('app-gpu', 'RUN')[1]).toContain(
      'ONNXRUNTIME_NODE_INSTALL=cuda12 node node_modules/onnxruntime-node/script/install.js',
    );
  });
});

describe('the GPU image', () => {
  it('is for x64 whatever machine builds it, and takes nothing from a stage that is not', () => {
    const bases = all.filter(({ keyword, rest }) => keyword === 'FROM' && rest.startsWith('--platform=linux/amd64 '));
    expect(bases.map(({ stage }) => stage)).toEqual(['node-x64', 'gpu']);
    const sources = of('gpu', 'COPY').map((rest) => /--from=(\S+)/.exec(rest)?.[1]);
    expect(new Set(sources)).toEqual(new Set(['node-x64', 'app-gpu']));
    expect(all.find(({ keyword, stage }) => keyword === 'FROM' && stage === 'app-gpu')?.rest).toBe(
      'app-x64 AS app-gpu',
    );
    expect(all.find(({ keyword, stage }) => keyword === 'FROM' && stage === 'app-x64')?.rest).toBe(
      'node-x64 AS app-x64',
    );
    for (const keyword of ['RUN', 'COPY']) expect(of('app-x64', keyword)).toEqual(of('app', keyword));
  });

  it('is not built with libraries for another CUDA than its base has', () => {
    const [, major] = /^CUDA_IMAGE=nvidia\/cuda:(\d+)\./.exec(
      of('', 'ARG').find((arg) => arg.startsWith('CUDA_IMAGE='))!,
    )!;
    expect(of('app-gpu', 'ARG')).toContain(`CUDA_MAJOR=${major}`);
    expect(of('app-gpu', 'RUN').join('\n')).toContain(
      `grep -qF libcublasLt.so.\${CUDA_MAJOR} libonnxruntime_providers_cuda.so`,
    );
  });

  it('takes a mirror of NuGet in place of the address that the script of onnxruntime-node has', () => {
    const script = join(ROOT, 'node_modules/onnxruntime-node/script/install-metadata.js');
    const address = 'https://api.nuget.org/v3/index.json';
    expect(readFileSync(script, 'utf8').split(address)).toHaveLength(2);
    expect(of('app-gpu', 'ARG')).toContain(`NUGET_INDEX=${address}`);
    expect(of('app-gpu', 'RUN')[0]).toContain(`s|${address}|\${NUGET_INDEX}|`);
  });
});

describe.each(['cpu', 'gpu'])('the image %s', (stage) => {
  it('runs nothing while it is put together, and at run time no shell', () => {
    expect(of(stage, 'RUN')).toEqual([]);
    const [command, ...args] = JSON.parse(of(stage, 'ENTRYPOINT')[0]!);
    expect([command, ...args]).toEqual(['node', 'dist/src/server/main.js']);
    expect(of(stage, 'HEALTHCHECK')[0]).toMatch(/CMD \["node", "dist\/src\/cli\/health\.js"\]$/);
    for (const path of ['src/server/main.ts', 'src/cli/health.ts']) expect(existsSync(join(ROOT, path))).toBe(true);
  });

  it('runs as nobody, by number, so that Kubernetes can tell', () => {
    expect(of(stage, 'USER')).toEqual(['10001:10001']);
    expect(of(stage, 'COPY')).toContain(
      `--from=${stage === 'gpu' ? 'app-gpu' : 'app'} --chown=10001:10001 /data /data`,
    );
    expect(of(stage, 'VOLUME')).toEqual(['/data']);
  });

  it('sets settings that the service takes, and never a CPU in place of a GPU', () => {
    const pairs = of(stage, 'ENV')[0]!
      .split(' ')
      .map((pair) => pair.split('=') as [string, string]);
    const env = Object.fromEntries(pairs);
    expect(loadConfig(env)).toMatchObject({
      HOST: '0.0.0.0',
      DATA_DIR: '/data',
      MODEL_DIR: '/app/model',
      EVIDENCE_MODEL_DIR: '/app/evidence-model',
      EXECUTION_PROVIDER: stage === 'gpu' ? 'cuda' : 'cpu',
    });
    // So that the manifest's graph of the provider is taken.
    expect(loadConfig(env).MODEL_FILE).toBeUndefined();
    const others = Object.keys(env).filter((name) => !(name in settings.shape));
    expect(others).toEqual(stage === 'gpu' ? ['NODE_ENV', 'CUDA_CACHE_PATH', 'CUDA_CACHE_MAXSIZE'] : ['NODE_ENV']);
  });

  it('says what it is', () => {
    const [labels] = of(stage, 'LABEL');
    for (const name of ['title', 'description', 'version', 'revision', 'licenses']) {
      expect(labels).toContain(`org.opencontainers.image.${name}="`);
    }
    const { license } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
    expect(license).toBe('MIT AND Apache-2.0');
    expect(labels).toContain(`org.opencontainers.image.licenses="${license}"`);
  });
});
