import type { Browser, FileChooser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type TestServer, testServer } from '../support/test-server.ts';
import { inBrowser, launchBrowser, noBrowser } from './support/chromium.ts';
import { listen, type OpenPage, openPage, overflow, seriousFaults } from './support/open-page.ts';

let browser: Browser;
let server: TestServer;
let address: string;
let opened: OpenPage;
let page: Page;

const file = (name: string, content: string | Buffer) => ({
  name,
  mimeType: 'application/octet-stream',
  buffer: Buffer.from(content),
});

describe.skipIf(noBrowser)(inBrowser('a file as a source on the try page'), () => {
  beforeAll(async () => {
    browser = await launchBrowser();
    server = testServer();
    address = await listen(server.app);
  });
  afterEach(() => page.close());
  afterAll(async () => {
    await browser?.close();
    await server?.app.close();
  });

  async function open(fragment: string, width = 1280): Promise<void> {
    opened = await openPage(browser, `${address}/${fragment}`, { width });
    page = opened.page;
  }

  const source = () => page.getByRole('textbox', { name: 'Source' });

  it('replaces the source of a claim, and what is no text is refused at the field', async () => {
    await open('#check-claim');
    expect(await page.locator('#form').textContent()).toContain('For PDF, Word and HTML files use');
    await page.locator('#source-file').setInputFiles(file('notes.md', 'Der Größte.\r\nEnd.'));
    await expect.poll(() => source().inputValue()).toBe('Der Größte.\nEnd.');
    for (const [name, content] of [
      ['paper.pdf', '%PDF'],
      ['page.html', '<p>a</p>'],
      ['latin.txt', Buffer.from('Gr\xf6\xdfe', 'latin1')],
      ['large.txt', 'x'.repeat(4_000_001)],
    ] as const) {
      await page.locator('#source-file').setInputFiles(file(name, content));
      await page.locator('#source-error').getByText(name).waitFor();
      expect(await source().getAttribute('aria-invalid')).toBe('true');
      expect(await source().inputValue()).toBe('Der Größte.\nEnd.');
    }
    expect(await seriousFaults(page)).toEqual([]);
    await source().fill('Another text.');
    expect(await page.locator('#source-error').count()).toBe(0);
    expect(opened.faults).toEqual([]);
  });

  it('opens with the keyboard', async () => {
    await open('#check-claim');
    const choosers: FileChooser[] = [];
    page.on('filechooser', (chooser) => choosers.push(chooser));
    // A busy browser may not be at the front yet, and a window after others opens no dialog.
    await expect
      .poll(async () => {
        if (choosers.length === 0) await page.getByRole('button', { name: 'Open a file' }).press('Enter');
        return choosers.length;
      })
      .toBeGreaterThan(0);
    await choosers[0]!.setFiles(file('notes.txt', 'A text.'));
    await expect.poll(() => source().inputValue()).toBe('A text.');
  });

  it('is dropped on the text', async () => {
    await open('#check-claim');
    await page.evaluate(`{
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File(['Dropped.'], 'a.txt'));
      for (const name of ['dragover', 'drop'])
        document.querySelector('#source').dispatchEvent(new DragEvent(name, { dataTransfer, bubbles: true, cancelable: true }));
    }`);
    await expect.poll(() => source().inputValue()).toBe('Dropped.');
    expect(await page.locator('[data-dropping]').count()).toBe(0);
  });

  it('becomes a source of an answer with its name and format; the others of a choice are added too', async () => {
    await open('#check-answer', 360);
    const before = await page.locator('#sources > li').count();
    await page
      .locator('#answer-file')
      .setInputFiles([file('rows.csv', 'a,b\n1,2'), file('scan.pdf', '%PDF'), file('facts.json', '{"a":1}')]);
    await page.locator('#files-result').getByText('scan.pdf').waitFor();
    const fields = page.locator('#sources > li');
    expect(await fields.count()).toBe(before + 2);
    const added = [];
    for (const place of [before, before + 1]) {
      const one = fields.nth(place);
      const values = ['Title (optional)', 'Format', 'Text'].map((label) => one.getByLabel(label).inputValue());
      added.push(await Promise.all(values));
    }
    expect(added).toEqual([
      ['rows.csv', 'csv', 'a,b\n1,2'],
      ['facts.json', 'json', '{"a":1}'],
    ]);
    expect([await seriousFaults(page), await overflow(page), opened.faults]).toEqual([[], 0, []]);
  });
});
