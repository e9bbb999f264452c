import { access, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCommand } from '../../support/run-command.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'calibrate-'));
  const rows = ['Bees hum.', 'Cats sleep.', 'Dogs bark.'].map((claim, index) => ({
    id: `${index}`,
    claim,
    grounding_source: `It is known. ${claim}`,
    label: 'SUPPORTED',
  }));
  await writeFile(path('animals.jsonl'), rows.map((row) => JSON.stringify(row)).join('\n'));
});
afterAll(() => rm(folder, { recursive: true }));
const path = (name: string) => join(folder, name);
const calibrate = (...args: readonly string[]) => runCommand(['calibrate', ...args]);
const files = () => ['--input', path('animals.jsonl'), '--output', path('out.json')];

// Starting a process takes seconds on a busy machine.
describe('claim-verifier calibrate', () => {
  it.each([
    ['hard=100', 'Expected SET=TIMES with TIMES from 1 to 99, such as hard=2.'],
    ['=2', 'Expected SET=TIMES'],
  ])('refuses the weight %s in a sentence', async (weight, words) => {
    const { code, stdout, stderr } = await calibrate(...files(), '--weight', weight);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toContain(words);
  });

  it('asks for the files it needs', async () => {
    expect((await calibrate('--output', path('out.json'))).stderr).toContain("'--input <files...>' not specified");
    expect((await calibrate('--input', path('animals.jsonl'))).stderr).toContain("'--output <file>' not specified");
  });

  it('takes weights of several sets, and says before any model is opened which labels have too few rows', async () => {
    const { code, stderr } = await calibrate(...files(), '--weight', 'animals=2', 'animals=3', '--weight', 'animals=4');
    expect(code).not.toBe(0);
    expect(stderr).toContain(
      'Cannot fit a calibration to the tuning half of the input. Expected at least 50 rows of each label',
    );
    await expect(access(path('out.json'))).rejects.toThrow('ENOENT');
  });

  it('names a weighted set that is not in the input', async () => {
    const { code, stderr } = await calibrate(...files(), '--weight', 'hrad=2');
    expect(code).not.toBe(0);
    expect(stderr).toContain('--weight: expected the name of a set in the input, got "hrad".');
  });

  it('looks at the file it is to write first, and tells the rows that it left out', async () => {
    const nowhere = await calibrate('--input', path('animals.jsonl'), '--output', '/no/such/dir/out.json');
    expect(nowhere).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('the directory /no/such/dir does not exist.'),
    });
    await writeFile(path('odd.jsonl'), '{"claim": "c", "grounding_source": "s", "label": "maybe"}\n');
    const { stderr } = await calibrate('--input', path('odd.jsonl'), '--output', path('out.json'));
    expect(stderr).toContain('left out of odd: 1 row, unknown label (label "maybe")');
  });
});
