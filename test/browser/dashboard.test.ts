import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { SMTPServer } from 'smtp-server';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { RealAccess } from '../support/real-access.ts';
import { inBrowser, noBrowser } from './support/chromium.ts';
import { ADMIN_TOKEN, type DashboardSite, openDashboardSite, signInto } from './support/dashboard-site.ts';
import { type Look, type OpenPage, openPage, overflow, seriousFaults } from './support/open-page.ts';

let site: DashboardSite;
let real: RealAccess;
let address: string;
let opened: OpenPage;
let page: Page;

describe.skipIf(noBrowser)(inBrowser('the dashboard'), () => {
  beforeAll(async () => {
    site = await openDashboardSite({}, { ADMIN_TOKEN, SMTP_URL: 'smtp://127.0.0.1:1' });
    ({ real, address } = site);
  });
  afterEach(() => page.close());
  afterAll(() => site?.close());

  /** A customer sees the same page at every place; an operator begins at the list of customers. */
  async function open(look?: Look): Promise<void> {
    opened = await openPage(site.browser, `${address}/dashboard#/customers`, look);
    page = opened.page;
  }

  async function signIn(token: string, look?: Look): Promise<void> {
    await open(look);
    await signInto(page, token);
  }

  /** What stands under a name in the definition lists. */
  async function definitionOf(name: string): Promise<string | null> {
    const named = page.locator('dt', { hasText: new RegExp(`^${name}$`) });
    return page.locator('dl.definitions div').filter({ has: named }).locator('dd').first().textContent();
  }

  async function newKey(name: string): Promise<{ id: string; key: string }> {
    return real.access.keys.create({ name }, 'test');
  }

  /** What the dialog shows once. */
  async function takeKey(): Promise<string> {
    const field = page.getByLabel('Key', { exact: true });
    await field.waitFor();
    const key = await field.inputValue();
    await page.getByLabel('I have stored the key').check();
    await page.getByRole('button', { name: 'Close' }).click();
    return key;
  }

  it('shows a customer status, limit and usage of the last 30 days', async () => {
    const { id, key } = await newKey('ada');
    for (let i = 0; i < 12; i += 1) real.access.usageRecorder.record(id, i < 9);
    await real.access.usageRecorder.flush();
    await signIn(key);
    await page.getByRole('heading', { name: 'Usage' }).waitFor();
    expect(await definitionOf('Status')).toBe('✓ active');
    expect(await definitionOf('Limit')).toBe('60 requests per minute');
    expect(
      await page.getByRole('img', { name: /requests answered in the last 30 days/ }).getAttribute('aria-label'),
    ).toBe('9 requests answered in the last 30 days, 3 refused by the rate limit');
    expect(await page.locator('.plot [title]').count()).toBe(30);
    await page.getByText('Show as a table').click();
    expect(await page.locator('tbody tr').first().locator('td').allTextContents()).toEqual(['9', '3']);
    expect(opened.faults).toEqual([]);
  });

  it('shows whoever fell behind with paying that they did', async () => {
    const { id, key } = await newKey('bob');
    await real.access.keys.setStatus(id, 'past_due', 'test');
    await signIn(key);
    await page.getByRole('heading', { name: 'Usage' }).waitFor();
    expect(await definitionOf('Status')).toBe('! past due');
  });

  it('rotates the key, shows the new one once, continues with it and keeps the old one until its end', async () => {
    const { key } = await newKey('cleo');
    await signIn(key);
    await page.getByRole('button', { name: 'Rotate this key' }).click();
    await page.getByLabel('The old key keeps working').selectOption({ label: 'for one more day' });
    await page.getByRole('button', { name: 'Create the new key' }).click();
    const created = await takeKey();
    expect(created).toMatch(/^cvs_\w{40}$/);
    expect(await real.access.authenticator.authenticate(created)).toBeDefined();
    expect(await real.access.authenticator.authenticate(key)).toBeDefined();
    await page.locator('#dialog').waitFor({ state: 'hidden' });
    await expect.poll(() => definitionOf('Id')).toBe(created.slice(4, 14));
    expect(await page.content()).not.toContain(created);
  });

  it('does not lose the only showing of a key to Escape, nor to Close before it is stored', async () => {
    const { key } = await newKey('clara');
    await signIn(key);
    await page.getByRole('button', { name: 'Rotate this key' }).click();
    await page.getByRole('button', { name: 'Create the new key' }).click();
    const field = page.getByLabel('Key', { exact: true });
    await field.waitFor();
    const created = await field.inputValue();
    for (let i = 0; i < 3; i += 1) await page.keyboard.press('Escape');
    await page.getByText('Tick "I have stored the key" first.').waitFor();
    await page.getByRole('button', { name: 'Close' }).click();
    expect(await field.inputValue()).toBe(created);
    expect(await seriousFaults(page)).toEqual([]);
    await page.getByLabel('I have stored the key').check();
    await page.getByRole('button', { name: 'Close' }).click();
    await page.locator('#dialog').waitFor({ state: 'hidden' });
  });

  it('asks twice before a rotation ends the old key at once', async () => {
    const { id, key } = await newKey('cora');
    await signIn(key);
    await page.getByRole('button', { name: 'Rotate this key' }).click();
    await page.getByLabel('The old key keeps working').selectOption('0');
    await page.getByRole('button', { name: 'Create the new key' }).click();
    await page.getByRole('heading', { name: 'Revoke the old key now?' }).waitFor();
    await page.getByRole('button', { name: 'Cancel' }).click();
    expect((await real.access.keys.show(id)).state).toBe('active');
  });

  it('changes nothing when the rotation is cancelled', async () => {
    const { id, key } = await newKey('dora');
    await signIn(key);
    await page.getByRole('button', { name: 'Rotate this key' }).click();
    await page.keyboard.press('Escape');
    await page.locator('#dialog').waitFor({ state: 'hidden' });
    expect((await real.access.keys.show(id)).expires_at).toBeNull();
  });

  const everywhereElse = 'JSON.stringify([location.href, {...localStorage}, document.cookie])';
  const inThisTab = 'JSON.stringify({...sessionStorage})';
  const usage = () => page.getByRole('heading', { name: 'Usage' });

  it('keeps the key for reloads of this tab alone, and forgets it on signing out', async () => {
    const { key } = await newKey('eve');
    await signIn(key);
    await usage().waitFor();
    expect(await page.evaluate<string>(everywhereElse)).not.toContain(key);
    expect(await page.content()).not.toContain(key);
    await page.reload();
    await usage().waitFor();
    const opening = page.context().waitForEvent('page');
    await page.evaluate("void window.open(location.href, '_blank', 'noopener')");
    const otherTab = await opening;
    await otherTab.getByLabel('API key or operator token').waitFor();
    expect(await otherTab.evaluate<string>(inThisTab)).toBe('{}');
    await otherTab.close();
    await page.getByRole('button', { name: 'Sign out' }).click();
    expect(await page.getByLabel('API key or operator token').inputValue()).toBe('');
    expect(await usage().count()).toBe(0);
    expect(await page.evaluate<string>(inThisTab)).toBe('{}');
    await page.reload();
    await page.getByLabel('API key or operator token').waitFor();
  });

  it('keeps a rotated key in place of the old one', async () => {
    const { key } = await newKey('edda');
    await signIn(key);
    await page.getByRole('button', { name: 'Rotate this key' }).click();
    await page.getByRole('button', { name: 'Create the new key' }).click();
    const created = await takeKey();
    await usage().waitFor();
    expect(await page.evaluate<string>(inThisTab)).toContain(created);
    await page.reload();
    await usage().waitFor();
  });

  it('forgets a key that is refused, or was kept for nine hours', async () => {
    const { id, key } = await newKey('elsa');
    await signIn(key);
    await usage().waitFor();
    await real.access.keys.revoke(id, 'test');
    await page.reload();
    await page.getByRole('alert').getByText('This key is not valid').waitFor();
    expect(await page.evaluate<string>(inThisTab)).toBe('{}');
    await page.close();
    await signIn((await newKey('emma')).key);
    await usage().waitFor();
    await page.addInitScript('Date.now = ((now) => () => now() + 9 * 3600000)(Date.now)');
    await page.reload();
    await page.getByLabel('API key or operator token').waitFor();
    expect(await page.evaluate<string>(inThisTab)).toBe('{}');
  });

  it('says that a key is not valid, and lets nothing be seen', async () => {
    for (const token of ['cvs_wrong', 'no token of an operator']) {
      await signIn(token);
      await page.getByRole('alert').getByText('This key is not valid').waitFor();
      expect(await page.locator('#view').textContent()).toBe('');
      expect(await page.getByLabel('API key or operator token').getAttribute('aria-invalid')).toBe('true');
      await page.close();
    }
    await open();
  });

  it('takes the operator from a new customer to a working key, and to its end', async () => {
    await signIn(ADMIN_TOKEN);
    await page.getByLabel('Name', { exact: true }).fill('Frida <b>Ltd</b>');
    await page.getByLabel('E-mail (keys are sent there)').fill('frida@example.com');
    await page.getByRole('button', { name: 'Add customer and key' }).click();
    const first = await takeKey();
    await page.getByRole('heading', { name: 'Frida <b>Ltd</b>' }).waitFor();
    expect((await real.access.authenticator.authenticate(first))?.status).toBe('active');
    await page.getByText('Change subscription', { exact: true }).click();
    await page.getByLabel('Status', { exact: true }).selectOption('unpaid');
    await page.getByRole('button', { name: 'Save subscription' }).click();
    await page.getByText('The status becomes unpaid').waitFor();
    await page.getByRole('button', { name: 'Cancel' }).click();
    expect((await real.access.authenticator.authenticate(first))?.status).toBe('active');
    await page.getByRole('button', { name: 'Save subscription' }).click();
    await page.getByRole('button', { name: 'Change subscription' }).click();
    await expect.poll(() => definitionOf('Status')).toBe('! unpaid');
    expect((await real.access.authenticator.authenticate(first))?.status).toBe('unpaid');
    await page.getByRole('button', { name: 'Issue a key' }).click();
    await page.getByLabel('Name of the key').fill('second');
    await page.getByRole('button', { name: 'Issue key' }).click();
    const second = await takeKey();
    expect((await real.access.authenticator.authenticate(second))?.keyName).toBe('second');
    await page.getByRole('button', { name: `Revoke ${first.slice(4, 14)}` }).click();
    await page.getByRole('button', { name: 'Revoke key' }).click();
    await page.getByText('! revoked').waitFor();
    expect(await page.getByText('! unpaid').count()).toBe(2);
    expect(await real.access.authenticator.authenticate(first)).toBeUndefined();
    await page.getByText('History').click();
    await page.getByRole('cell', { name: 'status active → unpaid' }).waitFor();
    expect(await page.getByRole('cell', { name: 'key.revoke' }).count()).toBe(1);
    expect(opened.faults).toEqual([]);
  });

  it('asks before it adds a second active subscription', async () => {
    await newKey('Otto');
    await signIn(ADMIN_TOKEN);
    await page.getByRole('link', { name: 'Otto' }).click();
    const add = page.getByRole('button', { name: 'Add subscription and key' });
    await add.click();
    await page.getByText('"Otto" already has a subscription that works.').waitFor();
    await page.getByRole('button', { name: 'Cancel' }).click();
    expect(await page.getByRole('heading', { name: /^Subscription to/ }).count()).toBe(1);
    await add.click();
    await page.getByRole('button', { name: 'Add another' }).click();
    await takeKey();
    await expect.poll(() => page.getByRole('heading', { name: /^Subscription to/ }).count()).toBe(2);
  });

  /** A customer of the operator with a key and one rotated from it. */
  async function openRotatedKeys(name: string) {
    const first = await newKey(name);
    const second = await real.access.keys.rotate(first.id, 3600, `customer:${first.id}`);
    await signIn(ADMIN_TOKEN);
    await page.getByRole('link', { name }).click();
    await page.getByRole('heading', { name: 'Keys' }).waitFor();
    return { first, second };
  }

  const works = async ({ key }: { key: string }) => (await real.access.authenticator.authenticate(key)) !== undefined;

  it('shows which key was rotated from which, and revokes both by default', async () => {
    const { first, second } = await openRotatedKeys('Julia');
    expect(await page.getByText(`rotated from ${first.id}`).count()).toBe(1);
    expect(await page.locator('tbody tr').last().textContent()).toContain(second.id);
    // Buttons of irreversible actions are apart, and a rotated key is below the one it replaces.
    const isSetIn = (selector: string, side: string) =>
      page.evaluate<boolean>(`parseFloat(getComputedStyle(document.querySelector('${selector}')).${side}) > 0`);
    expect(await isSetIn('td .danger', 'marginLeft')).toBe(true);
    expect(await isSetIn('tbody tr:last-child td > div > div', 'paddingLeft')).toBe(true);
    await page.getByRole('button', { name: `Revoke ${first.id}` }).click();
    await page.getByRole('option', { name: `revoke them too: ${second.id}` }).waitFor({ state: 'attached' });
    await page.getByRole('button', { name: 'Revoke key' }).click();
    await expect.poll(() => page.getByText('! revoked').count()).toBe(2);
    expect([await works(first), await works(second)]).toEqual([false, false]);
    expect(opened.faults).toEqual([]);
  });

  it('revokes only one key if that is selected', async () => {
    const { first, second } = await openRotatedKeys('Kurt');
    await page.getByRole('button', { name: `Revoke ${first.id}` }).click();
    await page.getByLabel('Keys rotated from it').selectOption('only');
    expect(await seriousFaults(page)).toEqual([]);
    await page.getByRole('button', { name: 'Revoke key' }).click();
    await expect.poll(() => page.getByText('! revoked').count()).toBe(1);
    expect([await works(first), await works(second)]).toEqual([false, true]);
  });

  it('shows a customer the keys that somebody rotated from theirs', async () => {
    const { id, key } = await newKey('Lena');
    const second = await real.access.keys.rotate(id, 3600, 'customer:thief');
    await signIn(key, { width: 360, scheme: 'dark' });
    const group = page.getByRole('group', { name: 'Keys rotated from one another' });
    await group.waitFor();
    expect(await group.locator('tbody tr').last().textContent()).toContain(`cvs_${second.id}…rotated from ${id}`);
    expect([await seriousFaults(page), await overflow(page)]).toEqual([[], 0]);
  });

  it('finds a customer by a part of the name and by the id of a key', async () => {
    const { id } = await newKey('Gustav the Third');
    await newKey('Hanna');
    await signIn(ADMIN_TOKEN);
    for (const text of ['the third', id]) {
      await page.getByRole('searchbox').fill(text);
      await page.getByRole('button', { name: 'Search' }).click();
      await page.locator('#customers').getByText('1 customer found').waitFor();
      expect(await page.locator('#customers td a').allTextContents()).toEqual(['Gustav the Third']);
    }
  });

  it('shows the error of a form and keeps the page', async () => {
    await signIn(ADMIN_TOKEN);
    await page.getByLabel('Name', { exact: true }).fill('x'.repeat(101));
    await page.getByRole('button', { name: 'Add customer and key' }).click();
    await page.getByRole('alert').getByText('Expected name to be 1 to 100 printable characters, got 101.').waitFor();
    expect(await page.getByLabel('Name', { exact: true }).inputValue()).toHaveLength(101);
  });

  for (const look of [
    { width: 1280, scheme: 'light' },
    { width: 768, scheme: 'light' },
    { width: 360, scheme: 'dark' },
  ] as const) {
    it(`has no serious accessibility fault and fits, ${look.width} pixels wide and ${look.scheme}`, async () => {
      const { key } = await newKey('Ida');
      await signIn(key, look);
      await page.getByRole('heading', { name: 'Usage' }).waitFor();
      expect(await seriousFaults(page)).toEqual([]);
      expect(await overflow(page)).toBe(0);
      await page.close();
      await signIn(ADMIN_TOKEN, look);
      await page.getByRole('link', { name: 'Ida' }).first().click();
      await page.getByRole('button', { name: /^Usage of/ }).click();
      await page.locator('.plot').waitFor();
      expect(await seriousFaults(page)).toEqual([]);
      expect(await overflow(page)).toBe(0);
      await page.getByRole('button', { name: /^Revoke/ }).click();
      await page.getByRole('heading', { name: 'Revoke this key?' }).waitFor();
      expect(await seriousFaults(page)).toEqual([]);
    });
  }
});

