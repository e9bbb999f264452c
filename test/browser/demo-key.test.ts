import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { realAccess } from '../support/real-access.ts';
import { testServer } from '../support/test-server.ts';
import { inBrowser, launchBrowser, noBrowser } from './support/chromium.ts';
import { listen, openPage, seriousFaults } from './support/open-page.ts';
import { scriptedVerifier } from './support/scripted-verifier.ts';

let browser: Browser;

describe.skipIf(noBrowser)(inBrowser('the demo key of the try page'), () => {
  beforeAll(async () => {
    browser = await launchBrowser();
  });
  afterAll(() => browser?.close());

  it("verifies an example without the user's own key if DEMO_KEY is on", async () => {
    const real = await realAccess();
    const server = testServer({ access: real.access, verifier: scriptedVerifier, env: { DEMO_KEY: 'true' } });
    const { page } = await openPage(browser, `${await listen(server.app)}/`);
    await page.getByRole('button', { name: 'One wrong number' }).click();
    await page.getByRole('button', { name: 'Verify' }).click();
    await page.locator('#result:not([data-example]) #verdict').getByText('Contradicted').waitFor();
    expect(await page.locator('#key').isVisible()).toBe(false);
    expect(await seriousFaults(page)).toEqual([]);
    await page.close();
    await server.app.close();
    await real.close();
  });

  it('is not used by default: the page asks for a key', async () => {
    const server = testServer({ verifier: scriptedVerifier });
    const { page } = await openPage(browser, `${await listen(server.app)}/`);
    await page.getByRole('button', { name: 'Verify' }).click();
    await page.locator('#key-error').waitFor();
    await page.close();
    await server.app.close();
  });
});
