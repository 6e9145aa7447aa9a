import type { Page } from 'playwright-core';
import { expect, inject, test } from 'vitest';
import type { MassPayout, MassPayoutLine } from '../../contract/mass-payouts.ts';
import { RECIPIENTS } from '../../db/payouts/testing.fixture.ts';
import { encodeSegwit } from '../../domain/address/bitcoin.ts';
import type { CryptoGateId } from '../../domain/assets/assets.ts';
import { expectAccessible, type Visit, withBrowser } from '../../scripts/testing/browser.ts';
import { expectBooksInBalance } from '../books.fixture.ts';
import { openMailBox } from '../mail-box.fixture.ts';
import { openShop } from '../shop.fixture.ts';
import { signInMerchant } from '../sign-in.fixture.ts';

const product = inject('product');
const { databaseUrl } = inject('productServers');
const shop = openShop(product);
const mails = openMailBox(product.mail_ui);
const visit = withBrowser();
const desk = { viewport: { width: 1441, height: 900 } };

const LINES = 500;

test('500 payments from a file: three bad lines are named and fixed, the run is confirmed by mail, every line arrives once', async () => {
  for (const gateId of ['BTC', 'LTC', 'ETH', 'XRP'] as const) await fund(gateId);
  const good = Array.from({ length: LINES }, (_, at) => line(at));
  const bad = [...good];
  bad[9] = `DOGE,${RECIPIENTS.BTC},wrong asset,0.001`;
  bad[99] = `BTC,bc1qnobody,wrong address,0.001`;
  bad[299] = `BTC,${RECIPIENTS.BTC},wrong amount,ten`;

  const { page, complaints, context } = await signIn('/payouts/mass-request-payout');
  await page.getByRole('heading', { name: 'Mass payout', level: 1 }).waitFor();
  await expectAccessible(page);
  await upload(page, 'payments.csv', bad);
  await statusIs(page, 'Not valid');
  const named = page.getByRole('table', { name: 'Lines that are not valid' });
  await named.getByText('This asset is not known.').waitFor();
  const numbers = await named.getByRole('rowheader').allTextContents();
  expect(numbers).toEqual(['11', '101', '301']);
  await expectAccessible(page);

  await upload(page, 'fixed.csv', good);
  await statusIs(page, 'Validated');
  await page.getByRole('table', { name: 'Summary' }).getByRole('row').nth(4).waitFor();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Confirm and email the code' }).click();
  await page
    .getByLabel(/^Code sent to/)
    .fill(await mails.codeOf(product.login.email, '[Sandbox] Confirm your payout', 'fixed.csv'));
  await page.getByRole('heading', { name: 'Progress' }).waitFor();
  await expectAccessible(page);
  await statusIs(page, 'Done', 240_000);
  await page.getByText('Every payment has arrived.').waitFor();

  const id = new URL(page.url()).searchParams.get('id') ?? '';
  const { data } = (await shop.call<{ data: MassPayout }>('GET', `/api/v1/mass-payouts/${id}`)).body;
  expect(data).toMatchObject({ status: 'done', lines: { total: LINES, not_valid: 0, done: LINES, failed: 0 } });
  await expectPaidOnce(id);
  const csv = await (await context.request.get(`${product.url}/spa/sandbox/mass-payouts/${id}/export`)).text();
  const rows = csv.trimEnd().split('\r\n').slice(1);
  expect(rows).toHaveLength(LINES);
  for (const row of rows) expect(row).toMatch(/,done,/);
  // Text that a spreadsheet would run as a formula is escaped (hazard 69).
  expect(rows[0]).toContain(`,'=SUM(A1),`);
  expect(complaints).toEqual([]);
  await context.close();
  await expectBooksInBalance(databaseUrl);
});

/** 400 lines in two transactions of BTC, 60 in one of LTC; 20 each of ETH and XRP in transactions of their own. */
function line(at: number): string {
  if (at === 0) return `BTC,${addressOf('bcrt', at)},=SUM(A1),0.0001`;
  if (at < 400) return `BTC,${addressOf('bcrt', at)},salary-${at},0.0001`;
  if (at < 460) return `LTC,${addressOf('rltc', at)},salary-${at},0.02`;
  if (at < 480) return `ETH,${RECIPIENTS.ETH},salary-${at},0.01`;
  return `XRP,${RECIPIENTS.XRP},${at},12`;
}

function addressOf(prefix: string, seed: number): string {
  const program = new Uint8Array(20);
  new DataView(program.buffer).setUint32(0, seed + 1);
  return encodeSegwit(prefix, 0, program);
}

/** Money that really came in, so that the chain has what leaves. */
async function fund(gateId: CryptoGateId): Promise<void> {
  const invoice = await shop.create({ amount: '9000.00', gate_id: gateId });
  await shop.pay(invoice.id, 'paid');
  await shop.until(invoice.id, 'done');
}

/** Lines that are sent together share a transaction; no line is in two. */
async function expectPaidOnce(id: string): Promise<void> {
  const lines: MassPayoutLine[] = [];
  for (let page = 1; page <= LINES / 100; page += 1) {
    const path = `/api/v1/mass-payouts/${id}/lines?per_page=100&page=${page}`;
    lines.push(...(await shop.call<{ data: MassPayoutLine[] }>('GET', path)).body.data);
  }
  expect(new Set(lines.map(({ payout_id }) => payout_id)).size).toBe(LINES);
  const transactions = (gateId: string) =>
    new Set(lines.filter((each) => each.gate_id === gateId).map(({ txid }) => txid)).size;
  expect([transactions('BTC'), transactions('LTC'), transactions('ETH'), transactions('XRP')]).toEqual([2, 1, 20, 20]);
}

async function upload(page: Page, name: string, lines: readonly string[]): Promise<void> {
  const text = ['gate,address,reference,amount', ...lines, ''].join('\r\n');
  await page.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });
}

async function signIn(path: string): Promise<Visit> {
  const visitor = await visit(product.url, desk);
  const { page } = visitor;
  await signInMerchant(page, product);
  await page.goto(`${product.url}${path}`);
  return visitor;
}

/** The chip beside the heading. */
async function statusIs(page: Page, word: string, timeout = 40_000): Promise<void> {
  await page.locator('h1 + span', { hasText: word }).waitFor({ timeout });
}
