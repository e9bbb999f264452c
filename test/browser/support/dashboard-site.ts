import type { Browser, Page } from 'playwright-core';
import { type RealAccess, realAccess } from '../../support/real-access.ts';
import { testServer } from '../../support/test-server.ts';
import { launchBrowser } from './chromium.ts';
import { listen } from './open-page.ts';

export const ADMIN_TOKEN = 'the-token-of-the-operator';

/** A browser, and a service whose keys, customers and plans appear in a database. */
export interface DashboardSite {
  readonly browser: Browser;
  readonly real: RealAccess;
  readonly address: string;
  close(): Promise<void>;
}

/** Opens its own site for a suite; without `env` it has an admin API. */
export async function openDashboardSite(
  stores: Parameters<typeof realAccess>[0] = {},
  env: Readonly<Record<string, string>> = { ADMIN_TOKEN },
): Promise<DashboardSite> {
  const browser = await launchBrowser();
  const real = await realAccess(stores);
  const server = testServer({ access: real.access, env });
  const close = async () => {
    await browser.close();
    await server.app.close();
    await real.close();
  };
  return { browser, real, address: await listen(server.app), close };
}

/** Fills in the dashboard's first page. */
export async function signInto(page: Page, token: string): Promise<void> {
  await page.getByLabel('API key or operator token').fill(token);
  await page.getByRole('button', { name: 'Sign in' }).click();
}
