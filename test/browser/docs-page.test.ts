import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestServer, testServer } from '../support/test-server.ts';
import { inBrowser, launchBrowser, noBrowser } from './support/chromium.ts';
import { listen, openPage, overflow, seriousFaults } from './support/open-page.ts';

describe.skipIf(noBrowser)(inBrowser('the page of the API description'), () => {
  let browser: Awaited<ReturnType<typeof launchBrowser>>;
  let server: TestServer;
  let address: string;
  beforeAll(async () => {
    browser = await launchBrowser();
    server = testServer({ env: { ADMIN_TOKEN: 'the-token-of-the-operator' } });
    address = await listen(server.app);
  });
  afterAll(async () => {
    await browser.close();
    await server.app.close();
  });

  it('is linked with the other pages, and its links open their targets', async () => {
    const { page, asked, faults } = await openPage(browser, `${address}/docs/`);
    const pages = page.getByRole('navigation', { name: 'Pages' });
    expect(await pages.locator('[aria-current]').textContent()).toBe('API');
    await page.getByText('Judge one claim against one grounding source').click();
    await page.locator('#verifyClaim').getByRole('link', { name: 'VerifyRequest' }).click();
    await page.getByRole('heading', { name: 'VerifyRequest' }).waitFor();
    await page.getByRole('link', { name: 'Operator', exact: true }).click();
    await page.getByText('/admin/v1/overview').waitFor();
    expect([asked.filter((url) => !url.startsWith(address)), faults]).toEqual([[], []]);
    await pages.getByRole('link', { name: 'Dashboard' }).click();
    await page.getByRole('heading', { name: 'Dashboard' }).waitFor();
    await page.getByRole('link', { name: 'API', exact: true }).click();
    await pages.getByRole('link', { name: 'Try it' }).click();
    await page.getByRole('heading', { name: 'Does the source support it?' }).waitFor();
    await page.close();
  });

  it.each([
    [1280, 'light'],
    [768, 'dark'],
    [360, 'light'],
  ] as const)(
    'has no serious accessibility fault and fits with operations open, %i pixels wide and %s',
    async (width, scheme) => {
      const { page } = await openPage(browser, `${address}/docs/`, { width, scheme });
      const parts = "['#verifyAnswer', '#verifyAnswer .response', '#listEmails', '.schema']";
      await page.evaluate(`for (const part of ${parts}) document.querySelector(part).open = true;
      for (const part of document.querySelectorAll('.card > details')) part.open = true;`);
      expect([await seriousFaults(page), await overflow(page)]).toEqual([[], 0]);
      await page.close();
    },
  );
});
