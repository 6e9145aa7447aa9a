import { describe, expect, it } from 'vitest';
import type { Mode } from '../../domain/assets/assets.ts';
import { newId } from '../../domain/ids.ts';
import type { PaymentStatus } from '../../domain/invoices/record.ts';
import { inTransaction } from '../core/sequelize.ts';
import { execute, select } from '../core/sql.ts';
import { listSuspense } from '../custody/suspense.ts';
import { openTestDatabase } from '../database.fixture.ts';
import { GATEWAY } from '../ledger/accounts.ts';
import { balances } from '../ledger/balances.ts';
import { postTransfers } from '../ledger/transfers.ts';
import { applyStrayPayments } from './stray-payments.ts';

const { db } = await openTestDatabase();

interface Stray {
  readonly id: string;
  readonly key: string;
  readonly mode: Mode;
}

/** XRP that came with a tag of nobody. */
async function stray(mode: Mode, txid: string = newId(), minor = 7n): Promise<Stray> {
  const [id, key] = [newId(), txid];
  await execute(
    db,
    `
      INSERT INTO payment (id, mode, network, key, txid, output, asset_ref, gate_id, amount_minor, address_key, status,
        first_seen_at, required_confirmations)
     VALUES ($1, $2, 'XRP', $3, $3, '', 'XRP', 'XRP', $4, 'key', 'confirmed', now(), 1)`,
    [id, mode, key, minor],
  );
  return { id, key, mode };
}

const look = ({ id }: Stray) =>
  inTransaction(db, (tx) => applyStrayPayments(tx, { paymentIds: [id], nowMs: Date.now() }));
const becomes = ({ id }: Stray, status: PaymentStatus) =>
  execute(db, 'UPDATE payment SET status = $2 WHERE id = $1', [id, status]);
const custodyOf = (mode: Mode) => ({ owner: GATEWAY, mode, asset: 'XRP', kind: 'custody:XRP' }) as const;
const suspenseOf = (mode: Mode) => ({ owner: GATEWAY, mode, asset: 'XRP', kind: 'suspense' }) as const;

async function suspense(mode: Mode): Promise<bigint> {
  const found = (await balances(db, { owner: GATEWAY, mode })).find(({ kind }) => kind === 'suspense');
  return found?.total ?? 0n;
}

const keysOf = async ({ id }: Stray) =>
  (await select<{ key: string }>(db, 'SELECT key FROM transfer WHERE entity = $1 ORDER BY id', [`payment:${id}`])).map(
    ({ key }) => key,
  );

const alertsOf = async ({ id }: Stray) =>
  (
    await select<{ message: string }>(
      db,
      `SELECT message FROM alert WHERE kind = 'stray_payment' AND subject = $1 AND resolved_at IS NULL`,
      [`payment:${id}`],
    )
  ).map(({ message }) => message);

describe('a payment of nobody', () => {
  it('is booked into suspense once, back out when it is reorganised away, and in again', async () => {
    const before = await suspense('sandbox');
    const payment = await stray('sandbox');
    for (const [status, minor] of [
      ['confirmed', 7n],
      ['seen', 0n],
      ['confirmed', 7n],
    ] as const) {
      await becomes(payment, status);
      for (let times = 0; times < 2; times += 1) await look(payment);
      expect(await suspense('sandbox')).toBe(before + minor);
    }
  });

  it('is booked in each mode, where the chains of both have a transaction of the same id', async () => {
    const before = [await suspense('sandbox'), await suspense('production')] as const;
    const txid = newId();
    for (const mode of ['sandbox', 'production'] as const) await look(await stray(mode, txid));
    expect([await suspense('sandbox'), await suspense('production')]).toEqual([before[0] + 7n, before[1] + 7n]);
  });

  it('raises one alert for as long as it is there, and is listed; dust is listed only', async () => {
    const [money, dust] = [await stray('sandbox', newId(), 1_000_000n), await stray('sandbox', newId(), 999_999n)];
    for (const payment of [money, money, dust]) await look(payment);
    expect(await alertsOf(money)).toEqual([
      `1 XRP arrived on XRP (sandbox) without an invoice and is in suspense: transaction ${money.key}.`,
    ]);
    expect(await alertsOf(dust)).toEqual([]);
    const listed = await listSuspense(db, 2);
    expect(listed).toMatchObject([
      { id: dust.id, asset: 'XRP', minor: 999_999n, destinationTag: null, invoiceId: null },
      { id: money.id, txid: money.key, minor: 1_000_000n },
    ]);
    await becomes(money, 'dropped');
    await look(money);
    expect(await alertsOf(money)).toEqual([]);
    expect((await listSuspense(db, 1_000)).map(({ id }) => id)).not.toContain(money.id);
  });

  it('booked before keys named their mode is taken back once, and booked again', async () => {
    const before = await suspense('sandbox');
    const payment = await stray('sandbox');
    const posting = { debit: custodyOf('sandbox'), credit: suspenseOf('sandbox'), minor: 7n };
    await inTransaction(db, (tx) =>
      postTransfers(tx, [
        {
          key: `${payment.key}:credit:1`,
          kind: 'payment_credit',
          postings: [posting],
          entity: `payment:${payment.id}`,
        },
      ]),
    );
    await execute(
      db,
      `UPDATE payment SET credited = true, credit_count = 1, credited_to = 'suspense', credited_minor = 7
       WHERE id = $1`,
      [payment.id],
    );
    await look(payment);
    expect(await suspense('sandbox')).toBe(before + 7n);
    await becomes(payment, 'dropped');
    for (let times = 0; times < 2; times += 1) await look(payment);
    expect(await suspense('sandbox')).toBe(before);
    await becomes(payment, 'confirmed');
    for (let times = 0; times < 2; times += 1) await look(payment);
    expect(await suspense('sandbox')).toBe(before + 7n);
    expect(await keysOf(payment)).toEqual([
      `${payment.key}:credit:1`,
      `sandbox:${payment.key}:reverse:1`,
      `sandbox:${payment.key}:credit:2`,
    ]);
  });
});
