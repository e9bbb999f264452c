import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { reportHtml } from '../../src/cli/check/report-html.ts';
import { readBytes } from '../../src/documents/read/read-bytes.ts';
import { exampleDraft } from '../cli/check/example.ts';
import { inBrowser, launchBrowser, noBrowser } from './support/chromium.ts';
import { type OpenPage, openPage, overflow, seriousFaults } from './support/open-page.ts';

describe.skipIf(noBrowser)(inBrowser('the report of a checked draft'), () => {
  const folder = mkdtempSync(join(tmpdir(), 'report-'));
  const address = pathToFileURL(join(folder, 'report.html')).href;
  let browser: Browser;
  let opened: OpenPage;
  let page: Page;

  beforeAll(async () => {
    browser = await launchBrowser();
    writeFileSync(join(folder, 'report.html'), reportHtml(await exampleDraft()));
  });
  beforeEach(async () => {
    opened = await openPage(browser, address);
    page = opened.page;
  });
  afterEach(() => page.close());
  afterAll(async () => {
    await browser?.close();
    rmSync(folder, { recursive: true });
  });

  const sentence = (words: string) => page.getByRole('button', { name: words });
  const panel = () => page.getByRole('region', { name: 'Evidence' });

  it('asks for nothing but itself', async () => {
    expect(opened.asked).toEqual([address]);
    expect(opened.faults).toEqual([]);
  });

  it('shows the evidence of a sentence that is clicked, with its place, and hides it again', async () => {
    await sentence('fail: contradicted: The one in Lyon employs 530 people.').click();
    expect(await panel().locator('blockquote').textContent()).toBe('The Lyon plant employs 350 people & makes valves.');
    expect(await panel().locator('.differs').allTextContents()).toEqual(['530 people', '350 people']);
    expect(await panel().locator('cite').textContent()).toBe(
      'reports/2025 <b>.pdf, page 3, line 12, Annual report > Staff',
    );
    await page.getByRole('button', { name: 'Close', exact: true }).click();
    expect(await panel().isVisible()).toBe(false);
  });

  it('leads from the first thing to do to its sentence', async () => {
    await page.locator('.to-do a').first().click();
    expect(await page.evaluate('document.activeElement.id')).toBe('sentence-2');
    expect(await panel().locator('b').textContent()).toBe('fail: contradicted');
  });

  it('is read by the keyboard: Enter, n, p and Escape', async () => {
    await sentence('pass: supported: Acme has two plants.').press('Enter');
    expect(await panel().locator('blockquote').textContent()).toBe('Acme owns two plants.');
    await page.keyboard.press('n');
    expect(await page.evaluate('document.activeElement.id')).toBe('sentence-2');
    await page.keyboard.press('p');
    expect(await page.evaluate('document.activeElement.id')).toBe('sentence-1');
    await page.keyboard.press('Escape');
    expect(await panel().isVisible()).toBe(false);
    expect(await page.evaluate('document.activeElement.id')).toBe('sentence-1');
  });

  it('passes over sentences of the outcomes that are not wanted', async () => {
    await page.getByLabel('pass (2)').uncheck();
    await page.getByLabel('review (2)').uncheck();
    const shown = page.locator('.sentence[role=button]:not(.passed-over)');
    expect(await shown.allTextContents()).toEqual(['✗fail: contradicted: The one in Lyon employs 530 people.2']);
    expect(await page.locator('.notes li[data-outcome]:visible').count()).toBe(1);
    await page.keyboard.press('n');
    await page.keyboard.press('n');
    expect(await page.evaluate('document.activeElement.id')).toBe('sentence-2');
  });

  it.each([
    [1280, 'light'],
    [360, 'dark'],
  ] as const)('has no serious faults and fits its window at %i pixels, %s', async (width, scheme) => {
    const { page: other } = await openPage(browser, address, { width, scheme });
    await other.keyboard.press('n');
    expect(await seriousFaults(other)).toEqual([]);
    expect(await overflow(other)).toBe(0);
    await other.close();
  });

  it('prints each sentence with the number of its note, and all notes', async () => {
    await page.getByLabel('pass (2)').uncheck();
    await page.getByLabel('pass (2)').check();
    await page.keyboard.press('n');
    const printed = await readBytes('report.pdf', await page.pdf({ format: 'A4' }));
    expect(printed.body.text).toContain('The one in Lyon employs 530 people.²');
    expect(printed.body.text).toContain('reports/2025 <b>.pdf, page 3, line 12, Annual report > Staff');
    expect(printed.body.text).not.toContain('Click a sentence');
    expect(printed.body.text).toContain('scan.pdf');
  });
});
