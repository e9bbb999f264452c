import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { renderVerdictPage } from '../../src/cli/batch/verdict-page.ts';
import { findingOfRow, TenthsSample, type VerdictRow } from '../../src/cli/batch/verdict-row.ts';
import { loadRows } from '../../src/cli/evaluation/load-rows.ts';
import { inBrowser, launchBrowser, noBrowser } from './support/chromium.ts';
import { type OpenPage, openPage, overflow, seriousFaults } from './support/open-page.ts';

const PADDING = 'The annual report describes the sites of the company. '.repeat(60);

/** A row of a tenth of the confidence; its evidence stands far down in its source. */
function row(line: number, confidence: number): VerdictRow {
  const found = `Plant ${line} makes <b>valves</b>.`;
  const claim = `Plant ${line} makes valves.`;
  return {
    ...{ row: line, id: line === 3 ? undefined : `r${line}`, claim, source: `${PADDING}${found} ${PADDING}` },
    ...{ verdict: 'SUPPORTED', confidence, outcome: 'pass', reasoning: 'The source says the same.' },
    auditTrail: [{ claim_span: claim, source_span: found, match_type: 'paraphrase_match' }],
    sources: [found],
  };
}

/** Two rows of 90 in the tenth from .9, one of one in the tenth from .4. */
function reportPage(): string {
  const sample = new TenthsSample<VerdictRow>(2);
  sample.add(0.42, row(1, 0.42));
  for (let line = 2; line < 92; line += 1) sample.add(0.95, row(line, 0.95));
  const tally = (rows: number) => ({ rows, tenths: Array(10).fill(0) });
  const worst: VerdictRow[] = [
    { ...row(1, 0.42), outcome: 'review' },
    row(2, 0.95),
    { ...row(3, 0.9), verdict: 'UNSUPPORTED', outcome: 'fail' },
  ];
  return renderVerdictPage({
    ...({ of: 'claims', input: 'claims.csv.gz', worst, decisions: [] } as const),
    findings: worst.map((one) => findingOfRow(one, { verdict: 'e0', evidence: null })),
    tallies: { SUPPORTED: tally(91), UNSUPPORTED: tally(0), UNCERTAIN: tally(0) },
    ...{ errors: [], errorCount: 0, toReview: 0 },
    sample: { counts: sample.counts, rows: sample.rows() },
  });
}

