import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { TestApi } from '../../api/testing/server.fixture.ts';
import { execute } from '../../db/core/sql.ts';
import { makeRates } from '../../db/invoices/testing.fixture.ts';
import { buildPage } from '../../invoice-page/fixtures/browser.fixture.ts';
import { expectAccessibleLook, expectNoSidewaysScroll, showAt, withBrowser } from '../../scripts/testing/browser.ts';
import { type ServedSite, serveSite } from '../served-site.fixture.ts';
import { startWorld } from './world.fixture.ts';

/** Draws them for a person to look at. */
const PICTURES = process.env.TIDEGATE_CONTACT_SHEETS;

let site: ServedSite;
let page: Awaited<ReturnType<typeof buildPage>>;
let world: Awaited<ReturnType<typeof startWorld>>;
let api: TestApi;
let origin: string;

beforeAll(async () => {
  page = await buildPage();
  site = await serveSite({
    env: { RATE_LIMIT_CUSTOMER_PER_MINUTE: '1000000' },
    deps: { frontEnds: { invoicePage: page.dist } },
  });
  ({ api, origin } = site);
  await makeRates(api.db);
  world = await startWorld(api.db);
});
afterAll(async () => {
  await world?.stop();
  await Promise.all([site?.close(), page?.remove()]);
});
beforeEach(() => execute(api.db, `DELETE FROM lockout WHERE scope LIKE 'demo:%'`));

