import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Caller } from '../../src/nli/types.ts';
import { fakeAccess, principal, VALID_KEY } from '../support/fake-access.ts';
import { type TestServer, type TestServerOptions, testServer } from '../support/test-server.ts';
import { enterKey } from './support/answer-page.ts';
import { inBrowser, launchBrowser, noBrowser } from './support/chromium.ts';
import { listen, openPage, seriousFaults } from './support/open-page.ts';
import { CLAIM, SOURCE, scriptedVerifier } from './support/scripted-verifier.ts';

let browser: Browser;
let server: TestServer;
let page: Page;

describe.skipIf(noBrowser)(inBrowser('errors on the try page'), () => {
  beforeAll(async () => {
    browser = await launchBrowser();
  });
  afterEach(async () => {
    await page.close();
    await server.app.close();
  });
  afterAll(() => browser?.close());

  async function open(options: TestServerOptions): Promise<void> {
    server = testServer({ verifier: scriptedVerifier, ...options });
    page = (await openPage(browser, `${await listen(server.app)}/`)).page;
    await page.getByRole('textbox', { name: 'Claim' }).fill(CLAIM);
    await page.getByRole('textbox', { name: 'Source' }).fill(SOURCE);
  }

  async function verifyWith(key: string): Promise<void> {
    if (key !== '') await enterKey(page, key);
    await page.getByRole('button', { name: 'Verify' }).click();
  }

  const notice = () => page.getByRole('alert');
  const focused = () => page.locator(':focus').getAttribute('id');

  it('asks for a key before it sends anything, and says which field is meant', async () => {
    await open({});
    await verifyWith('');
    await page.locator('#key-error').waitFor();
    expect(await page.locator('#key').getAttribute('aria-invalid')).toBe('true');
    expect(await focused()).toBe('key');
  });

  it('reports an invalid key at its field and focuses it', async () => {
    await open({});
    await verifyWith('cvs_wrong');
    await notice().getByText('This key is not valid').waitFor();
    expect(await focused()).toBe('key');
    expect(await seriousFaults(page)).toEqual([]);
  });

  it('names the state of a lapsed subscription and where to renew it', async () => {
    const env = { CHECKOUT_URL: 'https://shop.example/renew' };
    await open({ access: fakeAccess(principal({ status: 'past_due' })), env });
    await verifyWith(VALID_KEY);
    await notice().getByText('The key is valid, but its subscription is past due.').waitFor();
    expect(await notice().getByRole('link').getAttribute('href')).toBe('https://shop.example/renew');
  });

  it('counts down to the end of a used-up window and lets no request through before', async () => {
    await open({ access: fakeAccess(principal({ limit: 1 })) });
    await page.clock.install();
    await verifyWith(VALID_KEY);
    await page.locator('#result:not([data-example]) #verdict').waitFor();
    await page.getByRole('button', { name: 'Verify' }).click();
    await notice().getByText('Your limit is 1 request per minute').waitFor();
    expect(await notice().locator('.countdown').textContent()).toBe('Try again in 17 s.');
    expect(await page.locator('#submit').isDisabled()).toBe(true);
    await page.clock.runFor(10_000);
    expect(await notice().locator('.countdown').textContent()).toMatch(/^Try again in [67] s\.$/);
    await page.clock.runFor(7_500);
    expect(await notice().locator('.countdown').textContent()).toBe('You can try again now.');
    expect(await page.locator('#submit').isEnabled()).toBe(true);
  });

  it('says why the service cannot answer yet and from when it may', async () => {
    await open({ verifier: null });
    await verifyWith(VALID_KEY);
    await notice().getByText('The model is still being loaded').waitFor();
    expect(await notice().locator('.countdown').textContent()).toBe('Try again in 5 s.');
  });

  it('gives the id of a request that broke', async () => {
    const broken = { ...scriptedVerifier, verify: () => Promise.reject(new Error('secret cause')) };
    await open({ verifier: broken });
    await verifyWith(VALID_KEY);
    await notice().getByText('Internal error of the service').waitFor();
    expect(await notice().locator('code').textContent()).toMatch(/^[A-Za-z0-9._-]+$/);
    expect(await notice().textContent()).not.toContain('secret cause');
  });

  it('says when no answer comes at all, and keeps what was written', async () => {
    await open({});
    await page.route('**/v1/verify?*', (route) => route.abort());
    await verifyWith(VALID_KEY);
    await notice().getByText('The service did not respond').waitFor();
    expect(await page.getByRole('textbox', { name: 'Claim' }).inputValue()).toBe(CLAIM);
    expect(await page.locator('#submit').isEnabled()).toBe(true);
  });

  it('drops a request that is cancelled, and keeps the focus of the keyboard', async () => {
    const aborted: string[] = [];
    const verify = (_input: unknown, { signal }: Caller = {}) =>
      new Promise<never>((_resolve, reject) => {
        signal?.addEventListener('abort', () => {
          aborted.push('aborted');
          reject(signal.reason);
        });
      });
    await open({ verifier: { ...scriptedVerifier, verify } });
    await enterKey(page, VALID_KEY);
    await page.locator('#submit').press('Enter');
    await page.getByRole('button', { name: 'Cancel' }).waitFor();
    expect(await focused()).toBe('submit');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    expect(await focused()).toBe('cancel');
    await page.keyboard.press('Enter');
    await expect.poll(() => aborted).toEqual(['aborted']);
    expect(await focused()).toBe('submit');
    expect(await page.locator('#submit').isEnabled()).toBe(true);
    expect(await notice().count()).toBe(0);
  });
});
