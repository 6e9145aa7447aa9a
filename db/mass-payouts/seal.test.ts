import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../../domain/ids.ts';
import { SEALED_LINE_COLUMNS, SEALED_MASS_COLUMNS, SEALED_SLICE_COLUMNS } from '../../domain/outflows/approval.ts';
import { createTestDatabase } from '../../scripts/testing/database.ts';
import { connect } from '../connect.ts';
import { type Db, inTransaction } from '../core/sequelize.ts';
import { execute, one, select } from '../core/sql.ts';
import { createMacs } from '../outflows/mac.ts';
import { dropConstraints, fund, mismatches, moneyOf } from '../payouts/testing.fixture.ts';
import { makeMerchant, type TestMerchant, testEncryptionKey } from '../testing.fixture.ts';
import { approveMassPayout } from './commands.ts';
import { sliceLines } from './lines.ts';
import { readMassPayout } from './read.ts';
import { LINE_HELD, makeMass, massCells, openAll, runMass, testMassSettings } from './testing.fixture.ts';

let db: Db;
let other: TestMerchant;
beforeAll(async () => {
  db = connect((await createTestDatabase()).url, { moneyPoolSize: 4 });
  for (const table of ['mass_payout', 'mass_payout_slice', 'mass_payout_line']) await dropConstraints(db, table);
  other = await makeMerchant(db);
  for (const shop of [other, { ...other, mode: 'production' as const }]) await fund(db, shop, 'BTC', 10n * LINE_HELD);
});
afterAll(() => db.close());
afterEach(async () => expect(await mismatches(db)).toEqual([]));

/** A mass payout of one line that may be opened, of a merchant with money left in both modes. */
async function approved(): Promise<{ readonly shop: TestMerchant; readonly id: string }> {
  const shop = await makeMerchant(db);
  await fund(db, shop, 'BTC', 2n * LINE_HELD);
  await fund(db, { ...shop, mode: 'production' }, 'BTC', 2n * LINE_HELD);
  const { id } = await makeMass(db, shop, [massCells(1)]);
  await runMass(db, shop, id);
  return { shop, id };
}

/**
 * The values that a thief who can write to the database would put into each sealed column; `:merchant` and `:profile`
 * are another's.
 */
const MASS: Readonly<Record<(typeof SEALED_MASS_COLUMNS)[number], string>> = {
  id: `'${newId()}'`,
  merchant_id: ':merchant',
  profile_id: ':profile',
  mode: `'production'`,
  fee_payer: `'recipient'`,
  approval_required: 'NOT approval_required',
  run_by_kind: `'user'`,
  run_by: `'mallory'`,
  creators: `array_append(creators, 'mallory')`,
  not_before: `now() - interval '1 day'`,
};
const SLICE: Readonly<Record<(typeof SEALED_SLICE_COLUMNS)[number], string>> = {
  slice: '9',
  gate_id: `'LTC'`,
  network: `'LTC'`,
  chain: `'main'`,
  lines: '2',
  net_minor: 'net_minor - 1',
  service_fee_minor: 'service_fee_minor - 1',
  network_fee_minor: 'network_fee_minor - 1',
};
const LINE: Readonly<Record<(typeof SEALED_LINE_COLUMNS)[number], string>> = {
  number: '7',
  gate_id: `'LTC'`,
  address: `'thief'`,
  address_key: `'thief'`,
  destination_tag: '7',
  amount_minor: 'amount_minor - 1',
  net_minor: 'net_minor - 1',
  service_fee_minor: 'service_fee_minor + 1',
  network_fee_minor: 'network_fee_minor - 1',
  fee_ceiling_minor: 'fee_ceiling_minor + 1',
};

const alertAbout = (id: string) => one(db, 'SELECT kind, message FROM alert WHERE subject = $1', [`mass_payout:${id}`]);
const changed = (words: string) => ({ kind: 'mass_payout_changed', message: expect.stringContaining(words) });

