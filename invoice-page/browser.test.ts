import type { BrowserContextOptions, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type { CustomerInvoice } from '../contract/customer-invoice.ts';
import { shownItem } from '../contract/invoice-item.fixture.ts';
import {
  expectAccessibleLook,
  expectNoSidewaysScroll,
  showAt,
  type Visit,
  withBrowser,
} from '../scripts/testing/browser.ts';
import { openInvoice, readCode } from './fixtures/browser.fixture.ts';
import { quoteOf } from './fixtures/card-offer.fixture.ts';
import { startMockServer } from './fixtures/mock-server.fixture.ts';
import { withServedPage } from './fixtures/served-page.fixture.ts';
import { type ViewName, viewNames, views } from './fixtures/views.fixture.ts';

const WIDTHS = [320, 376, 426, 769, 850, 1441, 2561];
/** The least of one column and of two. */
const TIGHTEST = [320, 850];
/** One of each kind of screen and tone; the other states differ from these in words. */
const telling: ReadonlySet<ViewName> = new Set<ViewName>([
  'choose',
  'pay-usdt-trc20',
  'pay-xrp',
  'partial',
  'confirming',
  'paid',
  'expired-partial',
  'refund-requested',
  'refund-approved',
  'error',
  'sandbox',
  'plain',
]);
const everyLook = [376, 1441].flatMap((width) =>
  (['light', 'dark'] as const).map((colorScheme) => ({ colorScheme, width })),
);

describe('the invoice page in a browser', () => {
  const visit = withBrowser();
  const server = withServedPage(startMockServer);

  const onPhone = (options: BrowserContextOptions = {}): Promise<Visit> =>
    visit(server().url, { viewport: { width: 376, height: 812 }, ...options });

  it('has no accessibility violation and no target under 24 pixels in any state', async () => {
    const { context, page, complaints } = await onPhone();
    for (const name of viewNames) {
      await openInvoice(page, server().url, name);
      for (const { colorScheme, width } of telling.has(name) ? everyLook : everyLook.slice(0, 1)) {
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
        await showAt(page, width);
        await expectAccessibleLook(page, name, { width, colorScheme });
        expect(await smallTargets(page), `${name} at ${width}`).toEqual([]);
      }
    }
    expect(complaints).toEqual([]);
    await context.close();
  });

  it.each(['en-GB', 'de-DE', 'ru-RU'])('never scrolls sideways, in %s', async (locale) => {
    const { context, page, complaints } = await onPhone({ locale });
    for (const name of viewNames) {
      await openInvoice(page, server().url, name);
      for (const width of telling.has(name) ? WIDTHS : TIGHTEST) {
        await page.setViewportSize({ width, height: 800 });
        await expectNoSidewaysScroll(page, `${name} at ${width}`);
      }
    }
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('shows codes that a phone reads as the payload, in both themes', async () => {
    for (const colorScheme of ['light', 'dark'] as const) {
      const { context, page } = await onPhone({ colorScheme });
      for (const name of viewNames) {
        const { qr }: CustomerInvoice = views[name];
        if (qr === null) continue;
        await openInvoice(page, server().url, name);
        if ((await page.locator('svg.code').count()) === 0) continue;
        expect(await readCode(page.locator('svg.code')), name).toBe(qr.payload);
      }
      await openInvoice(page, server().url, 'pay-xrp');
      await page.getByRole('radio', { name: 'Address only' }).check();
      expect(await readCode(page.locator('svg.code'))).toBe(views['pay-xrp'].qr?.address_only);
      await context.close();
    }
  });

  it('lets a payer choose a coin, change it and come back with the keyboard alone', async () => {
    const { context, page, complaints } = await onPhone();
    await openInvoice(page, server().url, 'choose');
    await page.keyboard.press('Tab');
    await expect.poll(() => focused(page)).toContain('Bitcoin');
    await page.keyboard.press('Enter');
    await expectTitle(page, 'Pay with Bitcoin');
    await expect.poll(() => focused(page)).toBe('Pay with Bitcoin');
    await expect.poll(() => server().calls).toContain('POST choose/currency');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expectTitle(page, 'Choose how to pay');
    await page.getByRole('button', { name: 'XRP' }).press('Enter');
    await expectTitle(page, 'Pay with XRP');
    await expect.poll(() => page.getByText('Required').count()).toBe(2);
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('offers a card among the coins with its total, where the server does', async () => {
    const { context, page, complaints } = await onPhone();
    server().cardOffer = {
      available: true,
      minimum: null,
      quote: quoteOf({
        gateId: 'USDT_TRC20',
        fiat: 'EUR',
        country: 'DE',
        method: 'card',
        nowMs: Date.now(),
        amount: { side: 'fiat', text: '122.40' },
      }),
    };
    await openInvoice(page, server().url, 'choose-card');
    const row = page.getByRole('link', { name: /^Pay by card .* €122\.40$/ });
    await row.waitFor();
    expect(await row.getAttribute('href')).toBe(`/card-payment/invoice/${views['choose-card'].id}`);
    for (const { colorScheme, width } of everyLook) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await showAt(page, width);
      await expectAccessibleLook(page, 'choose with a card', { width, colorScheme });
    }
    server().cardOffer = { available: false, quote: null, minimum: null };
    await page.reload();
    await page.getByText('Not available for this invoice right now').waitFor();
    expect(await page.getByRole('link', { name: /^Pay by card/ }).count()).toBe(0);
    await expectAccessibleLook(page, 'choose without a card', { width: 376, colorScheme: 'light' });
    server().cardOffer = { available: false, quote: null, minimum: { amount: '150.00', fiat: 'EUR' } };
    await page.reload();
    await page.getByText('From €150.00, card fees included').waitFor();
    expect(await page.getByRole('link', { name: /^Pay by card/ }).count()).toBe(0);
    await openInvoice(page, server().url, 'choose');
    await page.waitForLoadState('networkidle');
    expect(await page.getByText('Pay by card').count()).toBe(0);
    expect(complaints).toEqual([]);
    await context.close();
  });

  it.each([
    ['a price', { available: true }],
    ['no price', { available: false }],
  ] as const)(
    'keeps its place for a card while the seller is asked, and moves nothing for %s',
    async (_what, { available }) => {
      const { context, page } = await onPhone();
      let answer = () => {};
      const question = new Promise<void>((resolve) => {
        answer = resolve;
      });
      await page.route('**/customer/invoices/*/card', async (route) => {
        await question;
        const quote = quoteOf({
          gateId: 'USDT_TRC20',
          fiat: 'EUR',
          country: 'DE',
          method: 'card',
          nowMs: Date.now(),
          amount: { side: 'fiat', text: '122.40' },
        });
        await route.fulfill({ json: { data: { available, quote: available ? quote : null } } });
      });
      await page.addInitScript(() => {
        const shifts: number[] = [];
        Object.assign(window, { shifts });
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) shifts.push((entry as PerformanceEntry & { value: number }).value);
        }).observe({ type: 'layout-shift', buffered: true });
      });
      await openInvoice(page, server().url, 'choose-card');
      await page.getByRole('link', { name: /^Pay by card/ }).waitFor();
      const place = () => page.locator('.dock').evaluate((dock) => dock.getBoundingClientRect().top + scrollY);
      const row = () => page.locator('.by-card').evaluate((list) => list.getBoundingClientRect().height);
      const before = [await place(), await row()];
      await page.evaluate(() =>
        Object.assign(window, { from: (window as unknown as { shifts: number[] }).shifts.length }),
      );
      answer();
      const settled = available
        ? page.getByRole('link', { name: /^Pay by card .* €122\.40$/ })
        : page.getByText('Not available for this invoice right now');
      await settled.waitFor();
      await page.waitForTimeout(100);
      expect([await place(), await row()]).toEqual(before);
      const shifts = await page.evaluate(() => {
        const { shifts: all, from } = window as unknown as { shifts: number[]; from: number };
        return all.slice(from);
      });
      expect(shifts).toEqual([]);
      await context.close();
    },
  );

  it('copies the plain amount, address and tag, and says so', async () => {
    const { context, page } = await onPhone({ permissions: ['clipboard-read', 'clipboard-write'] });
    await openInvoice(page, server().url, 'pay-xrp');
    for (const [name, text] of [
      ['Copy amount', '57.716682'],
      ['Copy address', views['pay-xrp'].address],
      ['Copy destination tag', '48201937'],
    ] as const) {
      await page.getByRole('button', { name }).click();
      await page.getByRole('button', { name: name.replace('Copy', 'Copied') }).waitFor();
      expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(text);
    }
    await context.close();
  });

  it('copies where the clipboard is not granted, as in a frame', async () => {
    const { context, page } = await onPhone();
    await page.addInitScript(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }));
    await openInvoice(page, server().url, 'pay');
    await page.getByRole('button', { name: 'Copy address' }).click();
    await page.getByRole('button', { name: 'Copied address' }).waitFor();
    await context.close();
  });

  it('gives the plain address to who selects it', async () => {
    const { context, page } = await onPhone();
    for (const name of ['pay', 'pay-bch', 'pay-xrp'] as const) {
      await openInvoice(page, server().url, name);
      const selected = await page.evaluate(() => {
        const address = document.querySelector('.address');
        if (address === null) return '';
        getSelection()?.selectAllChildren(address);
        return getSelection()?.toString() ?? '';
      });
      expect(selected.trim()).toBe(views[name].address);
    }
    await context.close();
  });

  it('follows the payment live: moves the focus and says the news', async () => {
    const { context, page, complaints } = await onPhone();
    await openInvoice(page, server().url, 'pay');
    await page.waitForLoadState('networkidle').catch(() => undefined);
    server().push('pay', views.partial);
    await expectTitle(page, 'Almost there, send the rest');
    server().push('pay', { ...views.confirming, version: 4, confirmations: { current: 0, required: 2 } });
    await expectTitle(page, 'We see your payment');
    await expect.poll(() => focused(page)).toBe('We see your payment');
    server().push('pay', { ...views.confirming, version: 5 });
    await page.getByRole('status').filter({ hasText: '1 of 2 confirmations' }).waitFor({ state: 'attached' });
    server().push('pay', { ...views.paid, version: 6 });
    await expectTitle(page, 'Paid, thank you');
    server().push('pay', views.pay);
    await page.waitForTimeout(100);
    await expectTitle(page, 'Paid, thank you');
    expect(await page.title()).toBe('Paid, thank you · Kestrel Cycles');
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('can be paid without script: what to send, where to, and a code that a phone reads', async () => {
    const { context, page } = await onPhone({ javaScriptEnabled: false, locale: 'de-AT' });
    await page.goto(`${server().url}/invoice/pay`);
    await expectTitle(page, 'Mit Bitcoin bezahlen');
    expect(await readCode(page.locator('svg.code'))).toBe(views.pay.qr?.payload);
    expect((await page.locator('.address').textContent())?.trim()).toBe(views.pay.address);
    expect(await page.locator('.due .amount').textContent()).toBe('0,00140597\u00a0BTC');
    expect(await page.getByRole('timer').textContent()).toContain('12:47');
    expect(await page.locator('main + noscript').textContent()).toContain('Diese Seite lädt alle 20 Sekunden neu');
    expect(await page.locator('main + noscript').isVisible()).toBe(true);
    expect(await page.locator('.copy:visible, .dock button:visible').count()).toBe(0);
    expect(await page.locator('.foot noscript').innerHTML()).toContain('<button type="submit">Ändern</button>');
    await page.goto(`${server().url}/invoice/pay?lang=fr`);
    await expectTitle(page, 'Payer en Bitcoin');
    await context.close();
  });

  it('takes over what the server drew without a difference, although news come while it does', async () => {
    const { context, page, complaints } = await onPhone();
    const session = await context.newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: 6 });
    for (const name of ['choose', 'pay', 'paid'] as const) {
      await page.goto(`${server().url}/invoice/${name}`, { waitUntil: 'commit' });
      for (let version = 11; version < 40; version += 1) {
        server().push(name, { ...views[name], version, reference: `News ${version}` });
        await page.waitForTimeout(20);
      }
      await page.locator('.reference', { hasText: 'News 39' }).waitFor();
    }
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('shows each new state from its top, with the focus on its heading', async () => {
    const { context, page } = await onPhone();
    await openInvoice(page, server().url, 'pay');
    await page.waitForLoadState('networkidle').catch(() => undefined);
    for (const [name, title] of [
      ['confirming', 'We see your payment'],
      ['paid', 'Paid, thank you'],
    ] as const) {
      await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
      server().push('pay', views[name]);
      await expectTitle(page, title);
      await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
      await expect.poll(() => focused(page)).toBe(title);
    }
    const ring = page.locator('.dial .whole');
    expect(await ring.evaluate((circle) => getComputedStyle(circle).strokeDasharray)).toBe('none');
    expect(await ring.evaluate((circle) => getComputedStyle(circle).animationName)).toBe('none');
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    expect(await ring.evaluate((circle) => getComputedStyle(circle).animationDuration)).toBe('0.6s');
    await context.close();
  });

  it('finds the payment by reading when streams are refused', async () => {
    const { context, page } = await onPhone();
    server().dropStreams(true);
    await openInvoice(page, server().url, 'pay');
    server().push('pay', views.confirming);
    await expectTitle(page, 'We see your payment');
    await page.getByText('Live updates are interrupted').waitFor();
    server().dropStreams(false);
    await page.getByText('Live updates are interrupted').waitFor({ state: 'detached' });
    await context.close();
  });

  it('says that it is offline, and looks again when the network is back', async () => {
    const { context, page } = await onPhone();
    await openInvoice(page, server().url, 'pay');
    await context.setOffline(true);
    await page.getByText('You are offline').waitFor();
    await context.setOffline(false);
    await page.getByText('You are offline').waitFor({ state: 'detached' });
    await context.close();
  });

  it('checks at 0:00 instead of deciding, and takes what the server says', async () => {
    const { context, page } = await onPhone();
    server().push('pay', {
      ...views.pay,
      server_time: new Date(Date.parse(views.pay.expires_at) - 1_500).toISOString(),
    });
    await openInvoice(page, server().url, 'pay');
    await expectTitle(page, 'Pay with Bitcoin');
    await expectTitle(page, 'Checking for your payment');
    await page.getByRole('status').filter({ hasText: 'The time to pay is up' }).waitFor({ state: 'attached' });
    server().push('pay', { ...views.confirming, version: 4 });
    await expectTitle(page, 'We see your payment');
    await context.close();
  });

  it.each([
    ['Five minutes left to pay', 5 * 60_000],
    ['One minute left to pay', 60_000],
  ])('announces: %s', async (words, leftMs) => {
    const { context, page } = await onPhone();
    const at = Date.parse(views.pay.expires_at) - leftMs - 1_200;
    server().push('pay', { ...views.pay, server_time: new Date(at).toISOString() });
    await openInvoice(page, server().url, 'pay');
    await page.getByRole('status').filter({ hasText: words }).waitFor({ state: 'attached' });
    await context.close();
  });

  it('reads new rates when they run out before a choice', async () => {
    const { context, page } = await onPhone();
    const soon = new Date(Date.parse(views.choose.server_time) + 1_000).toISOString();
    server().push('choose', {
      ...views.choose,
      gates: views.choose.gates.map((gate) => ({ ...gate, rate_expires_at: soon })),
    });
    await openInvoice(page, server().url, 'choose');
    await page.getByText('Updating rates').waitFor();
    await expect.poll(() => server().calls).toContain('GET choose');
    server().push('choose', { ...views.choose, server_time: new Date(Date.parse(soon) + 2_000).toISOString() });
    await page.getByText(/New rates in/).waitFor();
    await context.close();
  });

  it('shows what a new rate changes once the locked one has ended, and locks it by one press of a key', async () => {
    const { context, page } = await onPhone();
    const rate = { ...views.pay.rate, expires_at: new Date(Date.parse(views.pay.server_time) + 1_500).toISOString() };
    const open = { ...views['rate-over'], rate, server_time: views.pay.server_time } as typeof views.pay;
    server().push('pay', open);
    await openInvoice(page, server().url, 'pay');
    await page.getByText('Send exactly').waitFor();
    const note = page.getByText(/The rate has run out: 0\.00138900.BTC is now 0\.00140597.BTC\./);
    await note.first().waitFor();
    expect(await page.getByText('Send exactly').count()).toBe(0);
    await page.getByRole('alert').filter({ hasText: 'has run out' }).waitFor();
    await page.getByRole('button', { name: 'Bitcoin about' }).focus();
    const [request] = await Promise.all([
      page.waitForRequest((each) => each.url().endsWith('/currency')),
      page.keyboard.press('Enter'),
    ]);
    expect(request.postDataJSON()).toEqual({ gate_id: 'BTC', amount: '0.00140597' });
    await context.close();
  });

  it('says why a coin can no longer be changed', async () => {
    const { context, page } = await onPhone();
    server().push('pay', { ...views.pay, gates: [...views.pay.gates] });
    await openInvoice(page, server().url, 'pay');
    await page.getByRole('button', { name: 'Change the coin' }).click();
    await page.route('**/currency', (route) =>
      route.fulfill({ status: 409, json: { message: 'Locked', code: 'gate_locked', request_id: 'x' } }),
    );
    await page.getByRole('button', { name: 'Litecoin' }).click();
    await page.getByRole('alert').filter({ hasText: 'can no longer be changed' }).waitFor();
    await context.close();
  });

  it('passes "I have paid" on and keeps looking', async () => {
    const { context, page } = await onPhone();
    await openInvoice(page, server().url, 'pay');
    await page.getByRole('button', { name: 'I have paid' }).click();
    await page.getByText('Looking for your payment').waitFor();
    await expect.poll(() => server().calls).toContain('PUT pay/pay');
    await expect.poll(() => page.locator('svg.code').count()).toBe(1);
    await context.close();
  });

  it('asks a payer who followed the mailed link for the refund address, with the keyboard alone', async () => {
    const { context, page, complaints } = await onPhone();
    await openInvoice(page, server().url, 'overpaid');
    expect(await page.getByRole('button', { name: 'Request refund' }).count()).toBe(0);
    await page.goto('about:blank');
    await openInvoice(page, server().url, 'overpaid#refund=overpaid.abc.def');
    await page.getByText('Refund fee, 5%').waitFor();
    await page.getByText('0.00016433').waitFor();
    await page.getByLabel('Your Bitcoin address').focus();
    await page.keyboard.type('bcrt1qsomewhere');
    await page.keyboard.press('Enter');
    await expectTitle(page, 'Your refund is requested');
    await expect.poll(() => server().calls).toContain('POST overpaid/refund-request');
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('lets a payer take another coin, with the keyboard alone, and says so when its amount has changed', async () => {
    const { context, page, complaints } = await onPhone();
    const sent: unknown[] = [];
    await page.route('**/refund-request', (route) => {
      sent.push(route.request().postDataJSON());
      return sent.length > 1
        ? route.continue()
        : route.fulfill({ status: 409, json: { message: '', code: 'changed_meanwhile' } });
    });
    await openInvoice(page, server().url, 'paid-late#refund=late.abc.def');
    await page.getByRole('radio', { name: /Bitcoin/ }).focus();
    await page.keyboard.press('ArrowDown');
    await page.getByText('128.40 USDT').waitFor();
    await page.keyboard.press('ArrowDown');
    await page.getByLabel('Your XRP Ledger address').fill('rPEPPER7kfTD9w2To4CQk6UCfuHM9c6GDY');
    await page.getByLabel('Destination tag').fill('7');
    await page.keyboard.press('Enter');
    await page.getByText('The rate has changed.').waitFor();
    await page.getByRole('button', { name: 'Request refund' }).press('Enter');
    await expectTitle(page, 'Your refund is requested');
    expect(sent[1]).toMatchObject({ memo: '7', coin: { gate_id: 'XRP', amount: '57.21' } });
    expect(complaints.filter((each) => !each.includes('409'))).toEqual([]);
    await context.close();
  });

  it('sends the link for a refund again, to the address that the shop gave, and says so aloud', async () => {
    const { context, page, complaints } = await onPhone();
    for (const name of ['overpaid', 'paid-late', 'invalid'] as const) {
      await openInvoice(page, server().url, name);
      await page.getByText('We sent a refund link to m•••@mail.example.').waitFor();
      await page.getByRole('link', { name: 'Return to Kestrel Cycles' }).waitFor();
      expect(await page.locator('.acts .button:not(.quiet)').allTextContents()).toEqual(['Return to Kestrel Cycles']);
      await page.getByRole('button', { name: 'Send it again' }).press('Enter');
      await page.getByRole('status').filter({ hasText: 'on its way to m•••@mail.example' }).waitFor();
      expect(server().calls).toContain(`POST ${name}/refund-link`);
    }
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('says at once that a link was used, and offers what is left by a new one', async () => {
    const { context, page, complaints } = await onPhone();
    await openInvoice(page, server().url, 'partly-refunded#refund=overpaid.abc.def');
    await page.getByText('This refund link was already used. Up to 0.00070597 BTC can still be refunded').waitFor();
    expect(await page.getByLabel('Your Bitcoin address').count()).toBe(0);
    await page.getByRole('button', { name: 'Send a new link' }).click();
    await page.getByText('on its way to m•••@mail.example').waitFor();
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('says below the field what is wrong with it', async () => {
    const { context, page } = await onPhone();
    await page.route('**/refund-request', (route) =>
      route.fulfill({ status: 422, json: { message: 'wrong', code: 'address_invalid' } }),
    );
    await openInvoice(page, server().url, 'overpaid#refund=overpaid.abc.def');
    const field = page.getByLabel('Your Bitcoin address');
    await field.fill('nonsense');
    await field.press('Enter');
    const problem = page.getByRole('alert').filter({ hasText: 'We cannot send to this address.' });
    await problem.waitFor();
    expect(await field.getAttribute('aria-describedby')).toBe(await problem.getAttribute('id'));
    const [above, below] = [await field.boundingBox(), await problem.boundingBox()];
    expect((below?.y ?? 0) - (above?.y ?? 0) - (above?.height ?? 0)).toBeLessThan(12);
    expect(await field.evaluate((input) => input === document.activeElement)).toBe(true);
    await context.close();
  });

  it('asks for a payment that does not show only where none may show yet', async () => {
    const { context, page } = await onPhone();
    const question = page.getByText('Paid, but it does not show here?');
    for (const name of ['choose', 'pay', 'expired'] as const) {
      await openInvoice(page, server().url, name);
      await question.waitFor();
    }
    for (const name of ['paid', 'overpaid', 'confirming', 'partial', 'other-coin'] as const) {
      await openInvoice(page, server().url, name);
      await page.getByText('Sent another payment?').waitFor();
      expect(await question.count(), name).toBe(0);
    }
    await openInvoice(page, server().url, 'invalid#refund=short.abc.def');
    await page.getByLabel('Your Bitcoin address').waitFor();
    expect(await question.or(page.getByText('Sent another payment?')).count()).toBe(0);
    await context.close();
  });

  it('leads from the stripe to the emulator while a simulated payment can be made', async () => {
    const { context, page } = await onPhone();
    await openInvoice(page, server().url, 'sandbox');
    const link = page.getByRole('link', { name: 'Simulate payment' });
    expect(await link.getAttribute('href')).toBe(`/history/details?id=${views.sandbox.id}`);
    server().push('sandbox', { ...views.paid, version: 40, mode: 'sandbox', simulated: true });
    await link.waitFor({ state: 'detached' });
    await openInvoice(page, server().url, 'pay');
    expect(await link.count()).toBe(0);
    await context.close();
  });

  it('offers a new link to a payer who arrived by a used one', async () => {
    const { context, page } = await onPhone();
    await page.route('**/refund-request', (route) =>
      route.fulfill({ status: 410, json: { message: 'used', code: 'link_used' } }),
    );
    await openInvoice(page, server().url, 'invalid#refund=short.abc.def');
    expect(await page.getByRole('button', { name: /^Send (a new link|it again)$/ }).count()).toBe(0);
    await page.getByLabel('Your Bitcoin address').fill('bcrt1qsomewhere');
    await page.getByRole('button', { name: 'Request refund' }).click();
    await page.getByText('This link has already been used').waitFor();
    await page.getByRole('button', { name: 'Send a new link' }).click();
    await page.getByText('on its way to m•••@mail.example').waitFor();
    await context.close();
  });

  it('says that a refund link has expired, and offers a new one at once', async () => {
    const { context, page } = await onPhone();
    await page.route('**/refund-offer', (route) =>
      route.fulfill({ status: 410, json: { message: 'Link expired', code: 'link_expired' } }),
    );
    await openInvoice(page, server().url, 'invalid#refund=short.abc.def');
    await page.getByText('has expired. Please request a new one.').waitFor();
    expect(await page.getByText('Where should we send').count()).toBe(0);
    await page.getByRole('button', { name: 'Send a new link' }).click();
    await page.getByText('on its way to m•••@mail.example').waitFor();
    await context.close();
  });

  it('says when something came, where nothing asks for it: a second part, confirmations of a late payment', async () => {
    const { context, page } = await onPhone();
    const said = (text: string) => page.getByRole('status').filter({ hasText: text }).waitFor({ state: 'attached' });
    await openInvoice(page, server().url, 'partial');
    await page.waitForLoadState('networkidle').catch(() => undefined);
    server().push('partial', {
      ...views.partial,
      version: 4,
      amount_paid: '0.00120000',
      amount_remaining: '0.00020597',
    });
    await said('Received 0.00120000');
    await openInvoice(page, server().url, 'late-confirming');
    await page.waitForLoadState('networkidle').catch(() => undefined);
    server().push('late-confirming', {
      ...views['late-confirming'],
      version: 6,
      confirmations: { current: 2, required: 2 },
    });
    await said('2 of 2 confirmations');
    await context.close();
  });

  it('shows the icon of the status beside its word on a phone, too', async () => {
    const { context, page } = await onPhone();
    await openInvoice(page, server().url, 'paid');
    expect(await page.locator('.sum .chip .icon').isVisible()).toBe(true);
    await context.close();
  });

  it('changes its language by hand and remembers it', async () => {
    const { context, page } = await onPhone({ locale: 'it-IT' });
    await openInvoice(page, server().url, 'pay');
    await expectTitle(page, 'Paga con Bitcoin');
    await page.getByRole('combobox').selectOption('ru');
    await expectTitle(page, 'Оплата в Bitcoin');
    expect(await page.evaluate(() => document.documentElement.lang)).toBe('ru');
    await expect.poll(() => server().calls).toContain('PUT pay/language');
    await page.reload();
    await expectTitle(page, 'Оплата в Bitcoin');
    await context.close();
  });

  it('loads Cyrillic for Russian only', async () => {
    for (const [locale, wanted] of [
      ['de-DE', false],
      ['ru-RU', true],
    ] as const) {
      const { context, page } = await onPhone({ locale });
      const fonts: string[] = [];
      page.on('request', (request) => request.url().endsWith('.woff2') && fonts.push(request.url()));
      await openInvoice(page, server().url, 'pay');
      await page.waitForTimeout(200);
      expect(fonts.some((url) => url.includes('cyrillic'))).toBe(wanted);
      expect(fonts.filter((url) => url.includes('latin') || url.includes('mono'))).toHaveLength(2);
      await context.close();
    }
  });

  it('says test mode on every screen of a sandbox or simulated invoice', async () => {
    const { context, page } = await onPhone();
    for (const change of [{ mode: 'sandbox' }, { simulated: true }] as const) {
      server().push('paid', { ...views.paid, version: views.paid.version + 1, ...change });
      await openInvoice(page, server().url, 'paid');
      await page.getByText('Test mode: no real money.').waitFor();
    }
    await context.close();
  });

  it('tells an unknown invoice from one that does not load, and tries again', async () => {
    const { context, page } = await onPhone();
    await page.goto(`${server().url}/invoice/unknown`);
    await expectTitle(page, 'We cannot find this invoice');
    server().failing = true;
    await page.route('**/customer/invoices/pay', (route) => route.fulfill({ status: 503, json: {} }), { times: 1 });
    await page.route('**/customer/invoices/pay/events', (route) => route.abort());
    await page.goto(`${server().url}/invoice/pay`);
    await expectTitle(page, 'The invoice did not load');
    await page.getByRole('button', { name: 'Try again' }).click();
    await expectTitle(page, 'Pay with Bitcoin');
    await context.close();
  });

  it('tells the shop that frames it, and no other page', async () => {
    const { context, page } = await onPhone();
    server().push('pay', { ...views.pay, merchant: { ...views.pay.merchant, domain: server().url } });
    server().push('partial', { ...views.partial, merchant: { ...views.partial.merchant, domain: 'other.example' } });
    for (const [name, heard] of [
      ['pay', true],
      ['partial', false],
    ] as const) {
      await page.goto(`${server().url}/blank`);
      const messages = await page.evaluate(
        async ([source, isTold]) => {
          const messages: unknown[] = [];
          addEventListener('message', ({ data }) => messages.push(data));
          const frame = document.createElement('iframe');
          frame.src = source;
          document.body.append(frame);
          const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
          while (!frame.contentDocument?.querySelector('html[data-live] #title')) await pause(50);
          // Nothing shows that no message comes; one would be there by now.
          if (!isTold) await pause(500);
          while (isTold && messages.length === 0) await pause(50);
          return messages;
        },
        [`/invoice/${name}`, heard] as const,
      );
      const expected = { source: 'tidegate', version: 1, type: 'invoice.status' };
      expect(messages).toEqual(heard ? [expect.objectContaining(expected)] : []);
    }
    await context.close();
  });

  it('hazard 71: shows markup in every text as text', async () => {
    const { context, page, complaints } = await onPhone();
    const evil = '</script><img src=x onerror=alert(1)><b>x</b>';
    server().push('pay', {
      ...views.pay,
      reference: evil,
      items: [shownItem(evil, '118.40')],
      merchant: { ...views.pay.merchant, name: evil, logo_url: null },
    });
    await openInvoice(page, server().url, 'pay');
    expect(await page.locator('.merchant').textContent()).toBe(evil);
    expect(await page.locator('.sheet img').count()).toBe(0);
    expect(complaints).toEqual([]);
    await context.close();
  });
});

const smallTargets = (page: Page) =>
  page.locator('button, .button, select, .facts a, .meter a').evaluateAll((elements) =>
    elements
      .map((element) => ({ text: element.textContent, box: element.getBoundingClientRect() }))
      .filter(({ box }) => box.width < 24 || box.height < 24)
      .map(({ text }) => text),
  );

const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent ?? '');

const expectTitle = (page: Page, title: string) => page.locator('#title', { hasText: title }).waitFor();
