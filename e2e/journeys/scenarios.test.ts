import { afterAll, describe, inject, test } from 'vitest';
import { CRYPTO_GATES, gates } from '../../domain/assets/assets.ts';
import { parseAmount } from '../../domain/money/money.ts';
import { expectBooksInBalance, suspenseMinor } from '../books.fixture.ts';
import { openShop } from '../shop.fixture.ts';

const { databaseUrl } = inject('productServers');
const shop = openShop(inject('product'));

afterAll(() => expectBooksInBalance(databaseUrl));

/**
 * Each waits for blocks and deadlines most of the time, so they wait together; each has its own `expect`, which knows
 * its test.
 */
describe.concurrent('a sandbox payment', () => {
  test.for(CRYPTO_GATES)('paid in %s is done', async (gateId, { expect }) => {
    const { id } = await shop.create({ gate_id: gateId });
    await shop.pay(id, 'paid');
    await shop.untilSeen(id);
    await shop.makeBlocks(gates[gateId].network, gates[gateId].confirmations);
    const done = await shop.until(id, 'done');
    expect(done).toMatchObject({ paid: true, amount_paid: done.amount_due, amount_confirmed: done.amount_due });
  });

  test('partial, then the rest, is done', async ({ expect }) => {
    const { id } = await shop.create({ gate_id: 'BTC' });
    const part = await shop.pay(id, 'partial');
    const partly = await shop.until(id, 'partially_paid');
    expect(partly).toMatchObject({ paid: false, amount_paid: part.amount });
    await shop.pay(id, 'paid');
    const done = await shop.until(id, 'done');
    expect(done).toMatchObject({ amount_paid: done.amount_due, amount_excess: '0.00000000' });
    expect(done.transactions).toHaveLength(2);
  });

  test('partial, and no more until the deadline, is invalid, and its money waits for the merchant', async ({
    expect,
  }) => {
    const { id } = await shop.create({ gate_id: 'LTC', lifetime_seconds: 15 });
    await shop.pay(id, 'partial');
    await shop.until(id, 'partially_paid');
    const invalid = await shop.until(id, 'invalid');
    expect(invalid).toMatchObject({ paid: false, status_reason: 'underpaid' });
  });

  test('over is overpaid, with the excess apart', async ({ expect }) => {
    const { id } = await shop.create({ gate_id: 'XRP' });
    const sent = await shop.pay(id, 'over');
    const overpaid = await shop.until(id, 'overpaid');
    const minor = (amount: string | null) => parseAmount(amount ?? '', 6);
    expect(overpaid.paid).toBe(true);
    expect(minor(overpaid.amount_excess)).toBe(minor(sent.amount) - minor(overpaid.amount_due));
  });

  test('late is refused before the deadline, and paid late after it', async ({ expect }) => {
    const { id } = await shop.create({ gate_id: 'XRP', lifetime_seconds: 5 });
    const early = await shop.call<{ code: string }>('POST', `/api/v1/sandbox/invoices/${id}/payments`, {
      scenario: 'late',
    });
    expect([early.status, early.body.code]).toEqual([409, 'invoice_not_expired']);
    await shop.until(id, 'expired');
    await shop.pay(id, 'late');
    const late = await shop.until(id, 'expired_paid');
    expect(late).toMatchObject({ paid: false, status_reason: 'paid_late' });
  });

  test('wrong_asset leaves the invoice as it is and the money in suspense', async ({ expect }) => {
    const { id } = await shop.create({ gate_id: 'ETH' });
    const sent = await shop.pay(id, 'wrong_asset');
    expect(sent.gate_id).toBe('USDT_ERC20');
    await shop.makeBlocks('ETH', 12);
    await expect.poll(() => suspenseMinor(databaseUrl, id)).toBe(parseAmount(sent.amount, 6));
    const invoice = await shop.read(id);
    expect(invoice).toMatchObject({ status: 'pending', paid: false, amount_paid: '0.00000000' });
  });

  test('failed is seen and counts for nothing', async ({ expect }) => {
    const [coin, account] = await Promise.all([shop.create({ gate_id: 'BCH' }), shop.create({ gate_id: 'TRX' })]);
    await Promise.all([shop.pay(coin.id, 'failed'), shop.pay(account.id, 'failed')]);
    await shop.until(coin.id, 'confirming');
    const left = await shop.until(coin.id, 'pending');
    expect(left).toMatchObject({ status_reason: 'payment_dropped', amount_paid: '0.00000000' });
    expect(left.transactions.map(({ status }) => status)).toEqual(['dropped']);
    await expect
      .poll(async () => (await shop.read(account.id)).transactions.map(({ status }) => status))
      .toEqual(['failed']);
    expect(await shop.read(account.id)).toMatchObject({ status: 'pending', amount_paid: '0.000000', paid: false });
  });

  test('replaced is paid once, by the transaction that took its place', async ({ expect }) => {
    const { id } = await shop.create({ gate_id: 'BTC' });
    const sent = await shop.pay(id, 'replaced');
    const done = await shop.until(id, 'done');
    expect(done).toMatchObject({ amount_paid: done.amount_due, amount_excess: '0.00000000' });
    const states = new Map(done.transactions.map(({ txid, status }) => [txid, status]));
    expect(states).toEqual(
      new Map([
        [sent.txid, 'replaced'],
        [sent.replaced_by, 'confirmed'],
      ]),
    );
  });

  test('reorg takes the payment back and brings it again, credited once', async ({ expect }) => {
    const { id } = await shop.create({ gate_id: 'LTC' });
    await shop.pay(id, 'reorg');
    await expect
      .poll(async () => (await shop.events(id)).map(({ type }) => type), { interval: 500 })
      .toEqual(['invoice.pending', 'invoice.confirming', 'invoice.done', 'invoice.error', 'invoice.done']);
    const done = await shop.read(id);
    expect(done).toMatchObject({ status: 'done', paid: true, amount_confirmed: done.amount_due });
  });

  test('zero_conf stays seen until a block is requested', async ({ expect }) => {
    const { id } = await shop.create({ gate_id: 'BCH' });
    await shop.pay(id, 'zero_conf');
    await shop.until(id, 'confirming');
    const { id: other } = await shop.create({ gate_id: 'BCH' });
    await shop.pay(other, 'paid');
    await shop.until(other, 'done');
    expect(await shop.read(id)).toMatchObject({ status: 'confirming', confirmations: { current: 0, required: 2 } });
  });
});
