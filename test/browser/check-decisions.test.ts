import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { findingOfLine } from '../../src/cli/check/checked-draft.ts';
import { reportHtml } from '../../src/cli/check/report-html.ts';
import { loadRows } from '../../src/cli/evaluation/load-rows.ts';
import { type Decision, readDecisions } from '../../src/cli/review/decisions.ts';
import { readBytes } from '../../src/documents/read/read-bytes.ts';
import { exampleDraft } from '../cli/check/example.ts';
import { inBrowser, launchBrowser, noBrowser } from './support/chromium.ts';
import { openPage, overflow, seriousFaults } from './support/open-page.ts';

describe.skipIf(noBrowser)(inBrowser('the decisions of a reviewer'), () => {
  const folder = mkdtempSync(join(tmpdir(), 'decisions-'));
  let browser: Browser;
  let page: Page;

  /** The report with decisions of earlier files, as an address. */
  async function report(name: string, decisions: readonly Decision[] = []): Promise<string> {
    const path = join(folder, name);
    writeFileSync(path, reportHtml({ ...(await exampleDraft()), decisions }));
    return pathToFileURL(path).href;
  }

  beforeAll(async () => {
    browser = await launchBrowser();
  });
  beforeEach(async () => {
    ({ page } = await openPage(browser, await report('report.html')));
  });
  afterEach(() => page.close());
  afterAll(async () => {
    await browser?.close();
    rmSync(folder, { recursive: true });
  });

  const button = (name: string) => page.getByRole('button', { name });
  const status = () => page.locator('#decided').textContent();

  async function save(): Promise<string> {
    const [download] = await Promise.all([page.waitForEvent('download'), button('Save the decisions').click()]);
    expect(download.suggestedFilename()).toBe('draft.md.decisions.json');
    const path = join(folder, 'saved.json');
    await download.saveAs(path);
    return path;
  }

  it('are made by key and by mouse, counted with the agreement, and taken back by the same key', async () => {
    expect(await status()).toBe('0 of 5 decided.');
    expect(await button('Save the decisions').isDisabled()).toBe(true);
    await page.keyboard.press('n');
    await page.keyboard.press('a');
    await page.keyboard.press('n');
    await button('r reject').click();
    expect(await status()).toBe('2 of 5 decided. Agreement: 1 of 2 accepted.');
    expect(await button('r reject').getAttribute('aria-pressed')).toBe('true');
    await page.keyboard.press('r');
    expect(await status()).toBe('1 of 5 decided. Agreement: 1 of 1 accepted.');
  });

  it('take a note whose letters are no keys', async () => {
    await page.keyboard.press('n');
    await page.keyboard.press('t');
    await page.keyboard.type('near a plan');
    expect(await status()).toBe('0 of 5 decided.');
    expect(await page.locator('#note-1 .decision').textContent()).toMatch(/^Noted on \d{4}-\d\d-\d\d: near a plan$/);
    await page.keyboard.press('Escape');
    await page.keyboard.press('a');
    expect(await page.locator('#note-1 .decision').textContent()).toMatch(/^Accepted on .*: near a plan$/);
  });

  it('are saved as rows of a labeled set, and read again by the next run', async () => {
    await page.keyboard.press('n');
    await page.keyboard.press('r');
    await page.keyboard.press('n');
    await page.keyboard.press('a');
    await page.keyboard.press('n');
    await page.keyboard.press('r');
    const path = await save();
    const decisions = await readDecisions([path]);
    expect(decisions.map(({ decision }) => decision)).toEqual(['reject', 'accept', 'reject']);
    const rows = await loadRows({ inputs: [path], limit: 9, signal: new AbortController().signal });
    expect(rows.rows.map(({ claim, label }) => [claim, label])).toEqual([
      ['Acme has two plants.', 'NOT_SUPPORTED'],
      ['The one in Lyon employs 530 people.', 'UNSUPPORTED'],
    ]);
    const { page: second } = await openPage(browser, await report('second.html', decisions));
    expect(await second.locator('#decided').textContent()).toBe('3 of 5 decided. Agreement: 1 of 3 accepted.');
    await second.close();
  });

  it('show the newest of two reviewers, and save both', async () => {
    const { lines, sources, models } = await exampleDraft();
    const { key } = findingOfLine(lines.find(({ verdict }) => verdict === 'SUPPORTED')!, { sources, models });
    const earlier: Decision[] = [
      { key, decision: 'accept', note: '', decided_at: '2026-03-01T00:00:00.000Z' },
      { key, decision: 'reject', note: 'sold in May', decided_at: '2026-03-02T00:00:00.000Z' },
    ];
    const { page: second } = await openPage(browser, await report('both.html', earlier));
    expect(await second.locator('#note-1 .decision').textContent()).toBe(
      'Rejected on 2026-03-02, decided differently before: sold in May',
    );
    await page.close();
    page = second;
    await page.keyboard.press('n');
    await page.keyboard.press('n');
    await page.keyboard.press('a');
    const saved = JSON.parse(await readFile(await save(), 'utf8')) as Decision[];
    expect(saved.map(({ decision }) => decision)).toEqual(['accept', 'reject', 'accept']);
  });

  it('are printed with the notes', async () => {
    await page.keyboard.press('n');
    await page.keyboard.press('a');
    const printed = await readBytes('report.pdf', await page.pdf({ format: 'A4' }));
    expect(printed.body.text).toMatch(/Accepted on \d{4}-\d\d-\d\d/);
    expect(printed.body.text).toContain('Agreement: 1 of 1 accepted.');
  });

  it.each([1280, 360])('have no serious faults at %i pixels', async (width) => {
    const { page: other } = await openPage(browser, await report('report.html'), { width, scheme: 'light' });
    await other.keyboard.press('n');
    await other.keyboard.press('a');
    expect(await seriousFaults(other)).toEqual([]);
    expect(await overflow(other)).toBe(0);
    if (process.env.SHOTS)
      await other.screenshot({ path: `${process.env.SHOTS}/decisions-${width}.png`, fullPage: width === 1280 });
    await other.close();
  });
});
