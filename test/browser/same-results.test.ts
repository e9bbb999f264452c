import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { stringify } from 'csv-stringify/sync';
import { parquetWriteBuffer } from 'hyparquet-writer';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { verifyFile } from '../../src/cli/batch/verify-file.ts';
import { submitFile, writeResults } from '../../src/cli/jobs/transfer.ts';
import { createClient } from '../../src/client/index.ts';
import { ANSWER_LIMITS } from '../../src/index.ts';
import { formatOfName } from '../../src/rows/file-format.ts';
import { inputBounds } from '../../src/rows/row-bounds.ts';
import { CLAIMS } from '../../src/rows/row-kind.ts';
import { fakeVerifier } from '../support/fake-verifier.ts';
import { jobServer } from '../support/job-server.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { xlsxOf } from '../support/xlsx-file.ts';
import { inBrowser, launchBrowser, noBrowser } from './support/chromium.ts';
import { openPage } from './support/open-page.ts';

const NAMES = ['Nr.', 'Aussage (Prüfung)', 'Quelle', 'Betrag', 'Tag', 'Notiz', 'Summe'];
const [CLAIM, SOURCE] = ['Aussage (Prüfung)', 'Quelle'] as const;

const NOTES = [
  '',
  ' "quoted", ; | and\ta tab ',
  '=1+1',
  "'apostrophe",
  '鉛筆 😀 e\u0301 \u2028 \u00a0 İ ﷽',
  'first\nsecond\n\nthird',
  '<&>]]>',
];

/** A claim that no row may have, one that is empty, and others, some with line ends. */
function claimOf(at: number): string {
  if (at % 50 === 7) return '';
  if (at % 50 === 8) return 'x'.repeat(600);
  return at % 10 === 0 ? `Müller “${at}”\nsagt ja.` : `Claim ${at} – 😀.`;
}

/** Two hundred odd rows; a formula's value is stored next to it. */
const ROWS = Array.from({ length: 213 }, (_, at) => {
  const claim = claimOf(at);
  const source = at % 60 === 9 ? '' : `${'Long text. '.repeat(at % 40 === 0 ? 700 : 2)}${claim.slice(0, 500)}\nEnd.`;
  const day = new Date(Date.UTC(2024, 0, 1 + at));
  return { id: `0${at}`, claim, source, amount: at / 4 - 10, day, note: NOTES[at % NOTES.length]!, sum: at / 2 };
});

const csv = () => {
  const cells = ROWS.map(({ id, claim, source, amount, day, note, sum }) => [
    id,
    claim,
    source,
    String(amount),
    day.toISOString().slice(0, 10),
    note,
    String(sum),
  ]);
  return Buffer.from(stringify([NAMES, ...cells]));
};

const parquet = () => {
  const type = { amount: 'DOUBLE', sum: 'DOUBLE', day: 'TIMESTAMP' } as const;
  const keys = ['id', 'claim', 'source', 'amount', 'day', 'note', 'sum'] as const;
  const columnData = keys.map((key, at) => ({
    name: NAMES[at]!,
    data: ROWS.map((row) => (row[key] === '' ? null : row[key])),
    type: key in type ? type[key as keyof typeof type] : ('STRING' as const),
    nullable: true,
  }));
  return Buffer.from(parquetWriteBuffer({ columnData }));
};

const xlsx = () =>
  xlsxOf([
    NAMES,
    ...ROWS.map(({ id, claim, source, amount, day, note, sum }) => [
      id,
      claim,
      source,
      amount,
      day,
      note,
      { formula: 'D2*2+20', value: sum },
    ]),
  ]);

const FILES = { 'rows.csv': csv, 'rows.xlsx': xlsx, 'rows.parquet': parquet };

let browser: Browser;