describe.skipIf(noBrowser)(inBrowser('the dashboard when the mail server rejects an e-mail'), () => {
  it('shows the operator the undelivered e-mail with a link to its customer', async () => {
    const mailServer = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onRcptTo: (_address, _session, refuse) => refuse(Object.assign(new Error('no such user'), { responseCode: 550 })),
    });
    mailServer.listen(0, '127.0.0.1');
    await once(mailServer.server, 'listening');
    const { port } = mailServer.server.address() as AddressInfo;
    const mail = { smtpUrl: `smtp://127.0.0.1:${port}`, from: 'k@k.test', dashboardUrl: 'd', checkoutUrl: 'c' };
    site = await openDashboardSite({ mail });
    ({ real, address } = site);
    const customer = await real.access.customers.create({ name: 'Mona', email: 'mona@example.com' }, 'test');
    await real.access.subscriptions.create({ customer_id: customer.id, plan: 'standard' }, 'test');
    const givenUp = async () => (await real.access.emails.list({ state: 'given_up', count: 5 })).rows;
    await expect.poll(givenUp).toHaveLength(1);
    ({ page } = await openPage(site.browser, `${address}/dashboard`));
    await signInto(page, ADMIN_TOKEN);
    await page.getByRole('heading', { name: 'Undelivered e-mails' }).waitFor();
    expect(await page.locator('.emails').textContent()).toMatch(
      /failed for the last time on .* after one attempt\. Last error: .*550 no such user/,
    );
    expect(await seriousFaults(page)).toEqual([]);
    await page.getByRole('link', { name: /^Customer of e-mail/ }).click();
    await page.getByRole('heading', { name: 'Mona' }).waitFor();
    expect(await page.locator('.emails').textContent()).toContain('550 no such user');
    await site.close();
    await new Promise<void>((resolve) => mailServer.close(resolve));
  });
});