describe('the demo', () => {
  const visit = withBrowser();

  it('is made in two steps beside a live preview, paid and seen from both sides, by keyboard', async () => {
    const { page: tab, context, complaints } = await visit(origin);
    await tab.goto(`${origin}/demo`);
    const preview = tab.getByRole('region', { name: 'Preview' });
    await tab.getByLabel('Shop name').fill('Amazon evil.example');
    await tab.getByLabel('Amount').fill('100');
    expect(await preview.textContent()).toContain('Amazon evil. example');
    // 19 % on top.
    expect(await preview.locator('[data-show="total"]').textContent()).toBe('€119.00');
    await tab
      .getByRole('group', { name: /Service fee/ })
      .getByLabel('Your customer pays')
      .check();
    expect(await preview.locator('[data-show="total"]').textContent()).toBe('€120.19');
    for (const name of ['Litecoin', 'XRP', 'Ether', 'TRON']) await tab.getByLabel(name, { exact: true }).uncheck();
    await tab.getByRole('button', { name: 'Generate invoice' }).focus();
    await tab.keyboard.press('Enter');
    await tab.waitForURL(/\/demo\/invoice\/[0-9a-f-]{36}$/);
    const payer = tab.frameLocator('iframe');
    await payer.getByText('DEMO: do not send any funds').waitFor();
    await payer.getByText('€120.19').first().waitFor();
    await tab.getByRole('button', { name: 'Pay', exact: true }).focus();
    await tab.keyboard.press('Enter');
    await tab.getByText('invoice.confirming', { exact: true }).waitFor();
    await tab.getByText('invoice.done', { exact: true }).waitFor();
    await payer.getByRole('heading', { name: 'Paid' }).waitFor();
    expect(await tab.getByRole('button', { name: 'Pay', exact: true }).isDisabled()).toBe(true);
    const newest = tab.getByRole('listitem').filter({ hasText: 'invoice.done' });
    await newest.getByText('invoice.done', { exact: true }).click();
    const text = (await newest.locator('pre').textContent()) ?? '';
    expect(text).toContain('webhook-id: ');
    expect(JSON.parse(text.slice(text.indexOf('{')))).toMatchObject({ type: 'invoice.done', data: { paid: true } });
    expect(complaints).toEqual([]);
    await context.close();
  });

  it.each([
    ['short', 'Pay too little', 'invoice.partially_paid', 'DEMO-DO-NOT-PAY'],
    ['late', 'Pay late', 'invoice.expired_paid', 'late'],
    ['over', 'Pay too much', 'invoice.overpaid', 'Paid'],
  ])('plays the case %s that a link names', async (played, name, event, shown) => {
    const { page: tab, context, complaints } = await visit(origin);
    await tab.goto(`${origin}/demo?case=${played}`);
    const chosen = () => tab.getByLabel('Then your customer').locator('option:checked').textContent();
    await expect.poll(chosen).toBe(name);
    await onlyBitcoin(tab);
    await tab.getByRole('button', { name: 'Generate invoice' }).click();
    await tab.getByText(event, { exact: true }).waitFor();
    await tab.frameLocator('iframe').getByText(new RegExp(shown, 'i')).first().waitFor();
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('waits for blocks that the visitor asks for', async () => {
    const { page: tab, context } = await visit(origin);
    await tab.goto(`${origin}/demo`);
    await onlyBitcoin(tab);
    await tab.getByRole('button', { name: 'Generate invoice' }).click();
    await tab.getByRole('button', { name: 'Wait for blocks' }).click();
    await tab.getByText('invoice.confirming', { exact: true }).waitFor();
    const next = tab.getByRole('button', { name: 'Next block' });
    await next.click();
    await tab.frameLocator('iframe').getByText('1 of 2', { exact: false }).first().waitFor();
    await next.click();
    await tab.getByText('invoice.done', { exact: true }).waitFor();
    await context.close();
  });

  it('says why it makes no invoice, and keeps what was typed', async () => {
    const { page: tab, context } = await visit(origin);
    await tab.goto(`${origin}/demo`);
    await tab.getByLabel('Amount').fill('2000');
    await tab.getByRole('button', { name: 'Generate invoice' }).click();
    await tab.getByRole('alert').getByText('at most 1000.00 EUR').waitFor();
    expect(await tab.getByLabel('Amount').inputValue()).toBe('2000');
    await context.close();
  });

  it('works without script, and in the frame of a foreign page', async () => {
    const foreign = await serveFrame(`${origin}/demo-iframe`);
    const { page: tab, context } = await visit(origin, { javaScriptEnabled: false });
    await tab.goto(foreign.url);
    const frame = tab.frameLocator('#demo');
    await frame.getByText('Demo: do not send any funds.').waitFor();
    await frame.getByRole('button', { name: 'Generate invoice' }).click();
    await frame.getByRole('heading', { name: 'A demo invoice, from both sides.' }).waitFor();
    await frame.frameLocator('iframe').getByText('DEMO: do not send any funds').waitFor();
    await frame.getByRole('button', { name: 'Pay', exact: true }).click();
    await frame.getByRole('heading', { name: 'What your shop is sent' }).waitFor();
    await context.close();
    await foreign.close();
  });

  it('is in no frame on the site itself', async () => {
    const foreign = await serveFrame(`${origin}/demo`);
    const { page: tab, context } = await visit(origin);
    await tab.goto(foreign.url);
    const shown = await tab.frameLocator('#demo').getByText('Demo: do not send any funds.').count();
    expect(shown).toBe(0);
    await context.close();
    await foreign.close();
  });

  it('can be read and used at every width, light and dark', async () => {
    const { page: tab, context } = await visit(origin);
    await tab.goto(`${origin}/demo?case=pay`);
    await onlyBitcoin(tab);
    await tab.getByRole('button', { name: 'Generate invoice' }).click();
    await tab.getByText('invoice.done', { exact: true }).waitFor();
    const made = new URL(tab.url()).pathname;
    for (const path of [made, made.replace('/demo/', '/demo-iframe/'), '/demo-iframe', '/demo']) {
      await tab.goto(`${origin}${path}`);
      for (const colorScheme of ['light', 'dark'] as const) {
        await tab.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
        for (const width of [320, 376, 769, 1441, 2561]) {
          const where = `${path}, ${colorScheme}, ${width}`;
          await showAt(tab, width);
          if (colorScheme === 'light') await expectNoSidewaysScroll(tab, where);
          if (![376, 1441].includes(width)) continue;
          await expectAccessibleLook(tab, path, { width, colorScheme });
          if (PICTURES === undefined) continue;
          const name = path.replace(/[0-9a-f-]{36}/, 'id').replaceAll('/', '-');
          await tab.screenshot({ path: join(PICTURES, `site${name}-${colorScheme}-${width}.png`), fullPage: true });
        }
      }
    }
    await context.close();
  });
});

describe('the landing page', () => {
  const visit = withBrowser();

  it('pays its sample in the page, and shows beside it what the shop is sent', async () => {
    const { page: tab, context, complaints } = await visit(origin);
    await tab.goto(`${origin}/`);
    const sample = tab.getByRole('figure', { name: 'What your customer sees' });
    const sent = tab.getByRole('region', { name: 'What your shop is sent' });
    expect(await sent.isVisible()).toBe(false);
    const due = await sample.locator('.due').textContent();
    await sample.getByRole('button', { name: 'Pay', exact: true }).click();
    await sample.getByText('Paid', { exact: true }).waitFor();
    await sent.getByText('"type": "invoice.done"').waitFor();
    expect(await sample.locator('.due').textContent()).not.toBe(due);
    await sample.getByRole('button', { name: 'Pay late' }).click();
    await sent.getByText('"type": "invoice.expired_paid"').waitFor();
    await sample.getByText('Arrived late').waitFor();
    await sample.getByRole('button', { name: 'Pay too little' }).click();
    await sample.getByText('Partially paid').waitFor();
    await sample.getByRole('button', { name: 'Wrong coin' }).click();
    await sample.getByText('Another coin arrived').waitFor();
    for (const colorScheme of ['light', 'dark'] as const) {
      await tab.emulateMedia({ colorScheme });
      for (const width of [376, 1441]) {
        await showAt(tab, width);
        await expectNoSidewaysScroll(tab, `landing, played, ${width}`);
        await expectAccessibleLook(tab, 'landing, played', { width, colorScheme });
        if (PICTURES === undefined) continue;
        await tab.screenshot({ path: join(PICTURES, `site-played-${colorScheme}-${width}.png`) });
      }
    }
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('has its line and the bar of the invoice at one height', async () => {
    const { page: tab, context } = await visit(origin);
    for (const width of [981, 1200, 1441, 2561]) {
      await tab.setViewportSize({ width, height: 1000 });
      await tab.goto(`${origin}/`);
      await tab.getByRole('button', { name: 'Pay late' }).waitFor();
      const apartPx = await tab.evaluate(async () => {
        await document.fonts.ready;
        const middle = (selector: string) => {
          const box = document.querySelector(selector)?.getBoundingClientRect();
          return box === undefined ? Number.NaN : box.y + box.height / 2;
        };
        return Math.abs(middle('.level .flat') - middle('.sheet .bar'));
      });
      expect(apartPx, String(width)).toBeLessThan(3);
    }
    await context.close();
  });

  it('leads to the demo without script, and each payment that goes wrong to its case', async () => {
    const { page: tab, context } = await visit(origin, { javaScriptEnabled: false });
    await tab.goto(`${origin}/`);
    expect(await tab.getByRole('link', { name: 'Play it in the demo' }).getAttribute('href')).toBe('/demo');
    const cases = await tab
      .locator('#cases th a')
      .evaluateAll((links) => links.map((link) => link.getAttribute('href')));
    expect(cases).toEqual(['short', 'over', 'late', 'wrong', 'reorg'].map((each) => `/demo?case=${each}`));
    expect(await tab.locator('[data-calculator]').isVisible()).toBe(false);
    await context.close();
  });

  it('counts and pays in the language of the page', async () => {
    const { page: tab, context, complaints } = await visit(origin);
    await tab.goto(`${origin}/de/pricing`);
    const form = tab.locator('[data-calculator]');
    await form.scrollIntoViewIfNeeded();
    const shown = (name: string) => form.locator(`[data-show="${name}"]`);
    await shown('net').getByText('246,26\u00a0€').waitFor();
    expect(await shown('due').textContent()).toBe('0,00500000 BTC');
    expect(await shown('rate').textContent()).toMatch(/^1 BTC = 50\.000,00\s€, Kurs von \d\d:\d\d Uhr\.$/);
    for (const typed of ['1.250,00', '1250.00', '1250']) {
      await form.getByLabel('Ihr Verkaufspreis').fill(typed);
      expect(await shown('due').textContent(), typed).toBe('0,02500000 BTC');
    }
    await form.getByLabel('Ihr Verkaufspreis').fill('Unsinn');
    await shown('rate').getByText('Geben Sie einen Betrag von 1 bis 15.000 Euro ein.').waitFor();

    await tab.goto(`${origin}/ru/`);
    const sample = tab.getByRole('figure', { name: 'Что видит ваш клиент' });
    await sample.getByRole('button', { name: 'Оплатить', exact: true }).click();
    await sample.getByText('Оплачено', { exact: true }).waitFor();
    await sample.getByRole('button', { name: 'Недоплатить' }).click();
    await sample.getByText('Осталось отправить').waitFor();
    await tab.route('**/demo/invoices', (route) => route.fulfill({ status: 429, json: { message: 'English' } }));
    await sample.getByRole('button', { name: 'Не та монета' }).click();
    await sample.getByText('Слишком много демосчетов').waitFor();
    expect(complaints.filter((complaint) => !complaint.includes('429'))).toEqual([]);
    await context.close();
  });

  it.each(['/', '/pricing'])('counts on %s what a payment brings, with the fees of the plan', async (path) => {
    const { page: tab, context, complaints } = await visit(origin);
    await tab.goto(`${origin}${path}`);
    const form = tab.locator('[data-calculator]');
    await form.scrollIntoViewIfNeeded();
    const shown = (name: string) => form.locator(`[data-show="${name}"]`);
    // 250 € are 0.005 BTC; 1 % of it is the fee; 247.50 € less 0.5 %.
    await shown('net').getByText('€246.26').waitFor();
    expect(await shown('due').textContent()).toBe('0.00500000 BTC');
    expect(await shown('service').textContent()).toBe('−0.00005000 BTC');
    await form.getByLabel('You keep').selectOption('coin');
    expect(await shown('net').textContent()).toBe('0.00495000 BTC');
    await form.getByLabel('You sell for').fill('nonsense');
    await shown('rate').getByText('Enter an amount from 1 to 15,000 euro.').waitFor();
    expect(complaints).toEqual([]);
    await context.close();
  });
});

/** Bitcoin alone is simulated in this test. */
async function onlyBitcoin(tab: {
  locator(selector: string): { evaluateAll(work: (all: Element[]) => void): Promise<void> };
}) {
  await tab.locator('input[name="gates[]"]').evaluateAll((all) => {
    for (const box of all) (box as HTMLInputElement).checked = (box as HTMLInputElement).value === 'BTC';
  });
}

/** A page of another site that embeds this one. */
async function serveFrame(src: string): Promise<{ readonly url: string; close(): Promise<void> }> {
  const server: Server = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.end(
      `<!doctype html><title>Foreign</title><iframe id="demo" src="${src}" width="900" height="900"></iframe>`,
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://localhost:${port}/`,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
