import { describe, expect, it } from 'vitest';
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
    expect(await overflow(page)).toBe(0);
    expect([asked.filter((url) => !url.startsWith(address) && !url.startsWith('data:')), faults]).toEqual([[], []]);
    const pages = page.getByRole('navigation', { name: 'Pages' });
    await pages.getByRole('link', { name: 'Dashboard' }).click();
    await page.getByRole('heading', { name: 'Dashboard' }).waitFor();
    await page.getByRole('link', { name: 'API', exact: true }).click();
    await pages.getByRole('link', { name: 'Try it' }).click();
    await page.getByRole('heading', { name: 'Do the sources support it?' }).waitFor();
    await browser.close();
    await server.app.close();
  });
});
