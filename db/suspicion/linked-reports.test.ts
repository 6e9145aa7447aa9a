import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openTestDatabase } from '../database.fixture.ts';
import { makeInvoice, makeRates, makeShop, recordPayment } from '../invoices/testing.fixture.ts';
import { execute, select } from '../sql.ts';
import { countOperations, draftReports } from './linked-reports.ts';

const { db } = await openTestDatabase();

beforeAll(async () => {
  await makeRates(db);
});
beforeEach(async () => {
  for (const table of ['linked_report_operation', 'linked_report', 'linked_operation'])
    await execute(db, `DELETE FROM ${table}`);
  await execute(db, "UPDATE payment SET status = 'seen'");
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

const look = async () => ({ counted: await countOperations(db), drafted: await draftReports(db, Date.now()) });
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

  it('grow while they are drafts, and what was filed is not told again', async () => {
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

  it('wait for a rate rather than count a payment as nothing', async () => {
    await pay(20_000, { sender: '0xcc' });
    await execute(db, "UPDATE rate SET expires_at = now() - interval '1 hour'");
    expect(await look()).toEqual({ counted: 0, drafted: 0 });
    await makeRates(db, 3_600_000);
    expect(await look()).toEqual({ counted: 1, drafted: 1 });
  });
});
