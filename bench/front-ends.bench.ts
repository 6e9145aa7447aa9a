import { get } from 'node:http';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { Browser, BrowserContext, Page, Request } from 'playwright-core';
import { basic, setRates } from '../api/testing/server.fixture.ts';
import { rebuildDashboard } from '../db/dashboard/project.ts';
import { makeMerchant } from '../db/testing.fixture.ts';
import { buildFrontEnds } from '../scripts/start/front-ends.ts';
import { launchBrowser } from '../scripts/testing/browser.ts';
import { ensureChromium } from '../scripts/toolchain/chain-nodes.ts';
import { isFound } from '../scripts/toolchain/found.ts';
import { signInAt, startBenchApi } from './account-shop.ts';
import { withBenchDatabase } from './database.ts';
import type { Figure } from './figure.ts';

const KB = 1_000;
const VIEWPORTS = {
  desk: { width: 1441, height: 900 },
  phone: { width: 376, height: 812 },
} as const;
/** A slow device, on which parts of a page come one after the other. */
const SLOWDOWN = 4;
/** A page is at rest after this long without a request or a layout shift. */
const REST_MS = 2_000;

/** A page of the product as somebody opens it, with empty caches. */
interface Screen {
  readonly name: string;
  readonly path: string;
  readonly device: keyof typeof VIEWPORTS;
  /** The most script that may be sent for it, in kilobytes. */
  readonly budgetKb: number;
  /** Is in the page once it shows what it is for. */
  readonly shows: string;
  readonly needsSession?: true;
}

/**
 * The bytes of script that the API sends for each kind of page, compressed as a browser gets them, and how far the page
 * moves while it loads on a slow device (cumulative layout shift).
 */
export async function run(): Promise<readonly Figure[]> {
  const chromium = await ensureChromium();
  if (!isFound(chromium)) throw new Error(chromium.missing);
  await buildFrontEnds(join(import.meta.dirname, '..'));
  return withBenchDatabase(async ({ url, db }) => {
    const { token, user } = await makeMerchant(db);
    await setRates(db, 'sandbox');
    await setRates(db, 'production');
    const { api, origin } = await startBenchApi(url);
    const browser = await launchBrowser(chromium.path);
    try {
      const { cookie } = await signInAt(origin, user);
      const invoiceId = await createInvoice(origin, basic(token));
      // Workers do this all the time; without it the dashboard has no figures to show.
      await rebuildDashboard(db);
      const figures: Figure[] = [];
      for (const screen of screensOf(invoiceId)) {
        figures.push(...(await look(browser, { origin, cookie, screen })));
      }
      return figures;
    } finally {
      await browser.close();
      await api.stop();
    }
  });
}

function screensOf(invoiceId: string): readonly Screen[] {
  const office = { device: 'desk', budgetKb: 450, needsSession: true } as const;
  const payer = { device: 'phone', budgetKb: 60, shows: '#title' } as const;
  return [
    { name: 'sign-in', path: '/auth/sign-in', device: 'desk', budgetKb: 180, shows: 'form input' },
    { ...office, name: 'dashboard', path: '/dashboard', shows: 'h1' },
    { ...office, name: 'a list (history)', path: '/history', shows: 'tbody td' },
    { ...office, name: 'a form (profile of a shop)', path: '/integration/profile', shows: 'form input' },
    { ...payer, name: "payer's page", path: `/invoice/${invoiceId}` },
    { ...payer, name: 'claim', path: `/invoice/${invoiceId}/claim` },
    { name: 'landing', path: '/', device: 'phone', budgetKb: 60, shows: 'h1' },
  ];
}

async function createInvoice(origin: string, authorization: string): Promise<string> {
  const answer = await fetch(`${origin}/api/v1/invoices`, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json' },
    body: JSON.stringify({ amount: '49.90', currency: 'EUR', gate_id: 'BTC' }),
  });
  if (!answer.ok) throw new Error(`the invoice was answered ${answer.status}`);
  const { data } = (await answer.json()) as { data: { id: string } };
  return data.id;
}

