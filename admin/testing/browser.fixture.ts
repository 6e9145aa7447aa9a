import { existsSync } from 'node:fs';
import { type Browser, chromium, type Page } from 'playwright-core';

const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
const PLACES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

export const chromiumPath = process.env.CHROMIUM_PATH ?? PLACES.find((path) => existsSync(path));

export function openBrowser(): Promise<Browser> {
  return chromium.launch({ args: FLAGS, ...(chromiumPath ? { executablePath: chromiumPath } : {}) });
}

export interface WatchedPage {
  readonly page: Page;
  /** Console errors, uncaught exceptions, failed policies and requests to other hosts, as they happened. */
  readonly complaints: string[];
}

export interface PageOptions {
  origin: string;
  scheme?: 'light' | 'dark';
  width?: number;
  height?: number;
  signedIn?: boolean;
}

/** A page of its own context that writes down everything a user's browser would complain about. */
export async function openPage(browser: Browser, options: PageOptions): Promise<WatchedPage> {
  const { origin, scheme = 'light', width = 1441, height = 900, signedIn = true } = options;
  const context = await browser.newContext({
    viewport: { width, height },
    colorScheme: scheme,
    reducedMotion: 'reduce',
    locale: 'en-GB',
    timezoneId: 'Europe/Berlin',
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  if (signedIn) await context.addInitScript(() => localStorage.setItem('tidegate.signed-in', 'yes'));
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning')
      complaints.push(`${message.type()}: ${message.text()}`);
  });
  page.on('pageerror', (error) => complaints.push(`exception: ${error.message}`));
  page.on('request', (request) => {
    const url = request.url();
    if (!url.startsWith(origin) && !url.startsWith('data:') && !url.startsWith('blob:'))
      complaints.push(`third party: ${url}`);
  });
  return { page, complaints };
}
