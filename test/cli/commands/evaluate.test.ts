import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Results } from '../../../src/evaluation/results.ts';
import { runCommand } from '../../support/run-command.ts';
import { TINY_ENV } from '../../support/small-models.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'evaluate-'));
  const rows = ['Bees hum.', 'Cats sleep.', 'Dogs bark.', 'Eels swim.'].flatMap((claim, index) => [
    { id: `${index}-yes`, claim, grounding_source: `It is known. ${claim}`, label: 'SUPPORTED' },
    { id: `${index}-no`, claim, grounding_source: 'Grass grows in spring.', label: 'UNCERTAIN' },
  ]);
  await writeFile(join(folder, 'animals.jsonl'), rows.map((row) => JSON.stringify(row)).join('\n'));
});
afterAll(() => rm(folder, { recursive: true }));
const path = (name: string) => join(folder, name);
const evaluate = (...args: readonly string[]) =>
  runCommand(['evaluate', '--resamples', '20', ...args], { env: TINY_ENV });
const evaluateAnimals = (...args: readonly string[]) => evaluate('--input', path('animals.jsonl'), ...args);

describe('claim-verifier evaluate', () => {
  it('prints and writes the figures', async () => {
    const first = await evaluateAnimals('--json', path('first.json'));
    expect(first.code).toBe(0);
    expect(first.stdout).toMatch(/^animals +8 +1\.000/m);
    expect(first.stdout).toMatch(/^>= 0\.5 +\d+\.\d % +100\.0 %/m);
    const results = JSON.parse(await readFile(path('first.json'), 'utf8')) as Results;
    expect(results).toMatchObject({ format: 1, half: 'all' });
    expect(results.summary.meanOverSets.auroc.value).toBe(1);
    expect(results.rows).toHaveLength(8);
    expect(JSON.stringify(results)).not.toContain('Bees');
    const second = await evaluateAnimals('--half', 'reporting', '--json');
    expect((JSON.parse(second.stdout) as Results).half).toBe('reporting');
  });

  it('measures the contrast set of the package by attack, alone or with other files', async () => {
    const { code, stdout } = await evaluate('--contrast', '--limit', '2');
    expect(code).toBe(0);
    expect(stdout).toMatch(/^wrong owner +\d+ +\d+ % \[/m);
    const both = JSON.parse((await evaluateAnimals('--contrast', '--limit', '2', '--json')).stdout) as Results;
    expect(both.summary.sets.map(({ name }) => name)).toEqual(['animals', 'contrast']);
    expect(both.summary.attacks).toHaveLength(12);
  });

  it('reads columns of other names, counts what it cannot use, and overwrites a file by force only', async () => {
    const rows = ['text;doc;gold', 'Bees hum.;It is known. Bees hum.;supported', 'Bees hum.;Grass grows.;perhaps'];
    await writeFile(path('odd.csv'), rows.join('\n'));
    const columns = ['--claim-column', 'text', '--source-column', 'doc', '--label-column', 'gold'];
    const args = ['--input', path('odd.csv'), ...columns];
    const { code, stdout } = await evaluate(...args, '--json', path('odd.json'));
    expect(code).toBe(0);
    expect(stdout).toMatch(/^odd +1 /m);
    expect(stdout).toContain('left out of odd: 1 row, unknown label (label "perhaps")');
    expect(stdout.split('\n').filter((line) => line.length > 80)).toEqual([]);
    const again = await evaluate(...args, '--json', path('odd.json'));
    expect(again).toMatchObject({ code: 1, stderr: expect.stringContaining('exists already. Choose another name') });
    expect((await evaluate(...args, '--json', path('odd.json'), '--force')).code).toBe(0);
    const wrong = await evaluate(...args, '--label-column', 'label');
    expect(wrong.stderr).toContain('Expected the columns text, doc, label; missing: label; got text, doc, gold.');
  });

  it('asks for rows to measure', async () => {
    const { code, stderr } = await evaluate();
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: 'There is nothing to measure. Add --input with labeled files, or --contrast.\n',
    });
  });

  it('keeps a score file for itself while it runs, and frees it', async () => {
    const { code, stdout } = await evaluateAnimals('--scores', path('all.scores'));
    expect({ code, scores: await readFile(path('all.scores'), 'utf8') }).toEqual({
      code: 0,
      scores: expect.stringMatching(/^[0-9a-f]{16} /),
    });
    expect(stdout).toContain(`pairs from the score file ${path('all.scores')}: 0`);
    await expect(readFile(path('all.scores.lock'))).rejects.toThrow('ENOENT');
  });

  it.each([
    [['--half', 'magic'], 'Allowed choices are'],
    [
      ['--json', '/no/such/dir/x.json'],
      '"/no/such/dir/x.json" cannot be written: the directory /no/such/dir does not exist.',
    ],
    [['--without', 'magic'], 'expected one of "passage_entailment"'],
    [['--scores', import.meta.filename], `Line 1 of "${import.meta.filename}"`],
  ])('refuses %j in a sentence', async (args, words) => {
    const { code, stdout, stderr } = await evaluateAnimals(...args);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toContain(words);
  });

  it('reports the columns found when no row can be measured', async () => {
    await writeFile(path('others.jsonl'), '{"question": "q", "answer": "a"}\n{"question": "q", "answer": "b"}\n');
    const { code, stdout, stderr } = await evaluate('--input', path('others.jsonl'));
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toContain('There are no labeled rows to measure');
    expect(stderr.split('\n')).toContain('left out of others: 2 rows, unknown format (columns question, answer)');
  });
});
