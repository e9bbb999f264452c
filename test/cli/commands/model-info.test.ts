import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { PACKAGE_ROOT } from '../../../src/package.ts';
import { COMPACT_MODEL } from '../../nli/support/models.ts';
import { runCommand } from '../../support/run-command.ts';

describe('claim-verifier model info', () => {
  it('says what a model directory holds', async () => {
    const { code, stdout } = await runCommand(['model', 'info', COMPACT_MODEL]);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^id +claim-nli-compact$/m);
    expect(stdout).toMatch(/^sha256 +[0-9a-f]{64}$/m);
    expect(stdout).toMatch(/^languages +en$/m);
    expect(stdout).toMatch(/^graph for cpu +onnx\/model\.onnx, \d+\.\d MB$/m);
    expect(stdout).toMatch(/^calibration +none; the default calibration is used$/m);
    expect(stdout).toMatch(/^ {2}[0-9a-f]{64} {2}\d+ {2}tokenizer\.json$/m);
  });

  it('names the calibration, and takes MODEL_DIR without an argument', async () => {
    const env = { MODEL_DIR: join(PACKAGE_ROOT, 'models', 'claim-nli') };
    const { stdout } = await runCommand(['model', 'info'], { env });
    expect(stdout).toMatch(/^id +claim-nli$/m);
    expect(stdout).toMatch(/^calibration +claim-nli \S+, \d{4}-\d\d-\d\d$/m);
  });

  it('refuses a directory that is none in a sentence', async () => {
    const { code, stdout, stderr } = await runCommand(['model', 'info', '/nope']);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(/\/nope: the model directory does not exist\.\n$/);
  });
});
