import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { Browser, Page } from 'playwright-core';

export interface Look {
  readonly width: number;
  readonly scheme?: 'light' | 'dark';
}

export interface OpenPage {
  readonly page: Page;
  /** Addresses of everything the page asked for. */
  readonly asked: string[];
  /** What went wrong inside the page: exceptions and errors on the console, policy violations among them. */
  readonly faults: string[];
}

/** Listens where only this machine reaches it; the base address. */
export async function listen(app: FastifyInstance): Promise<string> {
  await app.listen({ host: '127.0.0.1', port: 0 });
  return `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
}

export async function openPage(browser: Browser, address: string, look: Look = { width: 1280 }): Promise<OpenPage> {
  const { width, scheme = 'light' } = look;
  // With smooth scrolling every click waits until the page has stopped; tests of motion ask for it.
  const page = await browser.newPage({
    viewport: { width, height: 900 },
    colorScheme: scheme,
    reducedMotion: 'reduce',
  });
  page.setDefaultTimeout(120_000);
  const asked: string[] = [];
  const faults: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('console', (message) => {
    // An answer that is no success is on the console too; the page is tested on what it makes of it.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
      faults.push(message.text());
  });
  await page.goto(address);
  return { page, asked, faults };
}

const axe = readFileSync(new URL(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

/** What axe-core finds serious or critical, each as its rule and the first element concerned. */
export async function seriousFaults(page: Page): Promise<string[]> {
  if (await page.evaluate<boolean>("typeof axe === 'undefined'")) await page.evaluate(axe);
  const { violations } = (await page.evaluate("axe.run({ resultTypes: ['violations'] })")) as {
    violations: { id: string; impact: string; nodes: { html: string }[] }[];
  };
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
}

export async function faultsInBothSchemes(page: Page): Promise<string[]> {
  const light = await seriousFaults(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  const dark = await seriousFaults(page);
  await page.emulateMedia({ colorScheme: 'light' });
  return [...light, ...dark];
}

/** Pixels by which the page is wider than its window. */
export async function overflow(page: Page): Promise<number> {
  return page.evaluate<number>('document.documentElement.scrollWidth - document.documentElement.clientWidth');
}
