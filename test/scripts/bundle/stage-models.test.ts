import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { modelLines, stageModels } from '../../../scripts/bundle/stage-models.ts';
import { openModelDirectory } from '../../../src/nli/models/directory.ts';
import { sealModel } from '../../../src/nli/models/seal.ts';
import { copyModel, FLOAT, flipByte, twoGraphs } from '../../nli/support/model-copy.ts';
import { fixture, MODEL_FILE } from '../../nli/support/models.ts';

let app: string;
beforeEach(() => {
  app = mkdtempSync(join(tmpdir(), 'bundle-models-'));
  onTestFinished(() => rmSync(app, { recursive: true }));
});

const evidence = fixture('foreign-roberta');
const modelFile = undefined;

describe('the models of a bundle', () => {
  it('lie under the names of their folders, with all that is sealed, the card and nothing else', async () => {
    const verdict = await twoGraphs();
    for (const name of ['LICENSE', 'NOTICE', 'README.md', 'calibration.json', 'notes.txt']) {
      writeFileSync(join(verdict, name), '{}');
    }
    await sealModel(verdict);
    const parts = await stageModels(app, { verdict, evidence, modelFile });
    expect(readdirSync(join(app, 'models')).sort()).toEqual(['foreign-bert', 'foreign-roberta']);
    const copied = readdirSync(join(app, 'models/foreign-bert'), { recursive: true });
    expect(copied).toEqual(expect.arrayContaining(['LICENSE', 'NOTICE', 'README.md', 'manifest.json', FLOAT]));
    expect(copied).not.toContain('notes.txt');
    const opened = await openModelDirectory(join(app, 'models/foreign-bert'), undefined);
    expect(opened.calibration).toEqual({});
    const other = await openModelDirectory(evidence, undefined);
    expect(parts).toMatchObject([
      { name: 'foreign-bert', sha256: opened.sha256, folder: 'models/foreign-bert' },
      { name: 'foreign-roberta', sha256: other.sha256, license: 'not stated in the manifest' },
    ]);
  });

  it('are one where both settings name the same directory', async () => {
    expect(await stageModels(app, { verdict: evidence, evidence, modelFile })).toHaveLength(1);
    expect(readdirSync(join(app, 'models'))).toEqual(['foreign-roberta']);
  });

  it('are refused when a file is not the one that was sealed, or the named ONNX file is not sealed', async () => {
    const verdict = copyModel();
    await expect(stageModels(app, { verdict, evidence, modelFile: 'onnx/none.onnx' })).rejects.toThrow(
      'manifest.json does not list onnx/none.onnx',
    );
    flipByte(join(verdict, MODEL_FILE));
    await expect(stageModels(app, { verdict, evidence, modelFile })).rejects.toThrow('model.onnx: expected sha256');
    expect(readdirSync(app)).toEqual([]);
  });

  it('are refused when they would lie in the same folder', async () => {
    const verdict = copyModel(evidence);
    expect(basename(verdict)).toBe(basename(evidence));
    await expect(stageModels(app, { verdict, evidence, modelFile })).rejects.toThrow(
      'Expected model directories of different names',
    );
  });

  it('are listed for install.sh, one a line, with the ONNX file if one was named', () => {
    expect(modelLines({ verdict: '/m/large', evidence: '/m/small', modelFile })).toBe('large\nsmall\n\n');
    expect(modelLines({ verdict: '/m/large', evidence: '/m/small', modelFile: 'a.onnx' })).toBe(
      'large\nsmall\na.onnx\n',
    );
  });
});
