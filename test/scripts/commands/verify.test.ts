import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { COMPACT_ENV } from '../../support/compact-models.ts';
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
    [[], "required option '--input <file>' or '--answers <file>' not specified"],
    [['--answers', '-', '--input', '-'], "'--answers <file>' cannot be used with option '--input <file>'"],
    [['--answers', '-', '--output-format', 'csv'], "'--answers <file>' cannot be used with option '--output-format"],
    [['--answers', 'nowhere.jsonl'], 'Expected a readable input file, got "nowhere.jsonl"'],
    [['--input', '-', '--resume'], '--resume needs --output FILE'],
  ])('refuses %j in a sentence and ends with 1', async (args, words) => {
    const { code, stdout, stderr } = await runCommand(['verify', ...args]);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toContain(words);
  });

  it('checks the answers of a file, counts their verdicts and ends with 2 where a row is an error', async () => {
    const sources = [{ id: '1', text: 'The mill closed in June. Nobody was hurt.' }];
    const rows = [{ id: 'a', answer: 'The mill closed in June [1].', sources, citations: 'brackets' }, { id: 'b' }];
    const [input, output] = [join(folder, 'answers.jsonl'), join(folder, 'checked.jsonl')];
    await writeFile(input, rows.map((row) => JSON.stringify(row)).join('\n'));
    const { code, stderr } = await runCommand(['verify', '--answers', input, '--output', output], { env: COMPACT_ENV });
    expect(code).toBe(2);
    expect(stderr).toContain(
      '2 rows written, 1 of them with an error instead of a verdict: 1 SUPPORTED, 0 UNSUPPORTED, 0 UNCERTAIN.\n',
    );
    const [first, second] = (await readFile(output, 'utf8'))
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(first).toMatchObject({
      id: 'a',
      outcome: 'pass',
      sentences: [{ citation: { status: 'supported_by_cited' } }],
    });
    expect(second).toMatchObject({ id: 'b', line: 2, error: { code: 'invalid_request' } });
  });
});
