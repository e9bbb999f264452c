import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inBrowser, noBrowser } from './support/chromium.ts';
import { ADMIN_TOKEN, type DashboardSite, openDashboardSite, signInto } from './support/dashboard-site.ts';
import { openPage } from './support/open-page.ts';

let site: DashboardSite;
let page: Page;

/** Figures by their names, of a list of tiles. */
const FIGURES = `Object.fromEntries([...document.querySelectorAll('.tiles > div')].map((tile) =>
  [tile.querySelector('dt').textContent, tile.querySelector('.figure').textContent]))`;

describe.skipIf(noBrowser)(inBrowser("the operator's overview"), () => {
  beforeAll(async () => {
    site = await openDashboardSite();
  });
  afterAll(() => site?.close());

  async function ask(key: string, claim: unknown): Promise<number> {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    const body = JSON.stringify({ claim, grounding_source: 'Pigs fly.' });
    return (await fetch(`${site.address}/v1/verify`, { method: 'POST', headers, body })).status;
  }

  it('is the first page, and shows that nothing was asked yet', async () => {
    ({ page } = await openPage(site.browser, `${site.address}/dashboard`));
    await signInto(page, ADMIN_TOKEN);
    await page.getByText('No requests yet today.').waitFor();
    expect(await page.evaluate(FIGURES)).toEqual({
      Requests: '0',
      'Refused by a rate limit': '0',
      'Customers with requests': '0',
      'Requests to check': '0',
      'Invalid requests': '0',
      Refused: '0',
      Errors: '0',
      Latency: '–',
      'Share of fail': '–',
    });
  });

  it('shows the requests that were made since, the customers by their number, and the outcomes', async () => {
    const { keys, usageRecorder } = site.real.access;
    const ada = await keys.create({ name: 'Ada' }, 'test');
    const bob = await keys.create({ name: 'Bob', limit: 1 }, 'test');
    const statuses = [];
    for (const [key, claim] of [
      [ada.key, 'Pigs fly.'],
      [ada.key, 'Pigs fly.'],
      [ada.key, 7],
      [bob.key, 'Pigs fly.'],
      [bob.key, 'Pigs fly.'],
      ['cvs_unknown', 'Pigs fly.'],
    ] as const)
      statuses.push(await ask(key, claim));
    expect(statuses).toEqual([200, 200, 400, 200, 429, 401]);
    await usageRecorder.flush();
    await page.getByRole('button', { name: 'Refresh' }).click();
    await page.getByRole('link', { name: 'Ada' }).waitFor();
    expect(await page.evaluate(FIGURES)).toMatchObject({
      Requests: '4',
      'Refused by a rate limit': '1',
      'Customers with requests': '2',
      'Requests to check': '6',
      'Invalid requests': '2',
      Refused: '1',
      Errors: '0',
      'Latency, median': expect.stringMatching(/^\d+ ms$/),
      'Share of fail': '0 %',
    });
    const rows = page.getByRole('group', { name: 'Top customers today' }).locator('tbody tr');
    expect(await rows.allTextContents()).toEqual(['Ada30', 'Bob11']);
    const label = '4 requests answered in the last 30 days, 1 refused by the rate limit';
    expect(await page.getByRole('img').getAttribute('aria-label')).toBe(label);
    expect(await page.locator('.plot figcaption span').nth(1).textContent()).toBe('5 on the busiest day');
    await page.getByRole('link', { name: 'Ada' }).click();
    await page.getByRole('heading', { name: 'Ada' }).waitFor();
  });
});
