import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../domain/ids.ts';
import { SEALED_WITHDRAWAL_COLUMNS } from '../../domain/outflows/approval.ts';
import { createTestDatabase } from '../../scripts/testing/database.ts';
import { connect } from '../connect.ts';
import type { Db } from '../core/sequelize.ts';
import { one } from '../core/sql.ts';
import { dropConstraints } from '../payouts/testing.fixture.ts';
import { readWithdrawal } from './read.ts';
import { openTill, type Till, testWithdrawalSettings, withdraw } from './testing.fixture.ts';

let db: Db;
let till: Till;
beforeAll(async () => {
  db = connect((await createTestDatabase()).url, { moneyPoolSize: 4 });
  await dropConstraints(db, 'withdrawal');
  till = await openTill(db);
});
afterAll(() => db.close());

/** The values that a thief who can write to the database would put into each sealed column. */
const TAMPERED: Readonly<Record<(typeof SEALED_WITHDRAWAL_COLUMNS)[number], string>> = {
  id: 'gen_random_uuid()',
  mode: `'sandbox'`,
  merchant_id: `'${newId()}'`,
  profile_id: `'${newId()}'`,
  gate_id: `'BTC'`,
  amount_minor: 'amount_minor + 1',
  net_minor: 'net_minor + 1',
  service_fee_minor: 'service_fee_minor + 1',
  held_minor: 'held_minor + 1',
  fee_payer: `'recipient'`,
  method_id: `'${newId()}'`,
  iban: `'LT121000011101001000'`,
  bic: `'HABALT22'`,
  account_name: `'Mallory'`,
  country: `'LT'`,
  town: `'Vilnius'`,
  street: `'Gedimino pr. 1'`,
  post_code: `'01103'`,
  approval_required: 'NOT approval_required',
  created_by_kind: `'system'`,
  created_by: `'mallory'`,
  creators: `array_append(creators, 'mallory')`,
  not_before: 'now()',
};

test.each(SEALED_WITHDRAWAL_COLUMNS)(
  'hazard 68: the approval of a withdrawal is void once its %s was changed',
  async (column) => {
    const { id } = await withdraw(db, till, { amountMinor: 1_000n });
    expect(testWithdrawalSettings.withdrawalSeal.isApproved(await readWithdrawal(db, id))).toBe(true);
    const sql = `UPDATE withdrawal SET ${column} = ${TAMPERED[column]} WHERE id = $1 RETURNING id`;
    const { id: changed } = await one<{ id: string }>(db, sql, [id]);
    expect(testWithdrawalSettings.withdrawalSeal.isApproved(await readWithdrawal(db, changed))).toBe(false);
  },
);
