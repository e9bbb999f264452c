import { readFile } from 'node:fs/promises';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createClient } from '../../src/client/index.ts';
import { jobServer, jsonl, ROW } from '../support/job-server.ts';
import { xlsxOf } from '../support/xlsx-file.ts';
import { inBrowser, launchBrowser, noBrowser } from './support/chromium.ts';
import { type Look, openPage, overflow, seriousFaults } from './support/open-page.ts';

const ROWS = Array.from({ length: 60 }, (_, at) => ({ id: `=${at}`, ...ROW }));
const FILE = {
  name: 'claims.jsonl',
  mimeType: 'application/jsonl',
  buffer: Buffer.from(jsonl([...ROWS, { id: 'x' }])),
};

let browser: Browser;
let page: Page;
let faults: readonly string[];

describe.skipIf(noBrowser)(inBrowser('files in the background on the dashboard'), () => {
  beforeAll(async () => {
    browser = await launchBrowser();
  });
  afterEach(() => page.close());
  afterAll(() => browser?.close());

  /** A customer's dashboard. */
  async function signedIn(look?: Look, env: Record<string, string> = {}) {
    const server = await jobServer(env);
    ({ page, faults } = await openPage(browser, `${server.url}/dashboard`, look));
    await page.getByLabel('API key or operator token').fill(server.key);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('heading', { name: 'Usage' }).waitFor();
    return { ...server, client: createClient({ url: server.url, key: server.key }) };
  }

  async function upload(file = FILE): Promise<void> {
    await page.getByLabel('File', { exact: true }).setInputFiles(file);
    await page.getByRole('button', { name: 'Upload' }).click();
  }

  const cells = () => page.locator('section', { hasText: 'Files in the background' }).locator('tbody tr td');

  it('are uploaded, shown with progress and errors, and downloaded in each format', async () => {
    const { start } = await signedIn();
    await upload();
    await page.getByText('… queued').waitFor();
    expect((await cells().allTextContents()).slice(0, 3)).toEqual(['claims.jsonl', '… queued', '0 of 61, 0 %']);
    start();
    await page.getByText('✓ completed').waitFor();
    expect((await cells().allTextContents()).slice(2, 5)).toEqual([
      '61 of 61, 100 %',
      expect.stringMatching(/^[\d.,]+ rows\/s$/),
      '1 invalid request',
    ]);
    for (const [button, begin] of [
      ['JSONL', '{"id":"=0",'],
      [
        'CSV',
        `\xef\xbb\xbfid,claim,verdict,confidence,reasoning,audit_trail,outcome,reason_codes,error_code,error_message,other,row\n'=0,`,
      ],
    ] as const) {
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByText(button, { exact: true }).click(),
      ]);
      expect(download.suggestedFilename()).toMatch(new RegExp(`^\\S+\\.${button.toLowerCase()}$`));
      expect((await readFile(await download.path())).toString('latin1', 0, begin.length)).toBe(begin);
    }
    expect(faults).toEqual([]);
  });

  it('are canceled at once, and deleted after a question', async () => {
    const { client } = await signedIn();
    await upload();
    await page.getByRole('button', { name: /^Cancel claims/ }).click();
    await page.getByText('✗ canceled').waitFor();
    expect((await client.jobs()).jobs.map(({ status }) => status)).toEqual(['canceled']);
    await page.getByRole('button', { name: /^Delete claims/ }).click();
    await page.getByRole('button', { name: 'Delete', exact: true }).last().click();
    await page.getByText('✗ canceled').waitFor({ state: 'detached' });
    expect((await client.jobs()).total).toBe(0);
  });

  it('that the service refuses stay selected, with its message next to the button', async () => {
    await signedIn();
    await upload({ ...FILE, buffer: Buffer.from('') });
    const notice = page.locator('form.upload').getByRole('alert');
    await notice.getByText('The file has no rows. Send at least one.').waitFor();
    expect(await page.locator('#notice').isVisible()).toBe(false);
    expect(await page.getByLabel('File', { exact: true }).inputValue()).toContain('claims.jsonl');
  });

  const TABLE = [
    ['ID', 'Statement', 'Text 1', 'Text 2'],
    ['7', ROW.claim, ROW.grounding_source, 'Another text.'],
  ];
  const CSV = TABLE.map((cells) => cells.map((cell) => `"${cell}"`).join(';')).join('\n');

  it.each([
    ['claims.csv', Buffer.from(CSV)],
    ['claims.xlsx', Buffer.from(xlsxOf(TABLE))],
  ])('offer the columns of their header: %s', async (name, buffer) => {
    const { start, client } = await signedIn();
    await page
      .getByLabel('File', { exact: true })
      .setInputFiles({ name, mimeType: 'application/octet-stream', buffer });
    const claim = page.getByLabel('Claim', { exact: true });
    await claim.waitFor();
    expect(await claim.locator('option').allTextContents()).toEqual(['choose a column', ...TABLE[0]!]);
    expect(await claim.inputValue()).toBe('Statement');
    const upload = page.getByRole('button', { name: 'Upload' });
    await upload.click();
    expect((await client.jobs()).total).toBe(0);
    await page.getByLabel('Text 2').check();
    await page.getByLabel('Text 1').check();
    expect(await seriousFaults(page)).toEqual([]);
    await upload.click();
    start();
    await page.getByText('✓ completed').waitFor();
    for await (const line of client.jobResults((await client.jobs()).jobs[0]!.id)) {
      expect(JSON.parse(line)).toMatchObject({ claim: ROW.claim, verdict: 'SUPPORTED' });
    }
    expect(faults).toEqual([]);
  });

  it('that no program can read as rows are refused at the field, before they are sent', async () => {
    const { client } = await signedIn();
    const field = page.getByLabel('File', { exact: true });
    for (const [name, reason] of [
      ['draft.docx', 'Choose a file of rows'],
      ['claims.xlsx', 'The file of 4 bytes cannot be read as an .xlsx file'],
    ] as const) {
      await field.setInputFiles({ name, mimeType: 'application/octet-stream', buffer: Buffer.from('none') });
      await page.locator('.field-error').getByText(reason).waitFor();
      expect(await field.getAttribute('aria-invalid')).toBe('true');
      await page.getByRole('button', { name: 'Upload' }).click();
      await page.locator('.field-error').getByText(reason).waitFor();
    }
    expect((await client.jobs()).total).toBe(0);
    await field.setInputFiles(FILE);
    await page.getByLabel('Claim', { exact: true }).waitFor();
    expect(await field.getAttribute('aria-invalid')).toBeNull();
  });

  it('are not offered by a service without jobs', async () => {
    await signedIn(undefined, { JOBS: 'false' });
    expect(await page.getByRole('heading', { name: 'Files in the background' }).isVisible()).toBe(false);
  });

  it.each([320, 768, 1280])('fit a window of %d pixels, for everybody', async (width) => {
    await signedIn({ width, scheme: width === 768 ? 'dark' : 'light' });
    await upload();
    await page.getByText('… queued').waitFor();
    expect(await overflow(page)).toBeLessThanOrEqual(0);
    expect(await seriousFaults(page)).toEqual([]);
    const { SCREENSHOTS: folder } = process.env;
    if (folder !== undefined) await page.screenshot({ path: `${folder}/jobs-${width}.png`, fullPage: true });
  });
});
