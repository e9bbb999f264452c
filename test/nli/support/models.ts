import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type CrossEncoderOptions, type OpenedModels, openCrossEncoder } from '../../../src/nli/cross-encoder.ts';
import { openModelDirectory } from '../../../src/nli/models/directory.ts';
import type { SessionModel } from '../../../src/nli/workers/onnx-session.ts';

const ROOT = resolve(import.meta.dirname, '../../..');
export const MODEL_FILE = 'onnx/model.onnx';
/** The verdict model: slow, so that few tests open it. */
export const VERDICT_MODEL = join(ROOT, 'models/claim-nli');
/** The evidence model: quick, and a verdict model to most tests. */
export const COMPACT_MODEL = join(ROOT, 'models/claim-nli-compact');

export const fixture = (name: string) => join(ROOT, 'test/fixtures', name);

/** The bundled models and one of each common family: name and directory. */
export const MODELS = [
  ['claim-nli', VERDICT_MODEL],
  ['claim-nli-compact', COMPACT_MODEL],
  ['foreign-bert', fixture('foreign-bert')],
  ['foreign-roberta', fixture('foreign-roberta')],
  ['foreign-deberta', fixture('foreign-deberta')],
] as const;

export interface GoldenRow {
  readonly premise: string;
  readonly hypothesis: string;
  readonly input_ids: readonly number[];
  readonly token_type_ids?: readonly number[];
  /** In the order of the model's own output. */
  readonly logits: readonly [number, number, number];
  /** Those of the float graph, when the model has one. */
  readonly logits_float?: readonly [number, number, number];
}

/** Pairs with the ids and logits that the reference implementation gave. */
export function goldenRows(dir: string): GoldenRow[] {
  const lines = readFileSync(join(dir, 'golden.jsonl'), 'utf8').trim().split('\n');
  return lines.map((line) => JSON.parse(line) as GoldenRow);
}

export const openModel = (dir: string) => openModelDirectory(dir, undefined);

export async function sessionModel(dir: string): Promise<SessionModel> {
  const { graphs, seals } = await openModel(dir);
  return { dir, graphs, seals };
}

/** Both models as the options of a test say; by default the same directory is in both places. */
export async function openModels(
  verdictDir: string,
  options: Partial<CrossEncoderOptions> = {},
): Promise<OpenedModels> {
  return openCrossEncoder({
    verdict: { dir: verdictDir, file: undefined },
    evidence: { dir: verdictDir },
    provider: 'cpu',
    workers: 1,
    threadsPerWorker: 1,
    maxQueueMs: 600_000,
    scoreCachePairs: 0,
    ...options,
  });
}

/** A cross-encoder without a cache, on as many workers as the test needs. */
export async function openEncoder(verdictDir: string, options: Partial<CrossEncoderOptions> = {}) {
  return (await openModels(verdictDir, options)).encoder;
}
