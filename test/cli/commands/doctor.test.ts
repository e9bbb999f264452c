import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { copyModel, flipByte } from '../../nli/support/model-copy.ts';
import { COMPACT_MODEL } from '../../nli/support/models.ts';
import { runCommand } from '../../support/run-command.ts';
import { COMPACT_ENV } from '../../support/small-models.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'doctor-'));
});
afterAll(() => rmSync(folder, { recursive: true }));
const doctor = (env: Record<string, string> = {}) =>
  runCommand(['doctor'], {
    env: { ...COMPACT_ENV, DATA_DIR: join(folder, 'data'), DATABASE_URL: '', REDIS_URL: '', PORT: '0', ...env },
  });

// Starting a process and a worker takes seconds on a busy machine.
describe('claim-verifier doctor', () => {
  it('says of every part that it is well, runs the models, and makes nothing', async () => {
    const { code, stdout, stderr } = await doctor();
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    for (const line of [
      /^ok +Node +\d+\.\d+\.\d+ \(needs >=20\.19\)$/m,
      /^ok +CPUs +\d+ of \d+ available$/m,
      /^ok +settings +set: .*MODEL_DIR/m,
      /^ok +verdict model +claim-nli-compact \S+, \d+ MB, matches its manifest; sha256 [0-9a-f]{64}$/m,
      /^ok +golden check +.*3 of claim-nli-compact\)$/m,
      /^ok +provider +cpu, graph onnx\/model\.onnx/m,
      /^ok +database +SQLite in .*: does not exist yet; the first start creates it$/m,
      /^ok +Redis +not configured/m,
    ]) {
      expect(stdout).toMatch(line);
    }
    expect(stdout).not.toContain('\u001b[');
    expect(existsSync(join(folder, 'data'))).toBe(false);
  });

  it('names every setting that the service would refuse, and ends with 1', async () => {
    const { code, stdout } = await doctor({ PORT: '99999', LOG_LEVEL: 'loud', SMTP_URL: 'http://user:hidden@mail' });
    expect(code).toBe(1);
    expect(stdout).toMatch(/^error +settings +PORT: /m);
    expect(stdout).toMatch(/^error +settings +LOG_LEVEL: /m);
    expect(stdout).toMatch(/^error +settings +SMTP_URL: /m);
    expect(stdout).not.toContain('hidden');
    expect(stdout).toMatch(/\n3 errors, \d+ warnings?\.\n$/);
  });

  it('reports a damaged model and unreachable stores without their passwords', async () => {
    const spoilt = copyModel(COMPACT_MODEL);
    flipByte(join(spoilt, 'onnx/model.onnx'));
    const { code, stdout } = await doctor({
      MODEL_DIR: spoilt,
      DATABASE_URL: 'postgres://ada:hidden@127.0.0.1:1/keys',
      REDIS_URL: 'redis://:hidden@127.0.0.1:1/0',
    });
    expect(code).toBe(1);
    expect(stdout).toMatch(/^error +verdict model .*model\.onnx: expected sha256 .* Check MODEL_DIR/m);
    expect(stdout).toMatch(/^ok +evidence model /m);
    expect(stdout).toMatch(
      /^error +database +PostgreSQL at 127\.0\.0\.1:1\/keys: .*ECONNREFUSED.* Check DATABASE_URL/m,
    );
    expect(stdout).toMatch(/^error +Redis +127\.0\.0\.1:1\/0: .*ECONNREFUSED.* Check REDIS_URL/m);
    expect(stdout).not.toContain('hidden');
  });
});
