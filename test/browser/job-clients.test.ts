import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type JobServer, jobServer } from '../server/api/jobs/support/job-server.ts';
import { inBrowser, launchBrowser, noBrowser } from './support/chromium.ts';
import { ADMIN_TOKEN, signInto } from './support/dashboard-site.ts';
import { type Look, openPage, overflow, seriousFaults } from './support/open-page.ts';

const file = (rows: number) => '{"claim":"Pigs fly.","grounding_source":"Pigs fly."}\n'.repeat(rows);

let browser: Browser;
let server: JobServer;
let page: Page;
let faults: readonly string[];

describe.skipIf(noBrowser)(inBrowser('the jobs of customers on the dashboard'), () => {
  beforeAll(async () => {
    browser = await launchBrowser();
  });
  afterEach(async () => {
    await page.close();
    await server.close();
  });
  afterAll(() => browser?.close());

  async function open(env: Record<string, string> = {}): Promise<void> {
    server = await jobServer({ ADMIN_TOKEN, ...env });
  }

  async function submit(name: string, ...sizes: readonly number[]): Promise<void> {
    const customer = await server.customer(name);
    for (const rows of sizes) expect((await customer.submit(file(rows))).status).toBe(202);
  }

  async function signIn(token = ADMIN_TOKEN, look?: Look): Promise<void> {
    ({ page, faults } = await openPage(browser, `http://127.0.0.1:${server.port}/dashboard#/jobs`, look));
    await signInto(page, token);
    await page.getByRole('heading', { name: 'Jobs' }).waitFor();
  }

  const cells = () =>
    page.evaluate<string[][]>(
      "[...document.querySelectorAll('tbody tr')].map((row) => [...row.cells].map((cell) => cell.textContent))",
    );

  it('are shown with what they store, and deleted once the name of the customer is typed', async () => {
    await open();
    await submit('Acme Ltd', 400, 2);
    await submit('Bob plc', 3);
    await signIn();
    const [acme, bob] = await cells();
    expect(acme).toEqual([
      'Acme Ltd',
      expect.stringMatching(/^\d\d\skB$/),
      '2 queued',
      '402',
      expect.stringMatching(/UTC$/),
      'Delete all jobs',
    ]);
    expect(bob![0]).toBe('Bob plc');
    await page.getByRole('button', { name: 'Delete all jobs of Acme Ltd' }).click();
    await page.getByText('All 2 jobs of "Acme Ltd"').waitFor();
    expect(await seriousFaults(page)).toEqual([]);
    await page.getByLabel('Type the name of the customer').fill('acme');
    await page.getByRole('button', { name: 'Delete jobs' }).click();
    expect(await page.locator('#dialog').isVisible()).toBe(true);
    expect(await server.server.jobs!.clients.count()).toBe(2);
    await page.getByLabel('Type the name of the customer').fill('Acme Ltd');
    await page.getByRole('button', { name: 'Delete jobs' }).click();
    await page.getByText('1 customer has files in the background.').waitFor();
    expect(await page.locator('#announcement').textContent()).toBe('2 jobs are deleted.');
    expect((await cells()).map(([name]) => name)).toEqual(['Bob plc']);
    expect(await server.server.jobs!.clients.count()).toBe(1);
    await page.getByRole('link', { name: 'Audit' }).click();
    await page.getByRole('cell', { name: 'jobs 2' }).waitFor();
    expect(faults).toEqual([]);
  });

  it('are only shown to an operator who may read', async () => {
    await open();
    await submit('Acme Ltd', 2);
    const { token } = await server.access.operators.create({ name: 'edith', role: 'read' }, 'test');
    await signIn(token);
    expect((await cells()).map((row) => row.length)).toEqual([5]);
    expect(await page.getByRole('button', { name: /^Delete/ }).count()).toBe(0);
  });

  it('come page by page', async () => {
    await open();
    for (let n = 0; n < 52; n += 1) await submit(`customer ${n}`, n + 1);
    await signIn();
    await page.getByText('52 customers have files').waitFor();
    expect((await cells()).map(([name]) => name).slice(0, 2)).toEqual(['customer 51', 'customer 50']);
    await page.getByRole('link', { name: 'Smaller customers' }).click();
    await page.getByRole('link', { name: 'Largest customers' }).waitFor();
    expect((await cells()).map(([name]) => name)).toEqual(['customer 1', 'customer 0']);
  });

  it('are none in a service without jobs, which says so', async () => {
    await open({ JOBS: 'false' });
    await signIn();
    await page.getByText('This service has no jobs (JOBS=false).').waitFor();
    expect(faults).toEqual([]);
  });

  it.each([375, 1280])('fit a window of %d pixels, for everybody', async (width) => {
    await open();
    await submit('Acme Ltd', 400, 2);
    await submit('A customer with a name that is longer than most others have', 3);
    await signIn(ADMIN_TOKEN, { width, scheme: width === 375 ? 'dark' : 'light' });
    await page.getByText('2 customers have files').waitFor();
    expect([await seriousFaults(page), await overflow(page)]).toEqual([[], 0]);
    const { SCREENSHOTS: folder } = process.env;
    if (folder !== undefined) await page.screenshot({ path: `${folder}/job-clients-${width}.png`, fullPage: true });
  });
});
