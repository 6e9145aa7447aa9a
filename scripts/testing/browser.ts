import axe, { type AxeResults } from 'axe-core';
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import { newId } from '../../domain/ids.ts';
import { CONSENT_COOKIE, consentValue, NOTHING_OPTIONAL } from '../../domain/legal/consent.ts';
import { ensureChromium } from '../toolchain/chain-nodes.ts';
import { isFound } from '../toolchain/found.ts';
import { noteServer } from './report.ts';

/** A person at a browser of their own. */
export interface Visit {
  readonly context: BrowserContext;
  readonly page: Page;
  /** Events that must not happen: errors and warnings in the console, uncaught exceptions, requests to other hosts. */
  readonly complaints: string[];
}

/** Opens a page for a person who stays on this origin, e.g. `http://127.0.0.1:4000`. */
export type Visitor = (origin: string, options?: BrowserContextOptions) => Promise<Visit>;

/** One Chromium for a test file, ended after it. Without one its tests are skipped by name, and fail under CI. */
export function withBrowser(): Visitor {
  let browser: Browser | undefined;
  let missing: string | undefined;

  beforeAll(async () => {
    const program = await ensureChromium();
    if (isFound(program)) {
      noteServer({ name: 'Chromium', origin: program.origin });
      browser = await launchBrowser(program.path);
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

  return (origin, options = {}) => {
    if (browser === undefined) throw new Error('The browser starts in beforeAll.');
    return openVisit(browser, origin, options);
  };
}

/** A Chromium that stays on this machine: nothing of its own goes to the network. */
export function launchBrowser(executablePath: string): Promise<Browser> {
  return chromium.launch({ executablePath, args: FLAGS });
}

/**
 * A page in a context of its own, in Berlin's time and without motion, that writes down what a browser complains about.
 */
export async function openVisit(browser: Browser, origin: string, options: BrowserContextOptions): Promise<Visit> {
  const context = await browser.newContext({
    locale: 'en-GB',
    timezoneId: 'Europe/Berlin',
    reducedMotion: 'reduce',
    ...options,
  });
  // Somebody who has chosen about cookies. Tests of the banner forget it: `context.clearCookies()`.
  const consent = { name: CONSENT_COOKIE, value: consentValue(newId(), NOTHING_OPTIONAL), url: origin };
  // A page without a server, as a mail is shown, has no cookies.
  if (origin.startsWith('http')) await context.addCookies([consent]);
  // A bound for what hangs: a busy machine may take its time.
  context.setDefaultTimeout(120_000);
  return openPage(context, origin);
}

/** Another page of the same person, with what the browser complains about on it. */
export async function openPage(context: BrowserContext, origin: string): Promise<Visit> {
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(`${message.type()}: ${message.text()}`);
  });
  page.on('pageerror', (error) => complaints.push(`exception: ${error.message}`));
  page.on('request', (request) => {
    const { origin: asked, protocol } = new URL(request.url());
    if (asked !== origin && protocol !== 'data:' && protocol !== 'blob:') complaints.push(`request: ${request.url()}`);
  });
  return { context, page, complaints };
}

/**
 * Expects that axe finds nothing on what is shown now; `where` says in the failure what that was.
 *
 * @param rules all of them by default
 */
export async function expectAccessible(page: Page, where = '', rules: object = {}): Promise<void> {
  for (const frame of page.frames()) {
    // Half a megabyte of source: once for each document, however often it is looked at.
    if (await frame.evaluate(() => !('axe' in window))) await frame.evaluate(axe.source);
  }
  // To describe what passed takes axe longer than to look for violations.
  const options = { resultTypes: ['violations'], ...rules };
  const { violations } = await page.evaluate<AxeResults>(`axe.run(${JSON.stringify(options)})`);
  const findings = violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 200)} ${failureSummary ?? ''}`),
  );
  expect(findings, where).toEqual([]);
}

/** How a screen is shown. */
export interface Look {
  readonly width: number;
  readonly colorScheme: 'light' | 'dark';
}

/**
 * {@link expectAccessible} for a screen that is shown in several looks, one after the other. Every rule is applied to
 * the narrow and to the wide layout, and colors are compared in both schemes: in two of the four looks, as to audit a
 * screen is half of what it costs to test it. `npm run test:long` compares colors in the other two as well.
 */
export async function expectAccessibleLook(page: Page, where: string, { width, colorScheme }: Look): Promise<void> {
  const isWholeAudit = width < WIDE_LAYOUT_PX === (colorScheme === 'light');
  if (!isWholeAudit && !process.env.EXAMPLES_FACTOR) return;
  await expectAccessible(page, `${where}, ${colorScheme} at ${width}`, isWholeAudit ? {} : COLOR_RULES);
}

/** Where the layouts of all front ends are those of a desk. */
const WIDE_LAYOUT_PX = 800;
/** The rules of axe that another color scheme can break, for screens already audited in one. */
export const COLOR_RULES = { runOnly: ['color-contrast', 'link-in-text-block'] };

/**
 * Makes the window this wide and waits until the page has taken it in: what follows a media query is drawn by the
 * second frame. On a busy machine, an audit else meets a wide table in a narrow window.
 */
export async function showAt(page: Page, width: number): Promise<void> {
  await page.setViewportSize({ width, height: 900 });
  await page.evaluate(
    () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(() => drawn(undefined)))),
  );
}

/** Expects that what is shown is no wider than the window, once the page has taken the width in. */
export async function expectNoSidewaysScroll(page: Page, where = ''): Promise<void> {
  const tooWide = () =>
    page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  await expect.poll(tooWide, { message: `pixels of content beyond the window ${where}` }).toBeLessThanOrEqual(0);
}

/**
 * No cell of a table and no button shows text beyond its box. Truncated text, as with an ellipsis, counts as far as it
 * is visible.
 */
export async function expectWordsInside(page: Page, where = ''): Promise<void> {
  const outside = () =>
    page.evaluate((tolerance) => {
      const seen = (text: Node, cell: Element): DOMRect[] => {
        for (let at = text.parentElement; at !== null && at !== cell; at = at.parentElement) {
          if (getComputedStyle(at).overflowX !== 'visible') return [at.getBoundingClientRect()];
        }
        const range = document.createRange();
        range.selectNodeContents(text);
        return [...range.getClientRects()];
      };
      const isBeyond = (cell: HTMLElement): boolean => {
        const room = cell.getBoundingClientRect();
        const words = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
        while (words.nextNode()) {
          const rects = seen(words.currentNode, cell).filter(({ width }) => width > 1);
          if (rects.some(({ left, right }) => left < room.left - tolerance || right > room.right + tolerance))
            return true;
        }
        return false;
      };
      const cells = [...document.querySelectorAll<HTMLElement>('td, th, button')];
      return cells.filter((cell) => cell.offsetParent !== null && isBeyond(cell)).map((cell) => cell.textContent);
    }, CELL_TOLERANCE_PX);
  await expect
    .poll(outside, { message: `cells and buttons with words beyond them ${where}`, timeout: 5_000 })
    .toEqual([]);
}

/** Rounding, and outlines of what has the focus. */
const CELL_TOLERANCE_PX = 2;

/**
 * Presses Tab until the focus is on what has this name, as who has no mouse would. @throws Error when it is not reached
 */
export async function tabTo(page: Page, name: string): Promise<void> {
  for (let step = 0; step < MOST_TABS; step += 1) {
    await page.keyboard.press('Tab');
    const reached = await page.evaluate(() => {
      const element = document.activeElement;
      return (element?.getAttribute('aria-label') ?? element?.textContent ?? '').trim();
    });
    if (reached === name) return;
  }
  throw new Error(`The keyboard does not reach "${name}".`);
}

/** More than any screen has stops. */
const MOST_TABS = 80;

const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
