import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type { CustomerInvoice } from '../contract/customer-invoice.ts';
import { withBrowser } from '../scripts/testing/browser.ts';
import { startMockServer } from './fixtures/mock-server.fixture.ts';
import { withServedPage } from './fixtures/served-page.fixture.ts';
import { views } from './fixtures/views.fixture.ts';

/** Nobody knows an address of the payer yet. */
const withoutEmail: CustomerInvoice = {
  ...views.pay,
  customer_email: null,
  payer_email: { open: true, masked: null, refunds: true },
};

describe('what a payer does before the script of the page has come', () => {
  const visit = withBrowser();
  const server = withServedPage(startMockServer);
  const address = () => server().url;

  it('is done when it has: the coin that was clicked is chosen', async () => {
    const { context, page, complaints } = await visit(address());
    const { letThrough } = await openDrawn(page, `${address()}/invoice/choose`);
    const bitcoin = page.getByRole('button', { name: /^Bitcoin about/ });
    await bitcoin.click();
    // The payer sees that the click counts.
    await expect.poll(() => bitcoin.getAttribute('data-early')).toBe('');
    expect(await isLive(page)).toBe(false);
    letThrough();
    await page.getByRole('heading', { name: 'Pay with Bitcoin' }).waitFor();
    expect(server().calls.filter((call) => call === 'POST choose/currency')).toHaveLength(1);
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('is only the last click, once, however often it was clicked', async () => {
    const { context, page } = await visit(address());
    const { letThrough } = await openDrawn(page, `${address()}/invoice/choose`);
    const chosen: unknown[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/currency')) chosen.push(request.postDataJSON().gate_id);
    });
    await page.getByRole('button', { name: /^Bitcoin about/ }).click();
    await page.getByRole('button', { name: /^XRP / }).click();
    await page.getByRole('button', { name: /^XRP / }).click();
    expect(await page.locator('button[data-early]').count()).toBe(1);
    letThrough();
    await page.getByRole('heading', { name: 'Pay with XRP' }).waitFor();
    expect(chosen).toEqual(['XRP']);
    expect(await page.locator('button[data-early]').count()).toBe(0);
    await context.close();
  });

  it('is never a price that was not seen: the amount on the button is what the server is asked to lock', async () => {
    const { context, page } = await visit(address());
    const { letThrough } = await openDrawn(page, `${address()}/invoice/choose`);
    const answer = { status: 409, json: { message: 'Moved', code: 'changed_meanwhile', request_id: 'x' } };
    await page.route('**/currency', (route) => route.fulfill(answer));
    await page.getByRole('button', { name: /^Bitcoin about/ }).click();
    const [request] = await Promise.all([
      page.waitForRequest((each) => each.url().endsWith('/currency')),
      Promise.resolve().then(letThrough),
    ]);
    expect(request.postDataJSON()).toEqual({ gate_id: 'BTC', amount: views.choose.gates[0]?.amount });
    await page.getByRole('alert').filter({ hasText: /\w/ }).waitFor();
    await page.getByRole('heading', { name: 'Choose how to pay' }).waitFor();
    await context.close();
  });

  it.each([
    ['its button is not the same', replaceButton],
    ['the page has another heading by then', changeHeading],
  ])('is nothing if %s', async (_what, change) => {
    const { context, page } = await visit(address());
    const { letThrough } = await openDrawn(page, `${address()}/invoice/choose`);
    await page.getByRole('button', { name: /^Bitcoin about/ }).click();
    await page.evaluate(change);
    letThrough();
    await expect.poll(() => isLive(page)).toBe(true);
    // A click that counts, after which an earlier one would long have been sent.
    await page.getByRole('button', { name: /^XRP / }).click();
    await page.getByRole('heading', { name: 'Pay with XRP' }).waitFor();
    expect(server().calls.filter((call) => call === 'POST choose/currency')).toHaveLength(1);
    await context.close();
  });

  it('is typed text that stays, and is sent by Enter once, without leaving the page', async () => {
    const { context, page, complaints } = await visit(address());
    server().push('pay', withoutEmail);
    const { letThrough } = await openDrawn(page, `${address()}/invoice/pay`);
    await page.locator('.payer-email summary').click();
    const field = page.getByRole('textbox');
    await field.fill('payer@example.com');
    await field.press('Enter');
    letThrough();
    const [request] = await Promise.all([
      page.waitForRequest((each) => each.url().endsWith('/email')),
      page.getByText('p•••@mail.example').waitFor(),
    ]);
    expect(request.postDataJSON()).toMatchObject({ email: 'payer@example.com' });
    expect(new URL(page.url()).search).toBe('');
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('is typed text that the page takes over, also if nothing was sent', async () => {
    const { context, page } = await visit(address());
    server().push('pay', withoutEmail);
    const { letThrough } = await openDrawn(page, `${address()}/invoice/pay`);
    await page.locator('.payer-email summary').click();
    await page.getByRole('textbox').fill('payer@example.com');
    letThrough();
    await expect.poll(() => isLive(page)).toBe(true);
    // Drawn again with what the page knows: a text that it does not know would be gone.
    server().push('pay', { ...withoutEmail, version: withoutEmail.version + 1 });
    await page.route('**/email', (route) => route.fulfill({ status: 422, json: { code: 'x', message: 'x' } }));
    const [request] = await Promise.all([
      page.waitForRequest((each) => each.url().endsWith('/email')),
      page.getByRole('button', { name: 'Notify me' }).click(),
    ]);
    expect(request.postDataJSON()).toMatchObject({ email: 'payer@example.com' });
    await page.getByRole('alert').filter({ hasText: /\w/ }).first().waitFor();
    expect(await page.getByRole('textbox').inputValue()).toBe('payer@example.com');
    await context.close();
  });

  it('is all of it, in several fields and by a button', async () => {
    const { context, page } = await visit(address());
    server().push('pay-xrp', { ...views['pay-xrp'], customer_email: null, payer_email: withoutEmail.payer_email });
    const { letThrough } = await openDrawn(page, `${address()}/invoice/pay-xrp`);
    await page.getByRole('radio', { name: 'Address only' }).check();
    await page.locator('.payer-email summary').click();
    await page.getByRole('textbox').fill('payer@example.com');
    await page.getByRole('button', { name: 'I have paid' }).click();
    letThrough();
    await page.getByText('Looking for your payment').waitFor();
    expect(await page.getByRole('textbox').inputValue()).toBe('payer@example.com');
    expect(await page.getByRole('radio', { name: 'Address only' }).isChecked()).toBe(true);
    await page.getByRole('img', { name: 'QR code with the XRP address only' }).waitFor();
    await context.close();
  });

  it('is a choice of the code that stays', async () => {
    const { context, page } = await visit(address());
    const { letThrough } = await openDrawn(page, `${address()}/invoice/pay-xrp`);
    const choice = page.getByRole('radio', { name: 'Address only' });
    await choice.check();
    letThrough();
    await expect.poll(() => isLive(page)).toBe(true);
    expect(await choice.isChecked()).toBe(true);
    await page.getByRole('img', { name: 'QR code with the XRP address only' }).waitFor();
    await context.close();
  });
});

function replaceButton(): void {
  const button = document.querySelector('.asset');
  button?.replaceWith(button.cloneNode(true));
}

function changeHeading(): void {
  const change = () => {
    const title = document.getElementById('title');
    if (title !== null) title.textContent = 'Another screen';
  };
  new MutationObserver(change).observe(document.documentElement, { attributeFilter: ['data-live'] });
}

const isLive = (page: Page): Promise<boolean> =>
  page
    .locator('html[data-live]')
    .count()
    .then((count) => count === 1);

/** Opens the page as it is drawn, with its script held back until `letThrough`. */
async function openDrawn(page: Page, url: string): Promise<{ letThrough(): void }> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(/\/assets\/index-[^/]*\.js$/, async (route) => {
    await promise;
    await route.continue();
  });
  const early = page.waitForResponse(/\/early-[^/]*\.js$/);
  await page.goto(url, { waitUntil: 'commit' });
  await early;
  await page.locator('#title').waitFor();
  return { letThrough: resolve };
}