describe.skipIf(noBrowser)(inBrowser('the dashboard without a mail server'), () => {
  it('asks for no address: nothing would be sent there', async () => {
    site = await openDashboardSite();
    ({ page } = await openPage(site.browser, `${site.address}/dashboard`));
    await signInto(page, ADMIN_TOKEN);
    expect(await page.getByLabel(/E-mail/).count()).toBe(0);
    await page.getByRole('link', { name: 'Customers', exact: true }).click();
    await page.getByLabel('Name', { exact: true }).fill('Nora');
    await page.getByRole('button', { name: 'Add customer and key' }).click();
    await page.getByLabel('I have stored the key').check();
    await page.getByRole('button', { name: 'Close' }).click();
    await page.getByText('Change name', { exact: true }).click();
    await page.getByLabel('New name').fill('Nora Ltd');
    await page.getByRole('button', { name: 'Save customer' }).click();
    await page.getByRole('heading', { name: 'Nora Ltd' }).waitFor();
    expect(await page.getByLabel(/e-mail/i).count()).toBe(0);
    await site.close();
  });
});

describe.skipIf(noBrowser)(inBrowser('the dashboard without an admin API'), () => {
  it('rejects a text that is not a key', async () => {
    site = await openDashboardSite({}, {});
    ({ real, address } = site);
    ({ page } = await openPage(site.browser, `${address}/dashboard`));
    await signInto(page, ADMIN_TOKEN);
    await page.getByRole('alert').getByText('Key not recognized').waitFor();
    await site.close();
  });
});