describe.skipIf(noBrowser)(inBrowser('a file of two hundred odd rows in CSV, .xlsx and Parquet'), () => {
  beforeAll(async () => {
    browser = await launchBrowser();
  });
  afterAll(() => browser?.close());

  it('gives the same bytes as a job and from the upload of the dashboard, and the same results by the command', async () => {
    const folder = await temporaryFolder();
    const server = await jobServer();
    const client = createClient({ url: server.url, key: server.key });
    server.start();
    const { page, faults } = await openPage(browser, `${server.url}/dashboard`);
    await page.getByLabel('API key or operator token').fill(server.key);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('heading', { name: 'Usage' }).waitFor();
    page.setDefaultTimeout(20_000);
    const outputs: Record<string, string> = {};
    for (const [name, make] of Object.entries(FILES)) {
      const path = join(folder, name);
      await writeFile(path, make());
      outputs[`command ${name}`] = await byCommand(path);
      const job = await submitFile(client, path, { claim_column: CLAIM, source_column: SOURCE });
      await client.waitForJob(job.id, { intervalMs: 50 });
      const csvForm = { format: 'csv', csv: { escape_formulas: true, bom: true } } as const;
      const { signal } = new AbortController();
      await writeResults(client, job.id, { ...csvForm, path: `${path}.job.csv` }, signal);
      outputs[`job ${name}`] = await readFile(`${path}.job.csv`, 'utf8');
      await client.deleteJob(job.id);
      await page.getByLabel('File', { exact: true }).setInputFiles(path);
      await page.getByLabel('Claim', { exact: true }).selectOption(CLAIM);
      await page.getByRole('checkbox', { name: SOURCE, exact: true }).check();
      await page.getByRole('button', { name: 'Upload' }).click();
      await page.getByText('✓ completed').waitFor();
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByText('CSV', { exact: true }).click(),
      ]);
      outputs[`upload ${name}`] = await readFile(await download.path(), 'utf8');
      for (const { id } of (await client.jobs()).jobs) await client.deleteJob(id);
      // The page keeps the key.
      await page.reload();
      await page.getByRole('heading', { name: 'Usage' }).waitFor();
    }
    const expected = outputs['job rows.csv']!;
    expect(expected.split('\n')[0]).toBe(
      '\ufeffNr.,Betrag,Tag,Notiz,Summe,claim,verdict,confidence,reasoning,audit_trail,outcome,reason_codes,error_code,error_message,other,row',
    );
    expect(expected).toContain("\n09,'-7.75,2024-01-10,");
    expect(expected.split('invalid_request').length - 1).toBe(14);
    expect(expected.trimEnd().split('\n').at(-1)).toMatch(/,214$/);
    for (const [way, output] of Object.entries(outputs)) {
      if (way.startsWith('command')) expect(recordsOf(output), way).toEqual(recordsOf(expected));
      else expect(output === expected ? 'the same' : output, way).toBe('the same');
    }
    expect(faults).toEqual([]);
  }, 300_000);
});

/** Rows without their sources, which the command keeps, and with the name that results of jobs have for the claim. */
function recordsOf(text: string): unknown[] {
  const rows: Record<string, string>[] = parse(text, { columns: true, bom: true });
  return rows.map(({ [SOURCE]: _, [CLAIM]: claim, ...row }) => ({ ...(claim !== undefined && { claim }), ...row }));
}

async function byCommand(path: string): Promise<string> {
  const output = `${path}.command.csv`;
  const options = {
    ...{ kind: CLAIMS, bounds: inputBounds(ANSWER_LIMITS), input: path, output, inputFormat: formatOfName(path) },
    ...{ outputFormat: 'csv' as const, columns: { claim: CLAIM, sources: [SOURCE] }, escapeFormulas: true, bom: true },
    ...{ concurrency: 8, resume: false },
  };
  const openVerifier = async () => fakeVerifier();
  await verifyFile(options, { openVerifier, stderr: process.stderr, signal: new AbortController().signal });
  return readFile(output, 'utf8');
}
