import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCommand } from '../../support/run-command.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'verify-'));
  await writeFile(join(folder, 'in.jsonl'), '');
});
afterAll(() => rm(folder, { recursive: true }));

// Starting a process takes seconds on a busy machine.
describe('claim-verifier verify', { timeout: 120_000 }, () => {
  it.each([
    [['--input', 'nowhere.jsonl'], 'Expected a readable input file, got "nowhere.jsonl"'],
    [['--input', '-', '--shard', '3/3'], 'expected i/n with i from 0 to n - 1, such as 0/4; got "3/3"'],
    [['--input', '-', '--resume'], '--resume needs --output FILE'],
  ])('refuses %j in a sentence and ends with 1', async (args, words) => {
    const { code, stdout, stderr } = await runCommand(['verify', ...args]);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toContain(words);
  });
});
