import { describe, expect, it } from 'vitest';
import { packageFacts } from '../../src/package.ts';
import { testServer } from '../support/test-server.ts';
import { inBrowser, launchBrowser, noBrowser } from './support/chromium.ts';
import { listen, openPage, overflow } from './support/open-page.ts';

describe.skipIf(noBrowser)(inBrowser('the page of the API description'), () => {
  it('shows the operations below links to the other pages', async () => {
    const browser = await launchBrowser();
    const server = testServer();
    const address = await listen(server.app);
    const { page, asked, faults } = await openPage(browser, `${address}/docs/`, { width: 768 });
    await page.getByText('/v1/verify', { exact: true }).first().waitFor();
    await page.getByText(packageFacts().version, { exact: true }).waitFor();
    expect(await overflow(page)).toBe(0);
    expect([asked.filter((url) => !url.startsWith(address) && !url.startsWith('data:')), faults]).toEqual([[], []]);
    const pages = page.getByRole('navigation', { name: 'Pages' });
    await pages.getByRole('link', { name: 'Dashboard' }).click();
    await page.getByRole('heading', { name: 'Dashboard' }).waitFor();
    await page.getByRole('link', { name: 'API', exact: true }).click();
    await pages.getByRole('link', { name: 'Try it' }).click();
    await page.getByRole('heading', { name: 'Does the source support it?' }).waitFor();
    await browser.close();
    await server.app.close();
  });

  it('is dark above and behind the operations too, where dark is asked for', async () => {
    const browser = await launchBrowser();
    const server = testServer();
    const { page } = await openPage(browser, `${await listen(server.app)}/docs/`, { width: 768, scheme: 'dark' });
    await page.getByText('/v1/verify', { exact: true }).first().waitFor();
    const lightness = `['html', 'body', 'header.pages', '.swagger-ui'].map((name) => {
      const [r, g, b, a = 1] = getComputedStyle(document.querySelector(name)).backgroundColor.match(/[\\d.]+/g).map(Number);
      return a === 0 ? 0 : Math.max(r, g, b);
    })`;
    for (const value of await page.evaluate<number[]>(lightness)) expect(value).toBeLessThan(60);
    await browser.close();
    await server.app.close();
  });
});