describe('hazard 68: a mass payout that was approved', () => {
  test.each([
    ...SEALED_MASS_COLUMNS.map((column) => ['mass_payout', 'id', column, MASS[column]] as const),
    ...SEALED_SLICE_COLUMNS.map((column) => ['mass_payout_slice', 'mass_payout_id', column, SLICE[column]] as const),
    ...SEALED_LINE_COLUMNS.map((column) => ['mass_payout_line', 'mass_payout_id', column, LINE[column]] as const),
  ])('pays nobody once %s (by %s) has another %s: %s', async (table, key, column, value) => {
    const { shop, id } = await approved();
    const before = await moneyOf(db, other);
    const tampered = value.replace(':merchant', `'${other.merchantId}'`).replace(':profile', `'${other.profileId}'`);
    await execute(db, `UPDATE ${table} SET ${column} = ${tampered} WHERE ${key} = $1`, [id]);
    await openAll(db, id).catch(() => 'refused');
    expect(
      await select(db, 'SELECT 1 FROM payout WHERE mass_payout_id = $1 OR merchant_id = $2', [id, other.merchantId]),
    ).toEqual([]);
    expect(await moneyOf(db, other)).toEqual(before);
    const production = await moneyOf(db, shop, 'BTC', 'production');
    expect(production).toEqual({ spendable: 2n * LINE_HELD, held: 0n });
  });

  test('becomes payouts while nothing of it was changed', async () => {
    const { id } = await approved();
    expect(await openAll(db, id)).toBe(1);
  });

  test('moved to another merchant, gives the money back where it was held and tells operators why', async () => {
    const { shop, id } = await approved();
    await execute(db, 'UPDATE mass_payout SET merchant_id = $2 WHERE id = $1', [id, other.merchantId]);
    await openAll(db, id);
    expect(await moneyOf(db, shop)).toEqual({ spendable: 2n * LINE_HELD, held: 0n });
    expect(await alertAbout(id)).toEqual(changed('does not match its approval'));
  });

  test('by an approval of an earlier version, which names no merchant, is given up in words', async () => {
    const { shop, id } = await approved();
    const [line] = await sliceLines(db, id, 1);
    if (line === undefined) throw new Error('There is a line.');
    const old = JSON.stringify([
      'mass-payout-approval-1',
      id,
      1,
      'token',
      shop.token.id,
      [
        [
          line.number,
          line.gateId,
          line.address,
          line.addressKey,
          line.destinationTag?.toString() ?? null,
          ...[line.amountMinor, line.netMinor, line.serviceFeeMinor, line.networkFeeMinor].map(String),
        ],
      ],
    ]);
    const mac = createMacs(testEncryptionKey, 'tidegate mass payout approval').macOf(old);
    await execute(db, 'UPDATE mass_payout_slice SET approval_mac = $2 WHERE mass_payout_id = $1', [id, mac]);
    await openAll(db, id);
    expect(await moneyOf(db, shop)).toEqual({ spendable: 2n * LINE_HELD, held: 0n });
    expect(await readMassPayout(db, id)).toMatchObject({ status: 'error' });
    expect(await alertAbout(id)).toEqual(changed('earlier version'));
  });

  test('is approved by nobody while it would pay from the balance of another merchant', async () => {
    const shop = await makeMerchant(db);
    await fund(db, shop, 'BTC', LINE_HELD);
    await execute(db, 'INSERT INTO payout_policy (profile_id, approval_required) VALUES ($1, true)', [shop.profileId]);
    const { id } = await makeMass(db, shop, [massCells(1)]);
    await runMass(db, shop, id);
    await execute(db, 'UPDATE mass_payout SET merchant_id = $2 WHERE id = $1', [id, other.merchantId]);
    const by = { kind: 'user', id: newId() } as const;
    const command = { massPayoutId: id, scope: { profileId: shop.profileId }, by, nowMs: Date.now() };
    await expect(inTransaction(db, (tx) => approveMassPayout(tx, testMassSettings, command))).rejects.toMatchObject({
      code: 'changed_meanwhile',
    });
  });
});
