import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { onTestFinished } from 'vitest';
import { sealModel } from '../../../src/nli/models/seal.ts';
import { fixture, MODEL_FILE } from './models.ts';
import { tinyGraph } from './tiny-onnx.ts';

/** A copy of a model directory that the test may spoil; gone when the test is over. */
export function copyModel(dir: string = fixture('foreign-bert')): string {
  const parent = mkdtempSync(join(tmpdir(), 'model-'));
  onTestFinished(() => rmSync(parent, { recursive: true, force: true }));
  const copy = join(parent, basename(dir));
  cpSync(dir, copy, { recursive: true });
  return copy;
}

type Json = Record<string, unknown>;

export function editJson(dir: string, file: string, edit: (value: Json) => unknown): void {
  const path = join(dir, file);
  const value = JSON.parse(readFileSync(path, 'utf8')) as Json;
  writeFileSync(path, JSON.stringify(edit(value) ?? value));
}

export function flipByte(path: string): void {
  const bytes = readFileSync(path);
  bytes[bytes.length >> 1]! ^= 1;
  writeFileSync(path, bytes);
}

/** A copy whose JSON file was edited before it was sealed: what a foreign directory may bring. */
export async function sealedWith(file: string, edit: (value: Json) => unknown, dir?: string): Promise<string> {
  const copy = copyModel(dir);
  editJson(copy, file, edit);
  await sealModel(copy, MODEL_FILE);
  return copy;
}

export async function sealedWithGraph(graph: Uint8Array): Promise<string> {
  const copy = copyModel();
  writeFileSync(join(copy, MODEL_FILE), graph);
  await sealModel(copy, MODEL_FILE);
  return copy;
}

export const FLOAT = 'onnx/model_float.onnx';
export const TINY = { inputs: { input_ids: 'int64', attention_mask: 'int64' }, output: 'float32', columns: 3 } as const;

/** A sealed copy with a graph for CPUs and one with external data for CUDA. */
export async function twoGraphs(): Promise<string> {
  const dir = await sealedWithGraph(tinyGraph(TINY));
  writeFileSync(join(dir, FLOAT), tinyGraph({ ...TINY, location: 'weights.bin' }));
  writeFileSync(join(dir, 'onnx/weights.bin'), Buffer.alloc(4));
  const graphs = [
    { path: MODEL_FILE, provider: 'cpu' },
    { path: FLOAT, provider: 'cuda', optimisation: 'extended' },
  ];
  editJson(dir, 'manifest.json', (manifest) => ({ ...manifest, graphs }));
  await sealModel(dir);
  return dir;
}
