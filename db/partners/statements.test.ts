import { expect, test } from 'vitest';
import { moneyTransaction } from '../core/sequelize.ts';
import { execute } from '../core/sql.ts';
import { openTestDatabase } from '../database.fixture.ts';
import { partnersTable } from './rows.ts';
import { settleMonth } from './settle.ts';
import { listStatements, readStatement } from './statements.ts';
import { partnerDesk } from './testing.fixture.ts';

const { db } = await openTestDatabase();
const desk = partnerDesk(db);

const MONTHS = ['2020-09', '2020-10', '2020-11'] as const;

/** Moves the bookings of now into a month, as if they had happened then. */
async function inMonth(month: string, partnerId: string): Promise<void> {
  const at = `${month}-15T12:00:00Z`;
  await execute(db, 'ALTER TABLE transfer DISABLE TRIGGER USER');
  const transfers = `
    UPDATE transfer SET created_at = $2 WHERE entity = 'partner:' || $1::uuid AND created_at > '2021-01-01'`;
  await execute(db, transfers, [partnerId, at]);
  await execute(db, 'ALTER TABLE transfer ENABLE TRIGGER USER');
  const settlements = 'UPDATE partner_settlement SET created_at = $2 WHERE partner_id = $1 AND month = $3';
  await execute(db, settlements, [partnerId, at, month]);
}

test('a statement says how the settled amount came about, and later months do not change it', async () => {
  const made = await desk.active({ name: 'Vera Long' });
  const merchant = await desk.referred(made);
  const settle = (month: string) =>
    moneyTransaction(db, (tx) => settleMonth(tx, made.id, Date.parse(`${month}-15T12:00:00Z`)));
  const read = async (month: string) => {
    const row = await partnersTable.findOne(db, { id: made.id });
    return row && (await readStatement(db, row, month));
  };

  // Too little for September, which October carries.
  await desk.charge(merchant, 5_000n);
  await desk.share();
  expect(await settle(MONTHS[0])).toBe(false);
  await inMonth(MONTHS[0], made.id);
  const subject = await desk.charge(merchant, 30_000n);
  await desk.share();
  expect(await settle(MONTHS[1])).toBe(true);
  await inMonth(MONTHS[1], made.id);
  const october = await read(MONTHS[1]);
  expect(october).toMatchObject({ carriedMinor: 500n, sharesMinor: 3_000n, takenBackMinor: 0n, paidMinor: 3_500n });
  expect(october).toMatchObject({ name: 'Vera Long', kind: 'ambassador', shareBps: 1_000, signedUp: 0, live: 0 });

  // A fee that is returned after it was paid out, in the same month.
  await desk.charge(merchant, -30_000n, { subject });
  await desk.share();
  await inMonth(MONTHS[1], made.id);
  await desk.charge(merchant, 60_000n);
  await desk.share();
  const returned = await desk.charge(merchant, 10_000n);
  await desk.share();
  await desk.charge(merchant, -10_000n, { subject: returned });
  await desk.share();
  expect(await settle(MONTHS[2])).toBe(true);
  await inMonth(MONTHS[2], made.id);
  const came = `UPDATE partner_referral SET created_at = '2020-10-20' WHERE partner_id = $1`;
  await execute(db, came, [made.id]);
  const november = await read(MONTHS[2]);
  expect(november).toMatchObject({
    carriedMinor: -3_000n,
    sharesMinor: 7_000n,
    takenBackMinor: 1_000n,
    paidMinor: 3_000n,
    signedUp: 1,
  });
  expect(await read(MONTHS[1])).toEqual(october);
  expect(await read(MONTHS[0])).toBeUndefined();

  const row = await partnersTable.findOne(db, { id: made.id });
  if (row === undefined) throw new Error('There is the partner.');
  expect((await listStatements(db, row)).map(({ month, number, paidMinor }) => [month, number, paidMinor])).toEqual([
    [MONTHS[2], 'TG-TEST-002', 3_000n],
    [MONTHS[1], 'TG-TEST-001', 3_500n],
  ]);
});

test('a statement is refused where books and settlement differ', async () => {
  const made = await desk.active();
  const merchant = await desk.referred(made);
  await desk.charge(merchant, 50_000n);
  await desk.share();
  await moneyTransaction(db, (tx) => settleMonth(tx, made.id, Date.now()));
  await execute(db, 'UPDATE partner_settlement SET minor = minor + 1 WHERE partner_id = $1', [made.id]);
  const row = await partnersTable.findOne(db, { id: made.id });
  if (row === undefined) throw new Error('There is the partner.');
  const month = new Date().toISOString().slice(0, 7);
  await expect(readStatement(db, row, month)).rejects.toThrow('do not add up');
});
