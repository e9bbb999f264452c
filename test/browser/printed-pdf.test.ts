import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readBytes } from '../../src/documents/read/read-bytes.ts';
import { blocksOf } from '../documents/support/blocks.ts';
import { inBrowser, launchBrowser, noBrowser } from './support/chromium.ts';

const STYLE =
  '<style>body{font:11pt serif} .columns{column-count:2;text-align:justify;hyphens:auto} td,th{border:1px solid;padding:4px 30px}</style>';
const PARAGRAPHS = Array.from(
  { length: 12 },
  (_, i) =>
    `Paragraph number ${i + 1} says that the plant in Lyon, which opened in 2014, makes valves for pumps, boilers and compressors, and that it employs more people than any other in the department.`,
);

describe.skipIf(noBrowser)(inBrowser('a PDF that a browser printed'), () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchBrowser();
  });
  afterAll(() => browser?.close());

  async function printed(html: string, options: object = {}) {
    const page = await browser.newPage();
    await page.setContent(`<html lang="en">${STYLE}${html}`);
    const pdf = await page.pdf({ format: 'A4', ...options });
    await page.close();
    return (await readBytes('a.pdf', pdf)).body;
  }

  it('is read column by column, its headings, paragraphs and table in their order', async () => {
    const body = await printed(
      `<h1>The valves</h1><div class="columns">${PARAGRAPHS.map((text) => `<p>${text}</p>`).join('')}</div>` +
        '<h2>Figures</h2><table><tr><th>Plant</th><th>Opened</th></tr><tr><td>Lyon</td><td>2014</td></tr></table><p>The end.</p>',
    );
    expect(blocksOf(body)).toEqual([
      'heading 1: The valves',
      ...PARAGRAPHS.map((text) => `paragraph: ${text}`),
      'heading 2: Figures',
      'head: | Plant | Opened |\n| --- | --- |',
      'row: | Lyon | 2014 |',
      'paragraph: The end.',
    ]);
  });

  it('keeps one copy of the head of the browser and no foot, and knows all its 300 pages', async () => {
    const pages = Array.from({ length: 300 }, (_, i) => `<p style="break-after:page">Text of page ${i + 1} here.</p>`);
    const body = await printed(pages.join(''), {
      displayHeaderFooter: true,
      margin: { top: '60px', bottom: '60px' },
      headerTemplate: '<span style="font-size:8pt">The title</span>',
      footerTemplate:
        '<span style="font-size:8pt"><span class="pageNumber"></span>/<span class="totalPages"></span></span>',
    });
    expect(blocksOf(body).slice(0, 301)).toEqual([
      'paragraph: The title',
      ...Array.from({ length: 300 }, (_, i) => `paragraph: Text of page ${i + 1} here.`),
    ]);
    expect(body.blocks[300]!.page).toBe(300);
  });

  it('cannot be read where it is an image only', async () => {
    const image =
      "<img width=400 height=400 src=\"data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg'%3E%3Ccircle r='90'/%3E%3C/svg%3E\">";
    await expect(printed(image)).rejects.toThrow('has no text on its 1 pages, which may be scanned images');
  });
});
