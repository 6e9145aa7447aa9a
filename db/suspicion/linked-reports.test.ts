import { beforeAll, beforeEach, describe, expect, it, test } from 'vitest';
import { newId } from '../../domain/ids.ts';
import { LINK_WINDOWS_MS } from '../../domain/suspicion/linked.ts';
import { inTransaction } from '../core/sequelize.ts';
import { execute, select } from '../core/sql.ts';
import { openTestDatabase } from '../database.fixture.ts';
import { depositsAt, makeAddress, receive } from '../deposits/testing.fixture.ts';
import { makeInvoice, makeRates, makeShop, recordPayment } from '../invoices/testing.fixture.ts';
import { fund, makePayout } from '../payouts/testing.fixture.ts';
import { makeStaff } from '../staff/staff.fixture.ts';
import type { TestMerchant } from '../testing.fixture.ts';
import { fundEuro, openTill, withdraw } from '../withdrawals/testing.fixture.ts';
import { countOperations, uncountedSql } from './linked-operations.ts';
import { draftReports } from './linked-reports.ts';
import { readReport, reportOperations } from './report-acts.ts';

const { db } = await openTestDatabase();

beforeAll(async () => {
  await makeRates(db);
  await execute(
    db,
    `INSERT INTO rate (mode, asset, currency, value, source, sampled_at, expires_at)
     SELECT 'production', asset, currency, value, source, sampled_at, expires_at FROM rate WHERE mode = 'sandbox'`,
  );
});
beforeEach(async () => {
  for (const table of ['linked_report_operation', 'linked_report', 'linked_operation', 'treasury_transfer'])
    await execute(db, `DELETE FROM ${table}`);
  await execute(db, "UPDATE payment SET status = 'seen'");
  await execute(db, `UPDATE payout SET completed_at = now() - interval '90 days' WHERE status = 'done'`);
  await execute(db, `UPDATE withdrawal SET completed_at = now() - interval '90 days' WHERE status = 'done'`);
});

/** A confirmed payment of so many euros to a shop of its own, from the customer and the sender. */
async function pay(euros: number, { customer, sender }: { customer?: string; sender?: string } = {}): Promise<string> {
  const shop = await makeShop(db);
  const invoice = await makeInvoice(db, shop, { gateId: 'ETH' });
  const minor = (BigInt(euros) * 10n ** 18n) / 2_500n;
  const id = await recordPayment(db, { invoiceId: invoice.id, gateId: 'ETH', minor, status: 'confirmed' });
  await execute(db, `UPDATE invoice SET customer = $2::jsonb WHERE id = $1`, [
    invoice.id,
    JSON.stringify(customer === undefined ? {} : { email: customer }),
  ]);
  await execute(db, 'UPDATE payment SET spends = $2 WHERE id = $1', [id, sender === undefined ? [] : [`${sender}:7`]]);
  return id;
}

/** A confirmed deposit of so many euros to an address of the reference. */
async function deposit(
  euros: number,
  more: { reference?: string; sender?: string; shop?: TestMerchant; hoursAgo?: number } = {},
): Promise<string> {
  const { reference = newId(), sender, shop = await makeShop(db), hoursAgo = 0 } = more;
  const address = await makeAddress(db, shop, 'ETH', { reference });
  await receive(db, address, { minor: ether(euros), status: 'confirmed' });
  const made = (await depositsAt(db, address.id)).at(-1)?.id ?? '';
  await execute(
    db,
    `UPDATE payment SET spends = $2, first_seen_at = now() - make_interval(hours => $3) WHERE deposit_id = $1`,
    [made, sender === undefined ? [] : [`${sender}:7`], hoursAgo],
  );
  return made;
}

/** A payout of so many euros that is done. */
async function paidOut(euros: number, of?: TestMerchant) {
  const shop = of ?? (await makeShop(db));
  await fund(db, shop, 'ETH', 2n * ether(euros));
  const payout = await makePayout(db, shop, { gateId: 'ETH', amountMinor: ether(euros) });
  await execute(db, `UPDATE payout SET status = 'done', hold = 'posted', completed_at = now() WHERE id = $1`, [
    payout.id,
  ]);
  return payout;
}

/** A withdrawal of so many euros to a bank account that is done. */
async function withdrawn(euros: number) {
  const till = await openTill(db);
  await fundEuro(db, till.shop, BigInt(euros) * 200n);
  const { id } = await withdraw(db, till, { amountMinor: BigInt(euros) * 100n });
  await execute(
    db,
    `UPDATE withdrawal SET status = 'done', hold = 'posted', approval_mac = 'seal', approved_by = 'somebody',
       completed_at = now() - interval '1 minute' WHERE id = $1`,
    [id],
  );
  return { shop: till.shop, euros: id };
}

const ether = (euros: number) => (BigInt(euros) * 10n ** 18n) / 2_500n;

