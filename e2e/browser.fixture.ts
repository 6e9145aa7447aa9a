import { AxeBuilder } from '@axe-core/playwright';
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import { noteServer } from '../scripts/testing/report.ts';
import { ensureChromium } from '../scripts/toolchain/chain-nodes.ts';
import { isFound } from '../scripts/toolchain/found.ts';

/** A person at a browser of their own. */
export interface Visit {
  readonly context: BrowserContext;
  readonly page: Page;
  /** What must not happen: errors in the console, uncaught exceptions, requests to other hosts. */
  readonly complaints: string[];
}

/**
 * One Chromium for a test file, ended after it. Without one its tests are skipped by name, and fail under CI.
 *
 * @returns opens a context with a page that writes down what its browser would complain about
 */
export function useBrowser(origin: string): (options?: BrowserContextOptions) => Promise<Visit> {
  let browser: Browser | undefined;
  let missing: string | undefined;

  beforeAll(async () => {
    const program = await ensureChromium();
    if (isFound(program)) {
      noteServer({ name: 'Chromium', origin: program.origin });
      browser = await chromium.launch({ executablePath: program.path, args: flags });
      return;
    }
    noteServer({ name: 'Chromium', missing: program.missing });
    if (process.env.CI) throw new Error(program.missing);
    missing = program.missing;
  });
  beforeEach((context) => {
    if (missing !== undefined) context.skip(missing);
  });
  afterAll(() => browser?.close());

  return (options = {}) => {
    if (browser === undefined) throw new Error('The browser starts in beforeAll.');
    return visit(browser, origin, options);
  };
}

/** Expects that axe finds nothing on what is shown now. */
export async function expectAccessible(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).setLegacyMode(true).analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([]);
}

/** Presses Tab until the focus is on what has this name, as who has no mouse would. @throws Error when it is not reached */
export async function tabTo(page: Page, name: string): Promise<void> {
  for (let step = 0; step < 80; step += 1) {
    await page.keyboard.press('Tab');
    const reached = await page.evaluate(() => {
      const element = document.activeElement;
      return (element?.getAttribute('aria-label') ?? element?.textContent ?? '').trim();
    });
    if (reached === name) return;
  }
  throw new Error(`The keyboard does not reach "${name}".`);
}

async function visit(browser: Browser, origin: string, options: BrowserContextOptions): Promise<Visit> {
  const context = await browser.newContext({
    locale: 'en-GB',
    timezoneId: 'Europe/Berlin',
    reducedMotion: 'reduce',
    ...options,
  });
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(`console: ${message.text()}`);
  });
  page.on('pageerror', (error) => complaints.push(`exception: ${error.message}`));
  page.on('request', (request) => {
    const url = request.url();
    if (!url.startsWith(origin) && !/^(data|blob):/.test(url)) complaints.push(`request: ${url}`);
  });
  return { context, page, complaints };
}

const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
