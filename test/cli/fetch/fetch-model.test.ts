import { mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { fetchModel, filesToFetch } from '../../../src/cli/fetch/fetch-model.ts';
import type { HubModel } from '../../../src/cli/fetch/hub.ts';
import { createVerifier } from '../../../src/index.ts';
import { copyModel, TINY } from '../../nli/support/model-copy.ts';
import { tinyGraph } from '../../nli/support/tiny-onnx.ts';
import { COMMIT, type FakeHub, type Faults, fakeHub } from './fake-hub.ts';

const MODEL = resolve(import.meta.dirname, '../../fixtures/foreign-bert');

let work: string;
beforeEach(() => {
  work = mkdtempSync(join(tmpdir(), 'fetch-test-'));
  onTestFinished(() => rmSync(work, { recursive: true }));
});

interface Asked {
  readonly id?: string;
  readonly revision?: string;
  readonly modelFile?: string;
  readonly token?: string;
}

function fetchFrom({ endpoint }: Pick<FakeHub, 'endpoint'>, asked: Asked = {}) {
  const { id = 'someone/nli', revision = 'main', modelFile = 'onnx/model.onnx', token } = asked;
  const lines: string[] = [];
  const folder = join(work, 'models', 'nli');
  const done = fetchModel({
    hub: { endpoint, token },
    id,
    revision,
    modelFile,
    folder,
    say: (line) => lines.push(line),
  });
  return { done, folder, lines };
}

describe('a fetched model', () => {
  it('is pinned to the commit, sealed with its licence and origin, and verifies claims', async () => {
    const hub = await fakeHub(MODEL);
    const { done, folder, lines } = fetchFrom(hub, { revision: 'v1' });
    await done;
    const manifest = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8'));
    expect(manifest).toMatchObject({
      name: 'someone/nli',
      license: 'mit',
      source: { hub: hub.endpoint, id: 'someone/nli', revision: COMMIT },
    });
    const sealed = JSON.parse(readFileSync(join(MODEL, 'manifest.json'), 'utf8'));
    expect(manifest.files).toEqual(sealed.files);
    expect(manifest.graphs.map(({ path }: { path: string }) => path)).toEqual(['onnx/model.onnx', 'onnx/model.onnx']);
    expect(lines.at(-1)).toBe(`someone/nli at ${COMMIT}, licence mit: ${folder}`);
    const verifier = await createVerifier({ modelDir: folder, executionProvider: 'cpu', workers: 1 });
    expect(verifier.info.model.id).toBe('someone/nli');
    await verifier.close();
  });

  it('is made of the files the service reads, all of them at the commit', async () => {
    const hub = await fakeHub(MODEL);
    await fetchFrom(hub).done;
    const [description, ...files] = hub.asked;
    expect(description).toBe('/api/models/someone/nli/revision/main');
    expect(files.sort()).toEqual(
      ['config.json', 'onnx/model.onnx', 'special_tokens_map.json', 'tokenizer.json', 'tokenizer_config.json'].map(
        (path) => `/someone/nli/resolve/${COMMIT}/${path}`,
      ),
    );
  });
});

describe('a fetched graph that keeps its weights in another file', () => {
  /** A model whose only graph, of another name than the usual one, reads onnx/parts/w.bin. */
  function modelWithWeights(): string {
    const dir = copyModel(MODEL);
    renameSync(join(dir, 'onnx/model.onnx'), join(dir, 'onnx/other.onnx'));
    mkdirSync(join(dir, 'onnx/parts'));
    writeFileSync(join(dir, 'onnx/model_O4.onnx'), tinyGraph({ ...TINY, location: 'parts/w.bin' }));
    for (const path of ['onnx/parts/w.bin', 'onnx/model_O4.onnx_data', 'w.bin'])
      writeFileSync(join(dir, path), Buffer.alloc(4));
    return dir;
  }

  it('brings that file, and is the graph that the service opens without being told', async () => {
    const hub = await fakeHub(modelWithWeights());
    const { done, folder } = fetchFrom(hub, { modelFile: 'onnx/model_O4.onnx' });
    await done;
    const { graphs, files } = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8'));
    const graph = { path: 'onnx/model_O4.onnx', data: ['onnx/parts/w.bin'], optimisation: 'basic' };
    expect(graphs).toEqual(['cpu', 'cuda'].map((provider) => ({ ...graph, provider })));
    expect(files.map(({ path }: { path: string }) => path)).toContain('onnx/parts/w.bin');
    expect(hub.asked.filter((path) => path.includes('/onnx/')).map((path) => path.split('/onnx/')[1])).toEqual([
      'model_O4.onnx',
      'parts/w.bin',
    ]);
  });

  it('is not kept when the model has no such file', async () => {
    const hub = await fakeHub(modelWithWeights(), { without: ['onnx/parts/w.bin'] });
    await expect(fetchFrom(hub, { modelFile: 'onnx/model_O4.onnx' }).done).rejects.toThrow(
      /^onnx\/model_O4\.onnx: onnxruntime cannot load it; .* External data path does not exist: "\S+\/onnx\/parts\/w\.bin"/,
    );
    expect(readdirSync(join(work, 'models'))).toEqual([]);
  });
});

describe('a fetch that fails', () => {
  const other = (path: string) => {
    const bytes = Buffer.from(readFileSync(join(MODEL, path)));
    bytes[0]! ^= 1;
    return { send: { [path]: bytes } };
  };
  const cases: [string, Faults, Asked, RegExp][] = [
    ['bytes other than the hub promised', other('onnx/model.onnx'), {}, /^onnx\/model\.onnx: expected sha256 \w+, got/],
    ['a small file that was changed', other('config.json'), {}, /^config\.json: expected git \w+, got/],
    ['a file cut short', { send: { 'tokenizer.json': Buffer.from('{') } }, {}, /: expected \d+ bytes, got 1\.$/],
    [
      'a file that does not end',
      { send: { 'config.json': Buffer.alloc(9999) } },
      {},
      /: expected 772 bytes, got more\.$/,
    ],
    [
      'a model without a tokenizer',
      { without: ['tokenizer.json'] },
      {},
      /expected tokenizer\.json in the repository, but it is missing/,
    ],
    [
      'another ONNX file',
      {},
      { modelFile: 'model.onnx' },
      /got these ONNX files: onnx\/model\.onnx\. Choose one with --file/,
    ],
    [
      'a model that is not there',
      {},
      { id: 'someone/else' },
      /expected 200, got 404: the model or the file does not exist/,
    ],
    [
      'a model that asks for a token',
      { token: 'x' },
      {},
      /got 401: the model does not exist or is not public; .* HF_TOKEN/,
    ],
    ['a name that is none', {}, { id: '../etc' }, /^Expected a model as owner\/name, got "\.\.\/etc"\.$/],
  ];

  it.each(cases)('for %s says so and leaves nothing', async (_, faults, asked, message) => {
    const { done } = fetchFrom(await fakeHub(MODEL, faults), asked);
    await expect(done).rejects.toThrow(message);
    expect(readdirSync(work, { recursive: true }).filter((path) => path !== 'models')).toEqual([]);
  });

  it('for want of a network names the address', async () => {
    await expect(fetchFrom({ endpoint: 'http://127.0.0.1:9' }).done).rejects.toThrow(
      /^http:\/\/127\.0\.0\.1:9\/api\/models\/someone\/nli\/revision\/main\?blobs=true: no response; /,
    );
  });

  it('because the folder is there touches nothing', async () => {
    const hub = await fakeHub(MODEL);
    mkdirSync(join(work, 'models', 'nli'), { recursive: true });
    await expect(fetchFrom(hub).done).rejects.toThrow('Expected a new folder');
    expect(hub.asked).toEqual([]);
  });
});

describe('the choice of files', () => {
  const hash = { kind: 'git', hex: '' } as const;
  const model = (paths: string[]): HubModel => ({
    id: 'someone/nli',
    revision: COMMIT,
    license: undefined,
    files: [...paths, 'config.json', 'tokenizer.json', 'tokenizer_config.json'].map((path) => ({
      path,
      bytes: 1,
      hash,
    })),
  });

  it('takes the ONNX file that was asked for, licences, and no other precision', () => {
    const paths = ['onnx/model.onnx', 'onnx/model.onnx_data', 'onnx/model_fp16.onnx', 'NOTICE', 'LICENSE'];
    const chosen = filesToFetch(model([...paths, 'model.safetensors']), 'onnx/model.onnx').map(({ path }) => path);
    expect(chosen.filter((path) => !path.endsWith('.json'))).toEqual(['onnx/model.onnx', 'NOTICE', 'LICENSE']);
  });
});
