import { mkdirSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { expectAccessible, withBrowser } from '../scripts/testing/browser.ts';
import { startMockServer } from './fixtures/mock-server.fixture.ts';
import { withServedPage } from './fixtures/served-page.fixture.ts';
import { views } from './fixtures/views.fixture.ts';

/** A shop with a policy of its own, which frames the gateway alone. */
const shopPage = (gateway: string) => `<!doctype html><html lang="de"><title>Shop</title>
<main><h1>Kasse</h1><p><button>Anderes</button></p>
<p><a id="pay" href="${gateway}/invoice/sandbox" data-tidegate="modal">Bezahlen</a></p>
<p><a id="foreign" href="/elsewhere" data-tidegate="modal">Fremd</a></p>
<div id="inline" style="min-height: 780px"></div><p id="below">Fußzeile</p></main>
<script src="/shop.js"></script><script src="${gateway}/embed/v1.js"></script></html>`;

const SHOP_SCRIPT = `window.heard = [];
for (const type of ['ready', 'status', 'paid', 'close'])
  addEventListener('tidegate:' + type, ({ detail }) => heard.push([type, detail.status ?? null]));`;

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

describe('a shop’s page with the payment page in it', () => {
  const visit = withBrowser();
  const gateway = withServedPage(startMockServer);
  let shop: Server;
  let shopUrl: string;

  beforeEach(async () => {
    const scripts = `script-src 'self' ${gateway().url}`;
    const policy = `default-src 'none'; ${scripts}; frame-src ${gateway().url}; style-src 'unsafe-inline'`;
    shop = createServer(({ url }, response) => {
      response.setHeader('content-security-policy', policy);
      if (url === '/shop.js') response.setHeader('content-type', 'text/javascript').end(SHOP_SCRIPT);
      else response.setHeader('content-type', 'text/html').end(shopPage(gateway().url));
    });
    shopUrl = `http://localhost:${await listen(shop)}`;
  });
  afterEach(() => {
    shop.closeAllConnections();
    shop.close();
  });

  const open = async (options: BrowserContextOptions = {}) => {
    const { context, page, complaints } = await visit(shopUrl, { viewport: { width: 1441, height: 900 }, ...options });
    await page.goto(shopUrl);
    return { context, page, complaints };
  };
  /** That the shop's page asks the gateway for pages is no trouble here. */
  const troubles = (complaints: readonly string[]) => complaints.filter((each) => !each.startsWith('request: '));
  const heard = (page: Page) => page.evaluate('heard') as Promise<[string, string | null][]>;
  const payer = (page: Page) => page.frameLocator('iframe').locator('#title');

  it('opens above it by a link, is closed by Esc within or the button, and gives the focus back', async () => {
    const { context, page, complaints } = await open();
    const below = await page.locator('#below').boundingBox();
    for (const close of ['frame', 'button', 'page'] as const) {
      await page.focus('#pay');
      await page.keyboard.press('Enter');
      await payer(page).waitFor();
      await expect.poll(async () => (await heard(page)).map(([type]) => type)).toContain('ready');
      expect(await page.locator('iframe').getAttribute('title')).toBe('Zahlung');
      // Nothing behind it can be reached.
      for (let count = 0; count < 30; count += 1) await page.keyboard.press('Tab');
      expect(await page.evaluate('document.activeElement.localName')).not.toMatch(/^(a|button)$/);
      expect(await page.locator('#below').boundingBox()).toEqual(below);
      if (close === 'frame') {
        await payer(page).focus();
        await page.keyboard.press('Escape');
      } else if (close === 'button') await page.getByRole('button', { name: 'Schließen' }).click();
      else {
        await page.getByRole('button', { name: 'Schließen' }).focus();
        await page.keyboard.press('Escape');
      }
      await expect.poll(() => page.locator('iframe').count()).toBe(0);
      expect(await page.evaluate('document.activeElement.id')).toBe('pay');
      expect((await heard(page)).at(-1)).toEqual(['close', null]);
      await page.evaluate('heard.length = 0');
    }
    expect(troubles(complaints)).toEqual([]);
    await context.close();
  });

  it('waits for a slow page without a word of the browser, and is ready then', async () => {
    const { context, page, complaints } = await open();
    await context.route(`${gateway().url}/invoice/**`, async (route) => {
      await setTimeout(1_000);
      await route.continue();
    });
    await page.focus('#pay');
    await page.keyboard.press('Enter');
    await expect.poll(async () => (await heard(page)).map(([type]) => type)).toContain('ready');
    expect(troubles(complaints)).toEqual([]);
    await context.close();
  });

  it('tells the shop of each status once, and once that it is paid', async () => {
    const { context, page } = await open();
    await page.evaluate(`Tidegate.mount(document.getElementById('inline'), '${gateway().url}/invoice/sandbox')`);
    await payer(page).waitFor();
    await expect
      .poll(() => heard(page))
      .toEqual(
        expect.arrayContaining([
          ['ready', null],
          ['status', 'pending'],
        ]),
      );
    const paid = { ...views.sandbox, version: 9, status: 'done', paid: true } as const;
    gateway().push('sandbox', paid);
    await expect.poll(() => heard(page)).toContainEqual(['paid', 'done']);
    gateway().push('sandbox', { ...paid, version: 10 });
    await expect.poll(async () => (await heard(page)).filter(([type]) => type === 'status')).toHaveLength(3);
    expect((await heard(page)).filter(([type]) => type === 'paid')).toHaveLength(1);
    // A page of the shop's own cannot play the gateway.
    const forged = {
      source: 'tidegate',
      version: 1,
      type: 'invoice.status',
      invoice: { version: 99, status: 'forged' },
    };
    await page.evaluate(`window.postMessage(${JSON.stringify(forged)}, '*')`);
    await page.evaluate('new Promise((resolve) => setTimeout(resolve, 0))');
    expect(JSON.stringify(await heard(page))).not.toContain('forged');
    await context.close();
  });

  it('shows pages of its gateway alone', async () => {
    const { context, page } = await open();
    const wrong = ['https://evil.example/invoice/1', '/elsewhere', 'javascript:alert(1)', '//evil.example/invoice/x'];
    for (const each of wrong)
      expect(
        await page.evaluate(`(() => { try { Tidegate.open('${each}'); } catch ({ name }) { return name } })()`),
        each,
      ).toBe('TypeError');
    expect(await page.locator('iframe').count()).toBe(0);
    await context.close();
  });

  it('looks right on phones and desks, light and dark, still for those who want no motion', async () => {
    const sheets = process.env.TIDEGATE_CONTACT_SHEETS;
    for (const width of [376, 1441]) {
      for (const colorScheme of ['light', 'dark'] as const) {
        const viewport = { width, height: width < 500 ? 812 : 900 };
        const { context, page, complaints } = await open({ viewport, colorScheme, reducedMotion: 'reduce' });
        await page.click('#pay');
        await payer(page).waitFor();
        const box = await page.locator('iframe').boundingBox();
        expect(box?.width).toBe(width < 500 ? width : 460);
        expect(await page.evaluate('document.getAnimations({ subtree: true }).length')).toBe(0);
        // Before axe looks: it sends messages to frames of other origins.
        expect(troubles(complaints)).toEqual([]);
        await expectAccessible(page, `${width} ${colorScheme}`);
        if (sheets !== undefined) {
          mkdirSync(sheets, { recursive: true });
          await page.screenshot({ path: join(sheets, `embed-${width}-${colorScheme}.png`) });
        }
        await context.close();
      }
    }
  });
});