async function look(
  browser: Browser,
  { origin, cookie, screen }: { origin: string; cookie: string; screen: Screen },
): Promise<Figure[]> {
  const { name, path, device, budgetKb, shows } = screen;
  const context = await browser.newContext({ viewport: VIEWPORTS[device] });
  try {
    if (screen.needsSession) await signIn(context, origin, cookie);
    const page = await context.newPage();
    const traffic = watchTraffic(page);
    await slowDown(page);
    await page.addInitScript(recordShifts);
    await page.goto(`${origin}${path}`, { waitUntil: 'load' });
    await page.locator(shows).first().waitFor();
    await untilAtRest(page, traffic);
    const shift = await page.evaluate(() => (window as unknown as ShiftWindow).shift);
    const sizes = await Promise.all([...traffic.scripts].map(sentBytes));
    const kb = sizes.reduce((total, size) => total + size, 0) / KB;
    return [
      { name: `${name}: script sent`, value: kb, unit: 'KB', target: `≤ ${budgetKb} KB`, ok: kb <= budgetKb },
      // A thousandth is less than a line of text that moves by a pixel.
      { name: `${name}: layout shift`, value: shift * 1_000, unit: '/1000', target: '< 1', ok: shift < 0.001 },
    ];
  } finally {
    await context.close();
  }
}

async function signIn(context: BrowserContext, origin: string, cookies: string): Promise<void> {
  await context.addCookies(
    cookies.split('; ').map((pair) => {
      const at = pair.indexOf('=');
      return { name: pair.slice(0, at), value: pair.slice(at + 1), url: origin };
    }),
  );
  await context.addInitScript(() => localStorage.setItem('tidegate.signed-in', 'yes'));
}

async function slowDown(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
}

/** The sum of layout shifts that no input caused, and the time of the last one. */
interface ShiftWindow {
  shift: number;
  movedAtMs: number;
}

function recordShifts(): void {
  interface LayoutShift extends PerformanceEntry {
    readonly value: number;
    readonly hadRecentInput: boolean;
  }
  const found: ShiftWindow = Object.assign(window, { shift: 0, movedAtMs: 0 });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as LayoutShift[]) {
      if (entry.hadRecentInput) continue;
      found.shift += entry.value;
      found.movedAtMs = performance.now();
    }
  }).observe({ type: 'layout-shift', buffered: true });
}

interface Traffic {
  readonly scripts: ReadonlySet<string>;
  readonly underWay: ReadonlySet<unknown>;
  lastAtMs: number;
}

/** A stream of live changes never ends, so that it is no sign of unrest. */
function watchTraffic(page: Page): Traffic {
  const scripts = new Set<string>();
  const underWay = new Set<unknown>();
  const traffic: Traffic = { scripts, underWay, lastAtMs: Date.now() };
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.add(request.url());
    if (request.resourceType() !== 'eventsource') underWay.add(request);
    traffic.lastAtMs = Date.now();
  });
  const over = (request: Request) => {
    underWay.delete(request);
    traffic.lastAtMs = Date.now();
  };
  page.on('requestfinished', over);
  page.on('requestfailed', over);
  return traffic;
}

async function untilAtRest(page: Page, traffic: Traffic): Promise<void> {
  for (;;) {
    const movedMsAgo = await page.evaluate(() => performance.now() - (window as unknown as ShiftWindow).movedAtMs);
    const restedMs = Math.min(movedMsAgo, Date.now() - traffic.lastAtMs);
    if (traffic.underWay.size === 0 && restedMs > REST_MS) return;
    await setTimeout(100);
  }
}

/** The bytes of the body as they are sent to a browser that takes Brotli. */
function sentBytes(url: string): Promise<number> {
  return new Promise((resolve, reject) => {
    get(url, { headers: { 'accept-encoding': 'gzip, deflate, br' } }, (answer) => {
      let bytes = 0;
      answer.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
      });
      answer.on('end', () => resolve(bytes));
    }).on('error', reject);
  });
}
