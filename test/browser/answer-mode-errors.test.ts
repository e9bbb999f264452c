import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { ServiceError, unavailable } from '../../src/contract/errors.ts';
import { fakeAccess, principal, VALID_KEY } from '../support/fake-access.ts';
import { fakeAnswers } from '../support/fake-answers.ts';
import { fakeVerifier } from '../support/fake-verifier.ts';
import { type TestServer, type TestServerOptions, testServer } from '../support/test-server.ts';
import { fillAnswer, sendAnswer } from './support/answer-page.ts';
import { inBrowser, launchBrowser, noBrowser } from './support/chromium.ts';
import { listen, openPage, seriousFaults } from './support/open-page.ts';
import { ANSWER, scriptedAnswers } from './support/scripted-answers.ts';

let browser: Browser;
let server: TestServer;
let page: Page;

describe.skipIf(noBrowser)(inBrowser('errors in the answer mode of the try page'), () => {
  beforeAll(async () => {
    browser = await launchBrowser();
  });
  afterEach(async () => {
    await page.close();
    await server.app.close();
  });
  afterAll(() => browser?.close());

  async function open(options: TestServerOptions = {}): Promise<void> {
    server = testServer({ verifier: scriptedAnswers().verifier, ...options });
    page = (await openPage(browser, `${await listen(server.app)}/`)).page;
  }

  async function send(key = VALID_KEY): Promise<void> {
    await fillAnswer(page, key);
    await sendAnswer(page);
  }

  const notice = () => page.getByRole('alert');
  const focused = () => page.locator(':focus').getAttribute('id');
  const answerField = () => page.getByRole('textbox', { name: 'Answer' });

  it('asks for what is missing before it sends anything, and leads to the field', async () => {
    await open();
    await send('');
    await page.locator('#key-error').waitFor();
    expect(await focused()).toBe('key');
    await answerField().fill(' ');
    await sendAnswer(page);
    await page.locator('#answer-error').waitFor();
    expect(await answerField().getAttribute('aria-invalid')).toBe('true');
    expect(await focused()).toBe('answer');
    await answerField().fill(ANSWER);
    await page.getByRole('group', { name: 'Source 2' }).getByLabel('Text').fill('');
    await sendAnswer(page);
    expect(await page.locator('[aria-invalid]').count()).toBe(1);
    expect(await focused()).toBe(
      await page.getByRole('group', { name: 'Source 2' }).getByLabel('Text').getAttribute('id'),
    );
  });

  it('leads to the field of the source that the service names', async () => {
    await open();
    await fillAnswer(page);
    const id = page.getByRole('group', { name: 'Source 2' }).getByLabel('Id');
    await id.fill('a-1');
    await sendAnswer(page);
    await notice().getByText('sources[1].id must differ').waitFor();
    expect(await focused()).toBe(await id.getAttribute('id'));
    expect(await seriousFaults(page)).toEqual([]);
  });

  it('knows the limits of this service', async () => {
    await open({ env: { MAX_ANSWER_CHARACTERS: '50', MAX_SOURCES: '1' } });
    await send();
    await expect.poll(() => page.locator('#answer-count').textContent()).toMatch(/of 50 characters$/);
    expect(await page.locator('#sources-count').textContent()).toMatch(/^2 of 1 sources/);
    expect(await notice().textContent()).toContain('at most 50 are allowed');
  });

  it('says the limit of a key with its thousands set apart', async () => {
    await open();
    const details = { limit: 6000, window: 'minute', retry_after_seconds: 3 };
    const json = { error: { code: 'rate_limited', message: 'Too many.', details } };
    await page.route('**/v1/verify/answer', (route) => route.fulfill({ status: 429, json }));
    await send();
    await notice().getByText('Your limit is 6,000 requests per minute').waitFor();
  });

  it('reports an invalid key at its field and focuses it', async () => {
    await open();
    await send('cvs_wrong');
    await notice().getByText('This key is not valid').waitFor();
    expect(await focused()).toBe('key');
  });

  it('says how many requests an answer counts as when too few are left, and lets none through before', async () => {
    await open({ access: fakeAccess(principal({ limit: 4 })) });
    await fillAnswer(page);
    await answerField().fill('One more line.\n'.repeat(25));
    await page.clock.install();
    await sendAnswer(page);
    await page.locator('#answer-result:not([data-example]) #outcome').getByText('Fail').waitFor();
    await sendAnswer(page);
    await notice()
      .getByText('This costs 3 requests, and too few are left. Your limit is 4 requests per minute')
      .waitFor();
    expect(await notice().locator('.countdown').textContent()).toBe('Try again in 17 s.');
    expect(await page.locator('#answer-submit').isDisabled()).toBe(true);
    await page.clock.runFor(18_000);
    expect(await page.locator('#answer-submit').isEnabled()).toBe(true);
  });

  it('shows nothing of an answer that failed in the middle as checked, and why', async () => {
    const { verifier } = scriptedAnswers(async (place) => {
      if (place === 3) throw unavailable('The model is lost.', 5);
    });
    await open({ verifier });
    await send();
    await notice().getByText('The model is lost.').waitFor();
    expect(await notice().locator('.countdown').textContent()).toBe('Try again in 5 s.');
    expect(await page.locator('#answer-result').isVisible()).toBe(false);
    expect(await answerField().inputValue()).toBe(ANSWER);
  });

  it('gives the id of a request that broke in the middle', async () => {
    const { verifier } = scriptedAnswers(async (place) => {
      if (place === 3) throw new Error('secret cause');
    });
    await open({ verifier });
    await send();
    await notice().getByText('Internal error of the service').waitFor();
    expect(await notice().locator('code').textContent()).toMatch(/^[A-Za-z0-9._-]+$/);
    expect(await notice().textContent()).not.toContain('secret cause');
  });

  it('shows an error that comes before the first sentence', async () => {
    const verifyPrepared = () => Promise.reject(new ServiceError('invalid_request', 'It takes too long.'));
    await open({ verifier: fakeVerifier(undefined, { ...fakeAnswers(), verifyPrepared }) });
    await send();
    await notice().getByText('It takes too long.').waitFor();
  });

  it('says when the response ends early, or does not come', async () => {
    await open();
    const contentType = 'text/event-stream';
    const body = 'event: sentence\ndata: {"start":0,"end":9,"text":"","check_required":false,"verdict":null}\n\n';
    await page.route('**/v1/verify/answer', (route) => route.fulfill({ contentType, body }));
    await send();
    await notice().getByText('The response ended early').waitFor();
    expect(await page.locator('#answer-result').isVisible()).toBe(false);
    await page.route('**/v1/verify/answer', (route) => route.abort());
    await sendAnswer(page);
    await notice().getByText('The service did not respond').waitFor();
  });

  it('drops a request that is cancelled, and what was shown of it', async () => {
    const aborted: string[] = [];
    const answers = fakeAnswers(async (place, signal) => {
      if (place === 0) return;
      await new Promise((_resolve, reject) => {
        signal?.addEventListener('abort', () => {
          aborted.push('aborted');
          reject(signal.reason);
        });
      });
    });
    await open({ verifier: fakeVerifier(undefined, answers) });
    await fillAnswer(page);
    await answerField().fill('One line.\nAnother line.');
    await sendAnswer(page);
    await page.locator('#answer-result:not([data-example]) #sentence-1').waitFor();
    await page.getByRole('button', { name: 'Cancel' }).press('Enter');
    await expect.poll(() => aborted).toEqual(['aborted']);
    expect(await focused()).toBe('answer-submit');
    expect(await page.locator('#answer-result').isVisible()).toBe(false);
    expect(await page.locator('#answer-submit').isEnabled()).toBe(true);
    expect(await notice().count()).toBe(0);
  });
});
