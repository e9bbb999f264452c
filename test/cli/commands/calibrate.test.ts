import { access, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seededRandom } from '../../../src/evaluation/bootstrap.ts';
import { createVerifier } from '../../../src/index.ts';
import { runCommand } from '../../support/run-command.ts';
import { TINY_ENV, TINY_MODEL } from '../../support/small-models.ts';

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
const calibrate = (...args: readonly string[]) => runCommand(['calibrate', ...args], { env: TINY_ENV });
const files = () => ['--input', path('animals.jsonl'), '--output', path('out.json')];

const WORDS =
  'apple barn cedar delta ember field grain harbor island jacket kettle ladder marble needle orchard pepper quarry ribbon saddle timber'.split(
    ' ',
  );

/** Claims copied from sources that share few words; a tenth about something that no source says. */
function claimsJsonl(count: number): string {
  const random = seededRandom(7);
  const word = () => WORDS[Math.floor(random() * WORDS.length)]!;
  const rows = Array.from({ length: count }, (_, i) => {
    const claim = `The ${word()} ${word()} is near the ${word()} ${word()}.`;
    const others = Array.from({ length: 3 }, () => `A ${word()} ${word()} was sold with a ${word()} ${word()}.`);
    const isCopied = i % 10 !== 9;
    const source = [...(isCopied ? [claim] : []), ...others].join(' ');
    return { claim, grounding_source: source, label: isCopied ? 'SUPPORTED' : 'UNCERTAIN' };
  });
  return rows.map((row) => JSON.stringify(row)).join('\n');
}

describe('claim-verifier calibrate', () => {
  it('asks for the files it needs', async () => {
    expect((await calibrate('--output', path('out.json'))).stderr).toContain("'--input <files...>' not specified");
    expect((await calibrate('--input', path('animals.jsonl'))).stderr).toContain("'--output <file>' not specified");
  });

  it('says before any model is opened which labels have too few rows', async () => {
    const { code, stderr } = await calibrate(...files());
    expect(code).not.toBe(0);
    expect(stderr).toMatch(
      /Cannot fit a calibration: \d+ of \d+ labeled rows.*With 20 rows.*For the weights.* 50 rows/,
    );
    await expect(access(path('out.json'))).rejects.toThrow('ENOENT');
  });

  it('refuses fewer than 20 rows in the half that is fitted to, before it scores any', async () => {
    await writeFile(path('twenty.jsonl'), claimsJsonl(20));
    const { code, stderr } = await calibrate('--input', path('twenty.jsonl'), '--output', path('out.json'));
    expect(code).toBe(1);
    expect(stderr).toMatch(/^Cannot fit a calibration: \d+ of 20 labeled rows/);
    expect(stderr).not.toMatch(/^\d+ %/m);
  });

  it.each(['5', '0%', '60%', 'few'])('refuses the share %s in a sentence', async (share) => {
    const { code, stderr } = await calibrate(...files(), '--max-wrong', share);
    expect(code).toBe(1);
    expect(stderr).toContain('Expected 0.1% to 50%, such as 5%.');
  });

  it('states a risk that is in force with the same models, and refuses it to too few sources', async () => {
    await writeFile(path('claims.jsonl'), claimsJsonl(260));
    const output = path('risk.json');
    const args = ['--input', path('claims.jsonl'), '--max-wrong', '5%', '--output', output];
    const { code, stdout, stderr } = await calibrate(...args);
    expect({ code, stderr: stderr.replace(/^\d+ %.*\n/gm, '') }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(/^Risk: at most 5 % .* upper bound \d/m);
    const verifier = await createVerifier({
      modelDir: TINY_MODEL,
      evidenceModelDir: TINY_MODEL,
      calibrationFile: output,
    });
    try {
      expect(verifier.info.risk).toMatchObject({ max_wrong: 0.05, rows: expect.any(Number) });
      expect(verifier.info.minConfidence.from).toBe('calibration');
    } finally {
      await verifier.close();
    }
    await writeFile(path('few.jsonl'), claimsJsonl(60));
    const few = await calibrate('--input', path('few.jsonl'), '--max-wrong', '5%', '--output', path('few.json'));
    expect(few.code).toBe(1);
    expect(few.stderr).toContain('It needs 59 right answers that pass');
    await expect(access(path('few.json'))).rejects.toThrow('ENOENT');
  });

  it('checks the output file first, and reports the rows left out', async () => {
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