const transferSql = `
  WITH route AS (
    INSERT INTO treasury_route (id, mode, from_place, to_place, gate_id, reason, requested_by, requested_role)
    VALUES ($1, 'sandbox', 'ETH', 'exchange:kraken', 'ETH', 'For a test.', $4, 'manager') RETURNING id)
  INSERT INTO treasury_transfer (id, mode, route_id, from_place, to_place, gate_id, amount_minor, why, proposed_by,
    payout_id, deadline_at)
  SELECT $2, 'sandbox', id, 'ETH', 'exchange:kraken', 'ETH', 1, 'A test.', 'nobody', $3, now() FROM route`;

const look = async () => ({
  counted: await countOperations(db, Date.now()),
  drafted: await draftReports(db, Date.now()),
});
const reports = () =>
  select<{ id: string; link: string; link_key: string; total: string; version: number; payments: string[] }>(
    db,
    `SELECT r.id, r.link, r.link_key, r.total_eur_minor::text AS total, r.version,
       ARRAY(SELECT payment_id::text FROM linked_report_operation x WHERE x.report_id = r.id ORDER BY 1) AS payments
     FROM linked_report r ORDER BY r.created_at`,
  );

describe('reports of linked operations', () => {
  it('are drafted once, however often and by however many workers they are looked for', async () => {
    const made = [
      await pay(8_000, { sender: '0xaa' }),
      await pay(7_000, { sender: '0xaa' }),
      await pay(14_000, { sender: '0xbb' }),
    ];
    expect(await look()).toEqual({ counted: 3, drafted: 1 });
    const looks = await Promise.all([look(), look(), look()]);
    expect(looks.every(({ counted, drafted }) => counted === 0 && drafted === 0)).toBe(true);
    const [report, ...others] = await reports();
    expect(others).toEqual([]);
    expect(report).toMatchObject({ link: 'payer', link_key: 'ETH:0xaa', total: '1500000', version: 1 });
    expect(report?.payments).toEqual(made.slice(0, 2).sort());
  });

  it('grow while they are drafts, and operations already filed are not reported again', async () => {
    await pay(15_000, { customer: 'Ann@Mail.test' });
    await look();
    const [draft] = await reports();
    await pay(1_000, { customer: 'ann@mail.test' });
    expect(await look()).toEqual({ counted: 1, drafted: 0 });
    expect(await reports()).toMatchObject([{ id: draft?.id, total: '1600000', version: 2, link_key: 'ann@mail.test' }]);

    await execute(db, "UPDATE linked_report SET status = 'filed'");
    await pay(2_000, { customer: 'ann@mail.test' });
    expect(await look()).toEqual({ counted: 1, drafted: 0 });
    await pay(13_000, { customer: 'ann@mail.test' });
    expect(await look()).toEqual({ counted: 1, drafted: 1 });
    expect(await reports()).toMatchObject([{ total: '1600000' }, { total: '1500000' }]);
  });

  it('of a merchant’s day, once closed, still count for the customers of that day, and are not drafted again', async () => {
    const shop = await makeShop(db);
    await deposit(6_000, { reference: 'ann@mail.test', shop, hoursAgo: 47 });
    await deposit(9_000, { reference: 'bob@mail.test', shop, hoursAgo: 46 });
    expect(await look()).toEqual({ counted: 2, drafted: 1 });
    expect(await reports()).toMatchObject([{ link: 'merchant', total: '1500000' }]);
    await execute(db, "UPDATE linked_report SET status = 'dismissed'");
    expect(await look()).toEqual({ counted: 0, drafted: 0 });
    await deposit(9_000, { reference: 'ann@mail.test', shop });
    expect(await look()).toEqual({ counted: 1, drafted: 1 });
    expect((await reports()).at(-1)).toMatchObject({ link: 'customer', link_key: 'ann@mail.test', total: '1500000' });
  });

  it('that a closed report of a payer or customer covers make no weaker report', async () => {
    const shop = await makeShop(db);
    for (const euros of [8_000, 7_000]) await deposit(euros, { reference: 'ann@mail.test', sender: '0xee', shop });
    expect(await look()).toEqual({ counted: 2, drafted: 1 });
    expect(await reports()).toMatchObject([{ link: 'payer' }]);
    await execute(db, "UPDATE linked_report SET status = 'filed'");
    expect(await look()).toEqual({ counted: 0, drafted: 0 });
  });

  it('count deposits with payments to invoices, by the sender and by the customer', async () => {
    await pay(8_000, { sender: '0xdd', customer: 'ann@mail.test' });
    const byMail = await deposit(7_000, { reference: 'Ann@mail.test' });
    const bySender = await deposit(7_500, { sender: '0xdd' });
    expect(await look()).toEqual({ counted: 3, drafted: 2 });
    const found = await reports();
    expect(found.map(({ link, link_key, total }) => [link, link_key, total]).sort()).toEqual([
      ['customer', 'ann@mail.test', '1500000'],
      ['payer', 'ETH:0xdd', '1550000'],
    ]);
    const ids = await Promise.all(
      found.map(async ({ id }) => (await reportOperations(db, id)).map((op) => op.subject_id)),
    );
    expect(ids.flat()).toEqual(expect.arrayContaining([byMail, bySender]));
  });

  it('take a reference that is no email address as a customer of its merchant only', async () => {
    const [shop, other] = [await makeShop(db), await makeShop(db)];
    await deposit(8_000, { reference: 'customer-1', shop, hoursAgo: 48 });
    await deposit(8_000, { reference: 'customer-1', shop: other, hoursAgo: 48 });
    expect(await look()).toEqual({ counted: 2, drafted: 0 });
    await deposit(7_000, { reference: 'customer-1', shop });
    expect(await look()).toEqual({ counted: 1, drafted: 1 });
    expect(await reports()).toMatchObject([{ link: 'customer', link_key: `${shop.merchantId}:customer-1` }]);
  });

  it('count what leaves: to the address it came from, and all of a merchant’s day', async () => {
    const out = await paidOut(8_000);
    await pay(7_000, { sender: out.address.toLowerCase() });
    expect(await look()).toEqual({ counted: 2, drafted: 1 });
    expect(await reports()).toMatchObject([{ link: 'payer', total: '1500000' }]);

    const { shop, euros } = await withdrawn(9_000);
    await paidOut(6_000, shop);
    expect(await look()).toEqual({ counted: 2, drafted: 1 });
    const report = (await reports()).find(({ link }) => link === 'merchant_out');
    expect(report).toMatchObject({ link_key: shop.merchantId, total: '1500000' });
    expect(await readReport(db, report?.id ?? '')).toMatchObject({
      operations: '2',
      merchant_name: expect.any(String),
    });
    const lines = await reportOperations(db, report?.id ?? '');
    expect(lines.map(({ kind, gate_id, subject_id }) => [kind, gate_id, subject_id === euros])).toEqual([
      ['withdrawal', 'EUR', true],
      ['payout', 'ETH', false],
    ]);
  });

  it('leave out the gateway’s transfers of its own money, and what has not left', async () => {
    const own = await paidOut(20_000);
    await execute(db, transferSql, [newId(), newId(), own.id, (await makeStaff(db, 'manager')).id]);
    const open = await paidOut(20_000);
    await execute(db, `UPDATE payout SET status = 'confirming', hold = 'open', completed_at = NULL WHERE id = $1`, [
      open.id,
    ]);
    expect(await look()).toEqual({ counted: 0, drafted: 0 });
  });

  it('wait for a rate rather than count a payment as nothing', async () => {
    await pay(20_000, { sender: '0xcc' });
    await execute(db, "UPDATE rate SET expires_at = now() - interval '1 hour'");
    expect(await look()).toEqual({ counted: 0, drafted: 0 });
    await makeRates(db, 3_600_000);
    expect(await look()).toEqual({ counted: 1, drafted: 1 });
  });

  it('are of what lies in one window, whatever else the same merchants did', async () => {
    const [sender, shop] = ['0xwindow', await makeShop(db)];
    const week = LINK_WINDOWS_MS.payer / 3_600_000;
    const inWindow = [await deposit(7_500, { sender, hoursAgo: week - 1 }), await deposit(7_500, { sender })];
    await deposit(7_500, { sender, hoursAgo: 3 * week });
    for (const hoursAgo of [0, 30, 60]) await deposit(14_000, { shop, hoursAgo });
    await countOperations(db, Date.now());
    expect(await draftReports(db, Date.now())).toBe(1);
    const drafted = await select<{ link: string; operations: string }>(
      db,
      `SELECT link, count(*) AS operations FROM linked_report r JOIN linked_report_operation ON report_id = r.id
       GROUP BY link`,
    );
    expect(drafted).toEqual([{ link: 'payer', operations: String(inWindow.length) }]);
  });
});

test('what has come and left is read by indexes of its time, and nothing older', async () => {
  const plan = await inTransaction(db, async (tx) => {
    // Where a table of the test is nearly empty, the planner would not care for an index.
    await execute(tx, 'SET LOCAL enable_seqscan = off');
    return select<object>(tx, `EXPLAIN ${uncountedSql.text}`, [new Date()]);
  });
  const text = plan.map((row) => Object.values(row).join('')).join('\n');
  for (const index of ['payment_arrived', 'bank_entry_credited', 'payout_completed', 'withdrawal_completed'])
    expect(text).toContain(index);
  expect(text).not.toMatch(/Seq Scan on (payment|bank_entry|payout|withdrawal)\b/);
});
