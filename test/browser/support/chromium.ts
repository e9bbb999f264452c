import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

/** The same browser without a window takes a third of the CPU time. */
const HEADLESS = '/usr/bin/chromium-headless-shell';
const path = process.env.CHROMIUM_PATH ?? (existsSync(HEADLESS) ? HEADLESS : '/usr/bin/chromium');

/** Why the tests in a browser do not run; undefined when they do. */
export const noBrowser = existsSync(path)
  ? undefined
  : `there is no ${path}: install chromium-headless-shell or set CHROMIUM_PATH`;

export function inBrowser(title: string): string {
  return noBrowser === undefined ? title : `${title} (skipped: ${noBrowser})`;
}

export function launchBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: path,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
}
