import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { ServiceError } from '../../src/errors.ts';
import { externalData } from '../../src/nli/onnx-external-data.ts';
import { TINY } from './support/model-copy.ts';
import { COMPACT_MODEL, MODEL_FILE, VERDICT_MODEL } from './support/models.ts';
import { concat, externalTensor, field, number, text, tinyGraph } from './support/tiny-onnx.ts';

let dir: string;
beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), 'external-data-'));
  mkdirSync(join(dir, 'onnx'));
  return () => rmSync(dir, { recursive: true });
});

function dataOf(bytes: Uint8Array, path = MODEL_FILE): readonly string[] {
  const file = join(dir, path);
  writeFileSync(file, bytes);
  onTestFinished(() => rmSync(file, { force: true }));
  return externalData(dir, path);
}

const weight = externalTensor('w', 'w.bin');
const graphOf = (...fields: Uint8Array[]) => field(7, concat(fields));
const nodeOf = (attribute: Uint8Array) => field(1, field(5, attribute));
const refusal = (words: RegExp) =>
  expect.objectContaining({ code: 'invalid_model', message: expect.stringMatching(words) });

describe('the external data of a graph', () => {
  it.each<[string, Uint8Array]>([
    ['an initializer', graphOf(field(5, weight))],
    ['a sparse initializer', graphOf(field(15, field(1, weight)))],
    ['the tensor of an attribute', graphOf(nodeOf(field(5, weight)))],
    ['one of the tensors of an attribute', graphOf(nodeOf(concat([field(10, weight), field(10, weight)])))],
    ['a graph inside a node', graphOf(nodeOf(field(6, field(5, weight))))],
    ['one of the graphs inside a node', graphOf(nodeOf(field(11, nodeOf(field(5, weight)))))],
    ['a function', concat([graphOf(), field(25, field(7, field(5, field(5, weight))))])],
  ])('is found in %s', (_, model) => {
    expect(dataOf(model)).toEqual(['onnx/w.bin']);
  });

  it('is named once each, sorted, relative to the model directory', () => {
    const tensors = ['b.bin', 'parts/a.bin', '../up.bin', './b.bin'].map((path) => field(5, externalTensor('t', path)));
    expect(dataOf(graphOf(...tensors))).toEqual(['onnx/b.bin', 'onnx/parts/a.bin', 'up.bin']);
    expect(dataOf(graphOf(field(5, weight)), 'model.onnx')).toEqual(['w.bin']);
  });

  it('is found behind weights that lie in the graph itself', () => {
    const inline = concat([field(8, text('inline')), field(9, new Uint8Array(200_000).fill(0x6a))]);
    expect(dataOf(graphOf(field(5, inline), field(5, weight)))).toEqual(['onnx/w.bin']);
  });

  it('is nothing where tensors say nothing but how long they are', () => {
    const entry = field(13, concat([field(1, text('length')), field(2, text('4'))]));
    expect(dataOf(graphOf(field(5, entry)))).toEqual([]);
    expect(dataOf(tinyGraph(TINY))).toEqual([]);
  });

  it('is one file for both graphs of the model that decides, and none for the compact one', () => {
    expect(externalData(VERDICT_MODEL, MODEL_FILE)).toEqual(['onnx/weights.bin']);
    expect(externalData(VERDICT_MODEL, 'onnx/model_float.onnx')).toEqual(['onnx/weights.bin']);
    expect(externalData(COMPACT_MODEL, MODEL_FILE)).toEqual([]);
  });

  it.each(['../../w.bin', '/etc/hostname', 'a/../../../w.bin', '../..', ''])('is refused at "%s"', (location) => {
    expect(() => dataOf(graphOf(field(5, externalTensor('w', location))))).toThrow(
      refusal(/onnx\/model\.onnx: its external data ".*" must lie inside the model directory\.$/),
    );
  });
});

describe('a file that is no whole ONNX model', () => {
  const whole = tinyGraph({ ...TINY, location: 'w.bin' });

  it('is refused wherever it was cut', () => {
    for (let length = 0; length < whole.length; length++) {
      expect(() => dataOf(whole.subarray(0, length)), `${length} bytes`).toThrow(
        refusal(/expected an ONNX model, but .+\. Copy or export the file again\.$/),
      );
    }
    expect(dataOf(whole)).toEqual(['onnx/w.bin']);
  });

  it('ends in a list or a refusal, whatever bytes it holds', () => {
    const any = fc.uint8Array({ maxLength: 60 });
    const damaged = fc.tuple(fc.nat(whole.length - 1), fc.nat(255)).map(([at, byte]) => whole.with(at, byte));
    fc.assert(
      fc.property(fc.oneof(any, damaged), (bytes) => {
        try {
          return Array.isArray(dataOf(bytes));
        } catch (error) {
          return error instanceof ServiceError && error.code === 'invalid_model';
        }
      }),
      { numRuns: 300 },
    );
  });

  it.each<[string, Uint8Array, RegExp]>([
    ['a pointer to it', text('version https://git-lfs.github.com/spec/v1\n'), /does not start a field/],
    ['a model without a graph', number(1, 7), /it contains no graph/],
    [
      'a number without an end',
      concat([number(1, 7), new Uint8Array(12).fill(0xff)]),
      /number before byte \d+ is truncated/,
    ],
    [
      'a name of many bytes',
      graphOf(field(5, externalTensor('w', 'w'.repeat(5000)))),
      /has 5000 bytes, more than 4096/,
    ],
  ])('is refused: %s', (_, bytes, words) => {
    expect(() => dataOf(bytes)).toThrow(refusal(words));
  });

  it('is refused when graphs lie in graphs without end', () => {
    let nested: Uint8Array = new Uint8Array();
    for (let depth = 0; depth < 60; depth++) nested = nodeOf(field(6, nested));
    expect(() => dataOf(field(7, nested))).toThrow(refusal(/nested more than 100 times/));
  });

  it('is refused when it is not there', () => {
    expect(() => externalData(dir, 'onnx/none.onnx')).toThrow(
      refusal(/onnx\/none\.onnx: a model directory must contain this graph, but reading it failed with ENOENT/),
    );
  });
});