describe.skipIf(noBrowser)(inBrowser('the rows to label of a report'), () => {
  let browser: Browser;
  let folder: string;
  let address: string;
  let open: OpenPage | undefined;
  beforeAll(async () => {
    browser = await launchBrowser();
    folder = await mkdtemp(join(tmpdir(), 'labels-'));
    await writeFile(join(folder, 'report.html'), reportPage());
    address = pathToFileURL(join(folder, 'report.html')).href;
  });
  afterEach(async () => {
    await open?.page.evaluate('localStorage.clear()');
    await open?.page.close();
  });
  afterAll(async () => {
    await browser.close();
    await rm(folder, { recursive: true });
  });

  const status = (page: Page) => page.locator('#progress').textContent();
  async function start(width = 1280): Promise<Page> {
    open = await openPage(browser, address, { width });
    await open.page.getByText('Label 3 rows').click();
    return open.page;
  }

  it('filters, searches and sorts the rows', async () => {
    open = await openPage(browser, address);
    const { page, faults } = open;
    const shown = () =>
      page.evaluate<string[]>(
        "[...document.querySelectorAll('#rows > :not([hidden])')].map(({ dataset }) => dataset.row)",
      );
    expect(await shown()).toEqual(['1', '2', '3']);
    await page.getByLabel('Sort').selectOption('highest confidence first');
    expect(await shown()).toEqual(['2', '3', '1']);
    await page.getByLabel('Show').selectOption('outcome fail');
    expect(await shown()).toEqual(['3']);
    await page.getByLabel('Show').selectOption('all');
    await page.getByLabel('Search').fill('plant 2');
    expect(await shown()).toEqual(['2']);
    expect(await page.locator('#rows-shown').textContent()).toBe('1 of 3 rows');
    expect(faults).toEqual([]);
    expect(await seriousFaults(page)).toEqual([]);
  });

  it('takes one key a label and none before it is opened, shows the evidence, and undoes', async () => {
    open = await openPage(browser, address);
    const { page, faults, asked } = open;
    await page.keyboard.press('s');
    await page.getByText('Label 3 rows').click();
    expect(await status(page)).toBe('0 of 3 rows labeled.');
    expect(await page.locator('#labelling article:visible').innerText()).not.toMatch(/SUPPORTED|0\.42|0\.95/);
    const mark = page.locator('#labelling article:visible mark');
    await mark.and(page.getByText('valves')).waitFor();
    const inView = `(() => {
      const source = document.querySelector('#labelling article:not([hidden]) .source').getBoundingClientRect();
      const mark = document.querySelector('#labelling article:not([hidden]) mark').getBoundingClientRect();
      return mark.top >= source.top && mark.bottom <= source.bottom;
    })()`;
    expect(await page.evaluate(inView)).toBe(true);
    await page.keyboard.press('s');
    expect(await status(page)).toBe('1 of 3 rows labeled. The last: SUPPORTED.');
    await page.keyboard.press('Control+u');
    await page.keyboard.press('u');
    expect(await status(page)).toBe('2 of 3 rows labeled. The last: UNSUPPORTED.');
    await page.keyboard.press('z');
    expect(await status(page)).toBe('1 of 3 rows labeled. The last: SUPPORTED.');
    await page.keyboard.press('k');
    await page.getByRole('button', { name: 'N neither' }).click();
    expect(await status(page)).toBe('2 of 3 rows labeled. The last: UNCERTAIN. No rows are left.');
    await page.keyboard.press('n');
    expect(await status(page)).toContain('2 of 3');
    expect([faults, asked]).toEqual([[], [address]]);
  });

  it('keeps the labels over a reload, and saves the rows with their weights as evaluate and calibrate read them', async () => {
    const page = await start();
    expect(await page.getByRole('button', { name: 'Save the labels' }).isDisabled()).toBe(true);
    for (const key of ['n', 's', 'u']) await page.keyboard.press(key);
    // The page may read the keys after the browser has sent them.
    await expect.poll(() => status(page)).toContain('3 of 3');
    await page.reload();
    expect(await status(page)).toBe('3 of 3 rows labeled. The last: UNSUPPORTED. No rows are left.');
    const downloading = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Save the labels' }).click();
    const download = await downloading;
    expect(download.suggestedFilename()).toBe('claims.labels.jsonl');
    expect(await status(page)).toContain('Saved as claims.labels.jsonl; they represent 91 of 91 rows.');
    const file = join(folder, 'claims.labels.jsonl');
    await download.saveAs(file);
    const lines = (await readFile(file, 'utf8')).trimEnd().split('\n');
    expect(Object.keys(JSON.parse(lines[0]!))).toEqual([
      'id',
      'claim',
      'grounding_source',
      'verdict',
      'confidence',
      'label',
      'weight',
    ]);
    const { signal } = new AbortController();
    const { rows, leftOut } = await loadRows({ inputs: [file], limit: 10, signal });
    expect(leftOut).toEqual([]);
    expect(rows.map(({ label, weight }) => [label, weight])).toEqual([
      ['UNCERTAIN', 1],
      ['SUPPORTED', 45],
      ['UNSUPPORTED', 45],
    ]);
    expect(rows[0]).toMatchObject({ id: 'r1', claim: row(1, 0.42).claim, source: row(1, 0.42).source });
  });

  it('gives a tenth of which fewer rows were labelled the same weight in all', async () => {
    const page = await start();
    for (const key of ['n', 's']) await page.keyboard.press(key);
    const downloading = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Save the labels' }).click();
    const file = join(folder, 'fewer.jsonl');
    await (await downloading).saveAs(file);
    const weights = (await readFile(file, 'utf8')).match(/"weight":\d+/g);
    expect(weights).toEqual(['"weight":1', '"weight":90']);
  });

  it.each(['light', 'dark'] as const)('is readable on a phone, %s', async (scheme) => {
    open = await openPage(browser, address, { width: 375, scheme });
    await open.page.getByText('Label 3 rows').click();
    expect([await overflow(open.page), await seriousFaults(open.page)]).toEqual([0, []]);
  });
});
