import { existsSync } from 'node:fs';
import { copyFile, mkdir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { describeModel, MANIFEST_FILE } from '../../src/index.ts';

/** The model card: not sealed, but NOTICE refers to it. */
const CARD = 'README.md';

export interface BundledModels {
  readonly verdict: string;
  /** Directory for EVIDENCE_MODEL_DIR; may be the same. */
  readonly evidence: string;
  readonly modelFile: string | undefined;
}

export interface ModelPart {
  readonly name: string;
  readonly version: string;
  /** Hash of its file list, as in `/info` and in calibration files. */
  readonly sha256: string;
  readonly license: string;
  readonly folder: string;
}

/** Copies sealed files and model cards into `app/models`. Throws when a model does not match its manifest. */
export async function stageModels(app: string, { verdict, evidence, modelFile }: BundledModels): Promise<ModelPart[]> {
  if (verdict === evidence) return [await stageModel(app, verdict, modelFile)];
  if (basename(verdict) === basename(evidence)) {
    throw new Error(`Expected model directories of different names, got ${verdict} and ${evidence}. Rename one.`);
  }
  return [await stageModel(app, verdict, modelFile), await stageModel(app, evidence, undefined)];
}

async function stageModel(app: string, dir: string, modelFile: string | undefined): Promise<ModelPart> {
  const { id, version, sha256, files, license = 'not stated in the manifest' } = await describeModel(dir, modelFile);
  const folder = join('models', basename(dir));
  const card = existsSync(join(dir, CARD)) ? [CARD] : [];
  for (const path of new Set([MANIFEST_FILE, ...files.map(({ path }) => path), ...card])) {
    const target = join(app, folder, path);
    await mkdir(dirname(target), { recursive: true });
    await copyFile(join(dir, path), target);
  }
  return { name: id, version, sha256, license, folder };
}

/** The file MODEL, which install.sh reads: folder of the verdict model, folder of the evidence model, MODEL_FILE. */
export function modelLines({ verdict, evidence, modelFile = '' }: BundledModels): string {
  return `${basename(verdict)}\n${basename(evidence)}\n${modelFile}\n`;
}
