import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { verdictReport } from '../../../src/cli/batch/verdict-report.ts';
import { verifyFile, type WrittenLines } from '../../../src/cli/batch/verify-file.ts';
import type { VerifierInfo } from '../../../src/index.ts';
import type { OutputFormat } from '../../../src/rows/file-format.ts';
import { WIDE_BOUNDS } from '../../../src/rows/row-bounds.ts';
import { CLAIMS } from '../../../src/rows/row-kind.ts';
import { fakeBatchVerifier } from '../../support/fake-batch-verifier.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'report-'));
});
afterEach(() => rm(folder, { recursive: true }));

const { signal } = new AbortController();

async function pageOf(rows: readonly object[], outputFormat: OutputFormat, leastConfidence = 0): Promise<string> {
  const [input, output] = [join(folder, 'in.jsonl'), join(folder, `out.${outputFormat}`)];
  await writeFile(input, rows.map((row) => JSON.stringify(row)).join('\n'));
  const options = { kind: CLAIMS, input, output, inputFormat: 'jsonl', outputFormat } as const;
  const run = { ...options, bounds: WIDE_BOUNDS, escapeFormulas: false, concurrency: 4, resume: false };
  const stderr = new PassThrough() as unknown as NodeJS.WriteStream;
  const verifier = fakeBatchVerifier();
  const info: VerifierInfo = {
    ...verifier.info,
    minConfidence: { value: leastConfidence, answers: leastConfidence, from: 'MIN_CONFIDENCE' },
  };
  let page = '';
  const onLines = async (lines: WrittenLines) => {
    page = (await verdictReport({ ...run, decisions: [] }, lines, signal)).html;
  };
  await verifyFile(run, { openVerifier: async () => ({ ...verifier, info }), stderr, signal, onLines });
  return page;
}

const ROWS = [
  { id: 'good', claim: 'Bees hum.', grounding_source: 'Here: <b>Bees hum.</b> Always.' },
  { id: 'unsure', claim: 'Pigs fly.', grounding_source: 'Bees hum.' },
  { id: 'bad', claim: 'Cats bark.', grounding_source: 'They do not.' },
  { id: 'broken', claim: '' },
];

describe.each(['jsonl', 'csv', 'xlsx'] as const)('the page about verdicts in %s', (format) => {
  it('counts them, lists the worst first and marks the evidence, with all text escaped', async () => {
    const page = await pageOf(ROWS, format);
    const worst = page.split('<h2>Checked rows')[1]!;
    const order = ['· id bad', '· id unsure', '· id good'].map((text) => worst.indexOf(text));
    expect(order).toEqual(order.toSorted((left, right) => left - right));
    expect(order.every((at) => at > 0)).toBe(true);
    expect(page).toContain('4 rows');
    const tiles = [...page.matchAll(/<div class="card"><div class="quiet">(.*?)<\/div><div class="big">(\d+)</g)];
    expect(tiles.map(([, label, count]) => `${label} ${count}`)).toEqual([
      '✗ fail 1',
      '? review 1',
      '✓ pass 1',
      'errors 1',
    ]);
    expect(page).toContain('Here: &lt;b&gt;<mark class="for solid"><sup>1</sup>Bees hum.</mark>&lt;/b&gt; Always.');
    expect(page).toMatch(/<li value="4">Expected the columns claim, grounding_source; missing: grounding_source/);
    expect(page).not.toMatch(/ src=| href=/);
    expect(page.match(/<script[^>]*>/g)).toEqual([
      '<script type="application/json" id="findings">',
      '<script type="module">',
      '<script type="module">',
    ]);
  });
});

it('shows two hundred rows at most, and those are the worst', async () => {
  const good = Array.from({ length: 900 }, (_, id) => ({ id, claim: 'Bees hum.', grounding_source: 'Bees hum.' }));
  const page = await pageOf([...good, ...ROWS], 'jsonl');
  expect(page.split('<h2>Checked rows')[1]!.match(/<article/g)).toHaveLength(200);
  expect(page).toContain('· id bad');
});

it('marks a supported row of too little confidence as to be reviewed, and counts such rows', async () => {
  const note = 'data-verdict="SUPPORTED" data-outcome="review"';
  const passing = await pageOf(ROWS, 'jsonl');
  const toReview = (page: string) => /\? review<\/div><div class="big">(\d+)</.exec(page)![1];
  expect([passing.split(note).length - 1, toReview(passing)]).toEqual([0, '1']);
  const reviewed = await pageOf(ROWS, 'csv', 1);
  expect(reviewed.split(note).length - 1).toBe(1);
  expect(toReview(reviewed)).toBe('2');
});
