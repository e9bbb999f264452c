import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { renderVerdictPage } from '../../src/cli/batch/verdict-page.ts';
import { findingOfRow, sentenceRows, type VerdictRow } from '../../src/cli/batch/verdict-row.ts';
import { loadRows } from '../../src/cli/evaluation/load-rows.ts';
import { type Decision, readDecisions } from '../../src/cli/review/decisions.ts';
import { readBytes } from '../../src/documents/read/read-bytes.ts';
import { openTable } from '../../src/files/file-rows.ts';
import type { AnswerBody } from '../../src/index.ts';
import { collect } from '../support/chunks.ts';
import { inBrowser, launchBrowser, noBrowser } from './support/chromium.ts';
import { openPage, overflow, seriousFaults } from './support/open-page.ts';

const LONG = 'Donaudampfschifffahrt'.repeat(30);
const MODELS = { verdict: 'e0', evidence: null };

function claim(row: number, verdict: VerdictRow['verdict'], source = 'It makes valves.'): VerdictRow {
  const words = `Plant ${row} makes =valves.`;
  const outcome = ({ SUPPORTED: 'pass', UNCERTAIN: 'review', UNSUPPORTED: 'fail' } as const)[verdict];
  return {
    ...{ row, id: `r${row}`, claim: words, source, verdict, confidence: 0.9, outcome, reasoning: 'Because.' },
    auditTrail: [{ claim_span: words, source_span: source, match_type: 'paraphrase_match' }],
    sources: [source],
  };
}

const CLAIMS = [claim(2, 'UNSUPPORTED'), claim(3, 'UNCERTAIN', LONG), claim(4, 'SUPPORTED')];

const SENTENCES = [
  {
    ...{ text: 'It opened in 2014.', verdict: 'UNSUPPORTED', confidence: 0.9, outcome: 'fail', quotations: [] },
    evidence: [{ source_id: 's1', text: 'It opened in 2015.', match_type: 'contradiction' }],
    reasons: [{ code: 'number_differs', expected: { text: '2015' }, found: { text: '2014' } }],
  },
  { text: 'Thanks.', verdict: null, confidence: null, outcome: null, quotations: [], evidence: [], reasons: [] },
] as unknown as AnswerBody['sentences'];

function pageOf(worst: readonly VerdictRow[], decisions: readonly Decision[] = []): string {
  return renderVerdictPage({
    ...{ input: 'data/rows.jsonl', of: worst[0]!.sentence === undefined ? 'claims' : 'answers' },
    rows: worst.length,
    ...{ errors: [], errorCount: 0, outcomes: { fail: 0, review: 0, pass: 0 }, worst, decisions },
    findings: worst.map((row) => findingOfRow(row, MODELS)),
  });
}

