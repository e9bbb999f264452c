import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { openSession } from '../../../src/nli/workers/onnx-session.ts';
import { MODEL_FILE } from '../support/models.ts';
import { concat, externalTensor, field, node, number, text, value } from '../support/tiny-onnx.ts';

/**
 * That a graph reads weights from its own folder only is the runtime's own check: these tests prove it of the version that
 * is installed. `graph-folder.test.ts` has what the product checks itself.
 */

const GRAPH_ATTRIBUTE = 5;
const TENSOR_ATTRIBUTE = 4;
const attribute = (name: string, id: number, bytes: Uint8Array, type: number) =>
  concat([field(1, text(name)), field(id, bytes), number(20, type)]);
const constant = (tensor: Uint8Array) => node('Constant', [], 'y', [attribute('value', 5, tensor, TENSOR_ATTRIBUTE)]);
const y = field(12, value('y', 'float32', [1]));

/** A graph of these fields with the inputs of a model that it does not read. */
function modelOf(fields: readonly Uint8Array[], more: readonly Uint8Array[] = []): Uint8Array {
  const inputs = ['input_ids', 'attention_mask'].map((name) => field(11, value(name, 'int64', ['rows', 'length'])));
  const graph = field(7, concat([...fields, field(2, text('reader')), ...inputs, y]));
  const operators = (domain: string, version: number) => field(8, concat([field(1, text(domain)), number(2, version)]));
  return concat([number(1, 8), operators('', 14), operators('own', 1), graph, ...more]);
}

/** A graph whose one operator has a branch, its own graph. */
function modelWithBranch(fields: readonly Uint8Array[]): Uint8Array {
  const branch = concat([...fields, field(2, text('branch')), y]);
  const branches = ['then_branch', 'else_branch'].map((name) => attribute(name, 6, branch, GRAPH_ATTRIBUTE));
  const yes = concat([number(1, 1), number(2, 9), field(8, text('yes')), field(9, Uint8Array.of(1))]);
  return modelOf([field(1, node('If', ['yes'], 'y', branches)), field(5, yes)]);
}

/** Every place in which an ONNX file can keep a tensor, with the tensor's data at `location`. */
const PLACES: Readonly<Record<string, (location: string) => Uint8Array>> = {
  'an initializer': (location) =>
    modelOf([field(1, node('Identity', ['w'], 'y', [])), field(5, externalTensor('w', location))]),
  'a sparse initializer': (location) => {
    const first = concat([number(1, 1), number(2, 7), field(8, text('first')), field(9, new Uint8Array(8))]);
    const sparse = concat([field(1, externalTensor('w', location)), field(2, first), number(3, 1)]);
    return modelOf([field(1, node('Identity', ['w'], 'y', [])), field(15, sparse)]);
  },
  'an attribute': (location) => modelOf([field(1, constant(externalTensor('w', location)))]),
  'an initializer of a branch': (location) =>
    modelWithBranch([field(1, node('Identity', ['w'], 'y', [])), field(5, externalTensor('w', location))]),
  'an attribute in a branch': (location) => modelWithBranch([field(1, constant(externalTensor('w', location)))]),
  'a function': (location) => {
    const body = field(7, constant(externalTensor('w', location)));
    const operators = field(9, concat([field(1, text('')), number(2, 14)]));
    const own = concat([field(1, text('F')), field(5, text('y')), body, operators, field(10, text('own'))]);
    const call = concat([field(2, text('y')), field(4, text('F')), field(7, text('own'))]);
    return modelOf([field(1, call)], [field(25, own)]);
  },
};

let dir: string;
beforeEach(() => {
  const parent = mkdtempSync(join(tmpdir(), 'external-data-'));
  onTestFinished(() => rmSync(parent, { recursive: true }));
  dir = join(parent, 'model');
  mkdirSync(join(dir, 'onnx/parts'), { recursive: true });
  for (const path of ['../outside.bin', 'outside.bin', 'onnx/w.bin', 'onnx/parts/w.bin'])
    writeFileSync(join(dir, path), Buffer.alloc(4));
  symlinkSync('../outside.bin', join(dir, 'onnx/link.bin'));
  symlinkSync('../..', join(dir, 'onnx/away'));
});

function open(graph: Uint8Array) {
  writeFileSync(join(dir, MODEL_FILE), graph);
  return openSession({
    dir,
    graph: { path: MODEL_FILE, data: [], optimisation: 'basic', bytes: graph.length },
    provider: 'cpu',
    threads: 1,
  });
}

describe.each(Object.entries(PLACES))('the data of %s', (_, modelAt) => {
  it.each(['w.bin', 'parts/w.bin'])('is read at %s', async (location) => {
    await expect(open(modelAt(location))).resolves.toBeDefined();
  });

  it.each([
    ['above the folder', '../outside.bin'],
    ['above the model directory', '../../outside.bin'],
    ['above it by a detour', 'parts/../../outside.bin'],
    ['a link out of the folder', 'link.bin'],
    ['in a folder that is a link out of it', 'away/outside.bin'],
    ['of the process', '../../../../../../../../proc/self/environ'],
  ])('is refused %s', async (_place, location) => {
    await expect(open(modelAt(location))).rejects.toThrow(
      expect.objectContaining({
        code: 'invalid_model',
        message: expect.stringMatching(/^onnx\/model\.onnx: onnxruntime cannot load it; \S/),
      }),
    );
  });

  it.each(['outside.bin', 'onnx/w.bin'])('is refused at an absolute path: %s', async (path) => {
    await expect(open(modelAt(join(dir, path)))).rejects.toThrow(/onnxruntime cannot load it; \S/);
  });
});

describe('a refusal of the runtime', () => {
  it.each([
    ['../outside.bin', /External data path escapes model directory\. External data path: "\.\.\/outside\.bin"/],
    ['link.bin', /External data path escapes model directory\. External data path: "link\.bin"/],
    ['/etc/hostname', /Absolute path not allowed for external data location/],
    ['gone.bin', /External data path does not exist: "\S+\/onnx\/gone\.bin"/],
  ])('says why: %s', async (location, words) => {
    await expect(open(PLACES['an initializer']!(location))).rejects.toThrow(words);
  });

  it.each([
    ['a pointer to the file', text('version https://git-lfs.github.com/spec/v1\n')],
    ['nothing', new Uint8Array()],
    ['the first half of a model', PLACES['an initializer']!('w.bin').slice(0, 60)],
  ])('comes for what is no ONNX model, too: %s', async (_, bytes) => {
    await expect(open(bytes)).rejects.toThrow(/^onnx\/model\.onnx: onnxruntime cannot load it; \S/);
  });
});

describe('a graph that is a link', () => {
  it('reads where the link leads, too: therefore a model directory with such a link is refused', async () => {
    const graph = PLACES['an initializer']!('../../elsewhere/w.bin');
    mkdirSync(join(dir, '../elsewhere'));
    for (const [name, bytes] of [
      ['w.bin', Buffer.alloc(4)],
      ['graph', graph],
    ] as const)
      writeFileSync(join(dir, '../elsewhere', name), bytes);
    await expect(open(graph)).rejects.toThrow(/escapes model directory/);
    rmSync(join(dir, MODEL_FILE));
    symlinkSync('../../elsewhere/graph', join(dir, MODEL_FILE));
    const linked = { path: MODEL_FILE, data: [], optimisation: 'basic', bytes: graph.length } as const;
    await expect(openSession({ dir, graph: linked, provider: 'cpu', threads: 1 })).resolves.toBeDefined();
  });
});
