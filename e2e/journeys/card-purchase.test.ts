import type { Page } from 'playwright-core';
import { afterAll, expect, inject, test } from 'vitest';
import { expectAccessible, type Visit, withBrowser } from '../../scripts/testing/browser.ts';
import { expectBooksInBalance } from '../books.fixture.ts';
import { identifyAtSeller, openCardCustomers, outsideAddress, payAtSeller, titled } from '../card-purchase.fixture.ts';
import { openShop } from '../shop.fixture.ts';

const product = inject('product');
const servers = inject('productServers');
const shop = openShop(product);
const customers = openCardCustomers(product, servers);
const visit = withBrowser();
const phone = { viewport: { width: 376, height: 812 } };

afterAll(() => customers.close());

test.concurrent('a customer buys coins by card to an address, and the shop earns its share', async () => {
  const { page, id, context } = await atSeller(1);
  await payAtSeller(page, 'pays');
  await page.getByText('Payment received').or(page.getByText('Your coins are')).first().waitFor();
  await page.getByRole('link', { name: 'Back to the shop' }).click();
  await titled(page, 'Your BTC has arrived');
  await expectAccessible(page);
  const order = await customers.until(id, 'delivered');
  expect(order).toMatchObject({ euro: '10000', reason: null, needs_operator: false });
  await expectEarned(id);
  await context.close();
});

test.concurrent('a payer pays an invoice by card', async () => {
  const invoice = await shop.create({ amount: '49.90', gates: ['BTC', 'LTC'] });
  const { page, context } = await visit(product.url, phone);
  await page.goto(invoice.checkout_url);
  await titled(page, 'Choose how to pay');
  await page.getByRole('link', { name: /^Pay by card/ }).click();
  const id = await place(page, null);
  await payAtSeller(page, 'pays');
  await page.getByRole('link', { name: 'Back to the shop' }).click();
  await titled(page, 'Your invoice is paid');
  await page.getByRole('link', { name: 'Return to Harbour Books' }).click();
  await titled(page, 'Paid, thank you');
  expect(await shop.until(invoice.id, 'done')).toMatchObject({ gate_id: 'BTC' });
  await customers.until(id, 'delivered');
  await expectEarned(id);
  await context.close();
});

test.concurrent('a declined card ends the order without coins, and is said word for word', async () => {
  const { page, id, context } = await atSeller(2);
  await payAtSeller(page, 'declined');
  await page.getByText('Your card was declined.').waitFor();
  await page.getByRole('link', { name: 'Back to the shop' }).click();
  await titled(page, 'Payment declined');
  await page
    .getByText("Your payment didn't go through, please double-check your payment details and try again")
    .waitFor();
  await expectNothingBooked(id, 'declined');
  await context.close();
});

test.concurrent('a 3-D Secure that nobody answers leaves the order open until its time is over', async () => {
  const { page, id, context } = await atSeller(3);
  await payAtSeller(page, 'asks_3d_secure');
  await page.getByRole('heading', { name: '3-D Secure' }).waitFor();
  await page.getByRole('link', { name: 'Back to the shop' }).click();
  await page.getByText('Not paid yet? Open the payment page again.').waitFor();
  expect((await customers.until(id, 'payment')).share).toBeNull();
  await customers.partner.expire(id);
  await titled(page, 'Order expired');
  await expectNothingBooked(id, 'expired');
  await context.close();
});

test.concurrent('a customer whose identity is refused is not charged and gets no coins', async () => {
  const { page, id, context } = await atSeller(4);
  await identifyAtSeller(page, 'Nora Refused');
  await page.getByText('We could not accept your identity.').waitFor();
  await page.getByRole('link', { name: 'Back to the shop' }).click();
  await titled(page, 'Purchase not possible');
  await expectNothingBooked(id, 'rejected');
  await context.close();
});

test.concurrent('a payment that is taken back after the coins takes the earnings of the shop back', async () => {
  const { page, id, context } = await atSeller(6);
  await payAtSeller(page, 'chargeback');
  await page.getByRole('link', { name: 'Back to the shop' }).click();
  await titled(page, 'Your BTC has arrived');
  await expectEarned(id);
  await titled(page, 'Payment reversed');
  await expectAccessible(page);
  expect(await customers.until(id, 'charged_back')).toMatchObject({ needs_operator: false });
  expect(await customers.booked(id)).toEqual({});
  await context.close();
});

// Alone, because the answer to the next order is lost, no matter which one it is.
test('an order whose answer is lost is made once, and paid', async () => {
  const { page, context } = await openShopPage();
  const id = await customers.fillIn(page, outsideAddress(5));
  await customers.partner.failNext('create', 'lost_answer');
  await customers.goToSeller(page);
  expect(customers.partner.ordersOf(id)).toHaveLength(1);
  await payAtSeller(page, 'pays');
  await customers.until(id, 'delivered');
  expect(customers.partner.ordersOf(id).map(({ status }) => status)).toEqual(['complete']);
  await expectEarned(id);
  await context.close();
});

test('afterwards the books are in balance', async () => {
  expect(await expectBooksInBalance(servers.databaseUrl)).toBeGreaterThan(0);
});

async function openShopPage(): Promise<Visit> {
  const visitor = await visit(product.url, phone);
  await visitor.page.goto(await customers.pageOfShop((await shop.create()).id));
  return visitor;
}

/** An order of 100 euro to an address outside, up to the seller's page. */
async function atSeller(index: number): Promise<Visit & { readonly id: string }> {
  const visitor = await openShopPage();
  return { ...visitor, id: await place(visitor.page, outsideAddress(index)) };
}

/** @returns the order's ID, on the seller's page */
async function place(page: Page, address: string | null): Promise<string> {
  const id = await customers.fillIn(page, address);
  await customers.goToSeller(page);
  return id;
}

/** The commission is owed by the partner, and divided between the shop and the gateway. */
async function expectEarned(id: string): Promise<void> {
  const { share, commission } = await customers.until(id, 'delivered');
  const [ofShop, whole] = [BigInt(share ?? 0), BigInt(commission ?? 0)];
  expect([ofShop > 0n, whole > ofShop]).toEqual([true, true]);
  expect(await customers.booked(id)).toEqual({
    card_commission: String(-whole),
    card_earnings: String(ofShop),
    'fees:card': String(whole - ofShop),
  });
}

async function expectNothingBooked(id: string, status: Parameters<typeof customers.until>[1]): Promise<void> {
  expect(await customers.until(id, status)).toMatchObject({ share: null, needs_operator: false });
  expect(await customers.booked(id)).toEqual({});
  // The partner's word for no transaction.
  expect(customers.partner.ordersOf(id).map(({ transactionHash }) => transactionHash)).toEqual(['0']);
}
