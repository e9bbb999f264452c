import type { Page } from 'playwright-core';
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

describe.skipIf(noBrowser)(inBrowser("the operator's pages"), () => {
  beforeAll(async () => {
    site = await openDashboardSite();
    ({ real, address } = site);
  });
  afterEach(() => page.close());
  afterAll(() => site?.close());

  async function signIn(place = '', token = ADMIN_TOKEN, look?: Look): Promise<void> {
    opened = await openPage(site.browser, `${address}/dashboard${place}`, look);
    page = opened.page;
    await enter(token);
  }

  async function enter(token: string): Promise<void> {
    await signInto(page, token);
    await page.getByRole('navigation', { name: 'Operator' }).waitFor();
  }

  async function newCustomer(name: string) {
    const { id } = await real.access.keys.create({ name }, 'test');
    const { customer_id: customerId, subscription_id: subscriptionId } = await real.access.keys.show(id);
    return { keyId: id, customerId, subscriptionId };
  }

  /** Names of all buttons of the page, in its order; those in closed parts too. */
  const buttons = () =>
    page.evaluate<string[]>(
      "[...document.querySelectorAll('main button')].filter((one) => one.closest('[hidden]') === null)" +
        ".map((one) => one.getAttribute('aria-label') ?? one.textContent)",
    );

  const heading = (name: string) => page.getByRole('heading', { name, exact: true }).waitFor();

  it('gives every page an address that survives reload and Back', async () => {
    const { customerId } = await newCustomer('Anton');
    await signIn('#/customers');
    await page.getByRole('link', { name: 'Anton' }).click();
    await heading('Anton');
    expect(page.url()).toBe(`${address}/dashboard#/customers/${customerId}`);
    await page.goBack();
    await heading('Customers');
    await page.goForward();
    await heading('Anton');
    await page.reload();
    await heading('Anton');
    expect(opened.faults).toEqual([]);
  });

  it('marks the tab of the place, that of the customers on the page of one, from which a link leads back', async () => {
    const { customerId } = await newCustomer('Adele');
    await signIn(`#/customers/${customerId}`);
    await heading('Adele');
    const marked = page.getByRole('navigation', { name: 'Operator' }).locator('[aria-current]');
    expect(await marked.allTextContents()).toEqual(['Customers']);
    await page.getByRole('link', { name: 'All customers' }).click();
    await heading('Customers');
    await page.getByRole('link', { name: 'Overview' }).click();
    await heading('Today');
    expect(await marked.allTextContents()).toEqual(['Overview']);
    expect(await page.locator('#announcement').textContent()).toBe('');
  });

  it('finds customers by status, shows usage and last use, and pages through all of them', async () => {
    const { keyId, subscriptionId } = await newCustomer('Berta');
    real.access.usageRecorder.record(keyId, true, 7);
    await real.access.usageRecorder.flush();
    await real.access.subscriptions.update(subscriptionId, { status: 'past_due' }, 'test');
    for (let i = 0; i < 55; i += 1) await real.access.customers.create({ name: `Many ${i}` }, 'test');
    await signIn('#/customers');
    await page.getByLabel('With a subscription that is').selectOption('past_due');
    await page.getByRole('button', { name: 'Search' }).click();
    await page.locator('#customers').getByText('1 customer found.').waitFor();
    const cells = await page.locator('#customers tbody tr').first().locator('td').allTextContents();
    expect(cells.slice(0, 5)).toEqual(['Berta', '! past due', '1', '7', '0']);
    expect(cells[5]).toMatch(/UTC$/);
    await page.goto(`${address}/dashboard#/customers?search=many`);
    await page.locator('#customers').getByText('Customers 1 to 50 of 55 found').waitFor();
    await page.getByRole('link', { name: 'Older customers' }).click();
    await page.locator('#customers').getByText('Customers 51 to 55 of 55 found').waitFor();
    expect(await page.locator('#customers tbody tr').count()).toBe(5);
  });

  it('rotates a key, and changes its limit and expiry after a second question', async () => {
    const { keyId, customerId } = await newCustomer('Carla');
    await signIn(`#/customers/${customerId}`);
    await page.getByRole('button', { name: `Change ${keyId}` }).click();
    await page.getByLabel('Requests per window').fill('5');
    await page.getByRole('button', { name: 'Change key' }).click();
    await page.getByText('The limit falls from 60 to 5.').waitFor();
    expect(await seriousFaults(page)).toEqual([]);
    await page.getByRole('button', { name: 'Change it' }).click();
    await page.getByText('5 requests per minute').waitFor();
    expect((await real.access.keys.show(keyId)).limit).toBe(5);
    await page.getByRole('button', { name: `Rotate ${keyId}` }).click();
    await page.getByRole('button', { name: 'Create the new key' }).click();
    const created = await page.getByLabel('Key', { exact: true }).inputValue();
    await page.getByLabel('I have stored the key').check();
    await page.getByRole('button', { name: 'Close' }).click();
    await page.getByText(`rotated from ${keyId}`).waitFor();
    expect(await real.access.authenticator.authenticate(created)).toMatchObject({ limit: 5 });
    await page.getByText('History').click();
    await page.getByRole('cell', { name: 'limit none → 5' }).waitFor();
  });

  it('changes the name of a customer', async () => {
    const { customerId } = await newCustomer('Dagmar');
    await signIn(`#/customers/${customerId}`);
    await page.getByText('Change name').click();
    await page.getByLabel('New name').fill('Dagmar plc');
    await page.getByRole('button', { name: 'Save customer' }).click();
    await heading('Dagmar plc');
  });

  it('pages through the audit', async () => {
    for (let i = 0; i < 55; i += 1) await real.access.customers.create({ name: `Audited ${i}` }, 'test');
    await signIn('#/audit');
    await page.locator('tbody tr').nth(49).waitFor();
    const [newest] = await page.locator('tbody tr code').allTextContents();
    await page.getByRole('link', { name: 'Older entries' }).click();
    await page.getByRole('link', { name: 'Newest entries' }).waitFor();
    expect(await page.locator('tbody tr code').allTextContents()).not.toContain(newest);
  });

  it('deletes a customer only once its name is typed', async () => {
    const { customerId } = await newCustomer('Gone Ltd');
    await signIn(`#/customers/${customerId}`);
    await page.getByText('Delete', { exact: true }).click();
    await page.getByRole('button', { name: 'Delete this customer' }).click();
    await page.getByLabel('Type the name of the customer').fill('gone');
    await page.getByRole('button', { name: 'Delete customer' }).click();
    expect(await page.locator('#dialog').isVisible()).toBe(true);
    await page.getByLabel('Type the name of the customer').fill('Gone Ltd');
    expect(await seriousFaults(page)).toEqual([]);
    await page.getByRole('button', { name: 'Delete customer' }).click();
    await heading('Customers');
    await expect(real.access.customers.show(customerId)).rejects.toThrow('No customer has the id');
  });

  it('adds a plan and changes it after a question', async () => {
    await signIn('#/plans');
    await page.getByLabel('Id', { exact: true }).fill('gold');
    await page.getByLabel('Name', { exact: true }).fill('Gold');
    await page.getByLabel('Requests per window').fill('500');
    await page.getByRole('button', { name: 'Save plan' }).click();
    await page.getByText('500 requests per minute').waitFor();
    await page.getByRole('button', { name: 'Change Gold' }).click();
    await page.getByLabel('Requests per window').fill('900');
    await page.getByRole('button', { name: 'Save plan' }).click();
    await page.getByText('get 900 requests per minute instead of 500').waitFor();
    await page.getByRole('button', { name: 'Change plan' }).click();
    await page.getByRole('cell', { name: '900 requests per minute' }).waitFor();
    await page.goto(`${address}/dashboard#/audit?subject=gold`);
    await page.getByRole('cell', { name: /limit 500 → 900/ }).waitFor();
  });

  it('shows an operator who may read nothing that would be refused, and says why', async () => {
    const { customerId, keyId } = await newCustomer('Emil');
    const { token } = await real.access.operators.create({ name: 'edith', role: 'read' }, 'test');
    await signIn(`#/customers/${customerId}`, token);
    await page.getByText('You are signed in as edith, who may see everything and change nothing.').waitFor();
    expect(await seriousFaults(page)).toEqual([]);
    expect(await buttons()).toEqual(['Sign out', `Usage of ${keyId}`]);
    for (const [section, names] of [
      ['Overview', ['Refresh']],
      ['Customers', ['Search']],
      ['Audit', ['Show']],
      ['Plans', []],
    ] as const) {
      await page.getByRole('navigation', { name: 'Operator' }).getByRole('link', { name: section }).click();
      await heading(section === 'Overview' ? 'Today' : section);
      expect([section, await buttons()]).toEqual([section, ['Sign out', ...names]]);
    }
    expect(opened.faults).toEqual([]);
  });

  for (const width of [360, 768, 1280]) {
    it(`has no serious accessibility fault and fits on every page, ${width} pixels wide`, async () => {
      const { customerId } = await newCustomer('Ida');
      await real.access.plans.put({ id: 'gold', name: 'Gold', limit: 500, window_seconds: 60 }, 'test');
      await signIn('', ADMIN_TOKEN, { width, scheme: width === 768 ? 'dark' : 'light' });
      for (const place of ['#/', '#/customers', `#/customers/${customerId}`, '#/audit', '#/plans']) {
        await page.goto(`${address}/dashboard${place}`);
        await page.locator('#view .card').first().waitFor();
        expect([place, await seriousFaults(page), await overflow(page)]).toEqual([place, [], 0]);
      }
    });
  }
});