describe.skipIf(noBrowser)(inBrowser('the decisions on the rows of a report'), () => {
  let browser: Browser;
  let folder: string;
  let page: Page;

  async function report(name: string, ...content: Parameters<typeof pageOf>): Promise<string> {
    await writeFile(join(folder, name), pageOf(...content));
    return pathToFileURL(join(folder, name)).href;
  }

  beforeAll(async () => {
    browser = await launchBrowser();
    folder = await mkdtemp(join(tmpdir(), 'decisions-'));
  });
  beforeEach(async () => {
    ({ page } = await openPage(browser, await report('claims.html', CLAIMS)));
  });
  afterEach(async () => {
    await page.evaluate('localStorage.clear()');
    await page.close();
  });
  afterAll(async () => {
    await browser?.close();
    await rm(folder, { recursive: true });
  });

  const status = () => page.locator('#decided').textContent();
  const shown = (number: number) => page.locator(`[data-finding="${number}"]`).textContent();
  async function saved(button: string): Promise<string> {
    const downloading = page.waitForEvent('download');
    await page.getByRole('button', { name: button }).click();
    const download = await downloading;
    const path = join(folder, download.suggestedFilename());
    await download.saveAs(path);
    return path;
  }

  it('are made by keys on the open row, and by none while somebody types', async () => {
    await page.keyboard.press('r');
    expect(await status()).toBe('0 of 3 decided.');
    for (const key of ['n', 'r', 'n', 'a']) await page.keyboard.press(key);
    expect([await shown(1), await shown(2)]).toEqual([
      expect.stringMatching(/^Rejected on /),
      expect.stringMatching(/^Accepted on /),
    ]);
    await page.keyboard.press('t');
    await page.keyboard.type('near a plan');
    await page.keyboard.press('Escape');
    await page.keyboard.press('p');
    await page.keyboard.press('r');
    await page.getByLabel('Search').fill('rat');
    expect([await shown(1), await shown(2)]).toEqual(['', expect.stringMatching(/^Accepted on .*: near a plan$/)]);
    expect(await status()).toBe('1 of 3 decided. Agreement: 1 of 1 accepted.');
  });

  it('are made by mouse, and rows without one can be filtered', async () => {
    await page.getByText('Plant 4 makes').first().click();
    await page.getByRole('button', { name: 'reject' }).click();
    await page.getByLabel('Show').selectOption('not decided');
    expect(await page.locator('#rows > :not([hidden])').count()).toBe(2);
  });

  it('are saved as labels, and shown again where claim, source and models are the same', async () => {
    for (const key of ['n', 'a', 'n', 'r', 'n', 'r']) await page.keyboard.press(key);
    const path = await saved('Save the decisions');
    const decisions = await readDecisions([path]);
    const rows = await loadRows({ inputs: [path], limit: 9, signal: new AbortController().signal });
    expect(rows.rows.map(({ label, source }) => [label, source])).toEqual([
      ['UNSUPPORTED', 'It makes valves.'],
      ['NOT_SUPPORTED', 'It makes valves.'],
    ]);
    const changed = [CLAIMS[2]!, { ...CLAIMS[0]!, sources: ['another text'] }, claim(9, 'UNSUPPORTED')];
    const { page: second } = await openPage(browser, await report('second.html', changed, decisions));
    expect(await second.locator('[data-finding]').allTextContents()).toEqual([
      expect.stringMatching(/^Rejected on /),
      '',
      '',
    ]);
    await second.close();
  });

  it('are exported as a spreadsheet, with every finding and no formula', async () => {
    for (const key of ['n', 'r']) await page.keyboard.press(key);
    const path = await saved('Export to Excel');
    expect(path).toMatch(/rows\.jsonl\.decisions\.xlsx$/);
    const rows = await collect((await openTable(new Blob([await readFile(path)]), 'xlsx')).rows());
    expect(rows.map(({ values }) => values)).toMatchObject([
      { number: 1, place: 'row 2 · id r2', claim: 'Plant 2 makes =valves.', outcome: 'fail', decision: 'reject' },
      { number: 2, confidence: 0.9, verdict: 'UNCERTAIN', decision: null, decided_at: null },
      { number: 3, evidence: '“It makes valves.”', reasons: 'Because.', decision: null },
    ]);
    expect(rows[0]!.values!.decided_at).toBeInstanceOf(Date);
  });

  it('are printed without the controls', async () => {
    for (const key of ['n', 'a']) await page.keyboard.press(key);
    const printed = await readBytes('report.pdf', await page.pdf({ format: 'A4' }));
    expect(printed.body.text).toMatch(/Accepted on \d{4}-\d\d-\d\d/);
    expect(printed.body.text).not.toMatch(/Save the decisions|Search|Click a row/);
  });

  it('are about the checked sentences of answers too, bound to the sources as they were sent', async () => {
    const sources = (text: string) => [{ id: 's1', text }];
    const columns = { id: 'a', answer: 'It opened in 2014. Thanks.', sources: sources('It opened in 2015.') };
    const input = { index: 0, line: 1, row: 1, endByte: 1, columns, problem: undefined };
    const rows = sentenceRows(input, SENTENCES);
    const changed = sentenceRows({ ...input, columns: { ...columns, sources: sources('Other.') } }, SENTENCES);
    const [finding, other] = [rows, changed].map(([row]) => findingOfRow(row!, MODELS));
    expect(rows).toHaveLength(1);
    expect(finding).toMatchObject({
      place: 'row 1 · id a · sentence 1',
      grounding_source: 'It opened in 2015.',
      evidence: '“It opened in 2015.” (s1)',
    });
    expect(other!.key).not.toBe(finding!.key);
    const { page: answers } = await openPage(browser, await report('answers.html', rows));
    await answers.keyboard.press('n');
    await answers.keyboard.press('a');
    expect(await answers.locator('#decided').textContent()).toBe('1 of 1 decided. Agreement: 1 of 1 accepted.');
    await answers.close();
  });

  it.each([
    [1280, 'light'],
    [375, 'dark'],
  ] as const)('have no serious faults and fit %i pixels, %s', async (width, scheme) => {
    const { page: other } = await openPage(browser, await report('claims.html', CLAIMS), { width, scheme });
    for (const key of ['n', 'n', 'a']) await other.keyboard.press(key);
    expect([await overflow(other), await seriousFaults(other)]).toEqual([0, []]);
    await other.close();
  });
});
