import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCommand } from '../../support/run-command.ts';
import { TINY_ENV } from '../../support/small-models.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'verify-'));
  await writeFile(join(folder, 'in.jsonl'), '');
});
afterAll(() => rm(folder, { recursive: true }));

// Starting a process takes seconds on a busy machine.
describe('claim-verifier verify', () => {
  it.each([
    [['--input', 'nowhere.jsonl'], 'The input file "nowhere.jsonl" cannot be read'],
    [[], "required option '--input <file>' or '--answers <file>' not specified"],
    [['--answers', '-', '--input', '-'], "'--answers <file>' cannot be used with option '--input <file>'"],
    [['--answers', '-', '--output-format', 'csv'], "'--answers <file>' cannot be used with option '--output-format"],
    [['--answers', 'nowhere.jsonl'], 'The input file "nowhere.jsonl" cannot be read'],
    [['--input', '-', '--resume'], '--resume needs --output FILE'],
    [['--input', 'in.jsonl', '--output', 'out.parquet'], 'got "out.parquet"'],
    [['--input', '-', '--output-format', 'xlsx'], '.xlsx needs --output FILE'],
    [['--input', '-', '--output', 'out.jsonl', '--report', 'r.html'], '--report needs an input file'],
    [['--input', 'in.jsonl', '--output', 'o', '--decisions', 'd.json'], '--decisions needs --report FILE'],
    [['--input', 'in.jsonl', '--report', 'r.html'], '--report needs --output FILE'],
    [['--input', 'in.jsonl', '--output', 'o', '--report', 'no/r.html'], 'the directory no does not exist'],
    [['--input', '-', '--delimiter', 'ab'], 'Expected one ASCII character other than a letter'],
    [['--input', '-', '--delimiter', '§'], 'Expected one ASCII character other than a letter'],
  ])('refuses %j in a sentence and ends with 1', async (args, words) => {
    const { code, stdout, stderr } = await runCommand(['verify', ...args]);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toContain(words);
  });

  it('reads columns of other names from packed CSV, says why rows have no verdict, and writes a report', async () => {
    const [input, output, report] = ['in.csv.gz', 'out.csv', 'out.html'].map((name) => join(folder, name)) as [
      ...[string, string, string],
    ];
    const rows = ['n;statement;page', '1;The mill closed.;The mill closed in June.', '2;x'];
    await writeFile(input, gzipSync(rows.join('\n')));
    const columns = ['--claim-column', 'statement', '--source-column', 'page'];
    const args = ['verify', '--input', input, '--output', output, '--report', report, ...columns];
    const { code, stderr } = await runCommand(args, { env: TINY_ENV });
    expect(stderr).toContain(
      '1 SUPPORTED, 0 UNSUPPORTED, 0 UNCERTAIN; 0 fail, 0 review, 1 pass.\n  1 x Expected 3 fields, got 2.\n',
    );
    expect(code).toBe(2);
    expect(await readFile(report, 'utf8')).toContain('<mark class=');
    expect((await runCommand(args)).stderr).toContain('add --force to overwrite it');
    const other = await runCommand(['verify', '--input', input, '--claim-column', 'text'], { env: TINY_ENV });
    expect([other.code, other.stdout]).toEqual([1, '']);
    expect(other.stderr).toContain('missing: text, grounding_source; got n, statement, page.');
    expect(other.stderr).toContain('(--claim-column, --source-column)');
  });

  it('checks the answers of a file, counts their verdicts and ends with 2 where a row is an error', async () => {
    const sources = [{ id: '1', text: 'The mill closed in June. Nobody was hurt.' }];
    const rows = [{ id: 'a', answer: 'The mill closed in June [1].', sources, citations: 'brackets' }, { id: 'b' }];
    const [input, output] = [join(folder, 'answers.jsonl'), join(folder, 'checked.jsonl')];
    await writeFile(input, rows.map((row) => JSON.stringify(row)).join('\n'));
    const report = join(folder, 'checked.html');
    const args = ['verify', '--answers', input, '--output', output, '--report', report];
    const { code, stderr } = await runCommand(args, { env: TINY_ENV });
    expect(code).toBe(2);
    expect(stderr).toContain(
      '2 rows written, 1 of them with an error instead of a verdict: 1 SUPPORTED, 0 UNSUPPORTED, 0 UNCERTAIN; 0 fail, 0 review, 1 pass.\n',
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
    expect(await readFile(report, 'utf8')).toContain('row 1 · id a · sentence 1');
    expect(second).toMatchObject({ id: 'b', row: 2, error: { code: 'invalid_request' } });
  });
});
