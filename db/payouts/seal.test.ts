import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../../domain/ids.ts';
import {
  SEALED_LINE_COLUMNS,
  SEALED_MASS_COLUMNS,
  SEALED_METHOD_COLUMNS,
  SEALED_PAYOUT_COLUMNS,
  SEALED_SLICE_COLUMNS,
  SEALED_WITHDRAWAL_COLUMNS,
} from '../../domain/outflows/approval.ts';
import { createTestDatabase } from '../../scripts/testing/database.ts';
import { connect } from '../connect.ts';
import { type Db, inTransaction } from '../core/sequelize.ts';
import { execute, one, select } from '../core/sql.ts';
import { makeRates } from '../invoices/testing.fixture.ts';
import { createMacs } from '../outflows/mac.ts';
import { DUE, refundDesk } from '../refunds/testing.fixture.ts';
import { makeMerchant, testEncryptionKey } from '../testing.fixture.ts';
import { approvePayout } from './commands.ts';
import { readPayout } from './read.ts';
import { dropConstraints, fund, makePayout, testPayoutSettings } from './testing.fixture.ts';

let db: Db;
beforeAll(async () => {
  db = connect((await createTestDatabase()).url, { moneyPoolSize: 4 });
  await dropConstraints(db, 'payout');
  await makeRates(db);
});
afterAll(() => db.close());

/**
 * Columns that decide neither whose money goes where nor who may let it go, with the reason. Every other column must be
 * sealed.
 */
const DECIDES_NOTHING: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  payout: {
    version: 'counts changes',
    status: 'the signer takes what is queued, and the ledger knows whether the hold is open',
    status_reason: 'for people',
    status_words: 'for people',
    needs_operator: 'for people',
    hold: 'the signer asks the ledger',
    reference: "the merchant's own",
    description: "the merchant's own",
    approved_by_kind: 'part of the text',
    approved_by: 'part of the text',
    approval_mac: 'the seal',
    approved_at: 'for people',
    signed_at: 'only raises what counts against the limits',
    created_at: 'for people; limits count by the signature',
    completed_at: 'for people',
    canceled_at: 'for people',
    updated_at: 'for people',
    mass_line: 'a number in the file, for people',
    fee_sampled_at: 'for people',
    fee_raise_minor: 'has a MAC of its own',
    fee_raise_mac: 'the seal of fee_raise_minor',
  },
  mass_payout: {
    version: 'counts changes',
    status: 'only held slices are opened, and the ledger knows whether the hold is open',
    status_reason: 'for people',
    source: 'for people',
    file_name: 'for people',
    totals: 'for people; slices carry the sums',
    warnings: 'for people',
    lines: 'a count; slices are sealed with theirs',
    bad: 'a count',
    opened: 'a count',
    signed: 'a count',
    done: 'a count',
    failed: 'a count',
    created_by_kind: 'who uploaded it; who ran it is the creator of its payouts',
    created_by: 'who uploaded it; who ran it is the creator of its payouts',
    run_at: 'for people',
    approved_by_kind: 'part of the text',
    approved_by: 'part of the text',
    approved_at: 'for people',
    created_at: 'for people',
    completed_at: 'for people',
    updated_at: 'for people',
  },
  mass_payout_slice: {
    mass_payout_id: 'sealed as the id of the mass payout',
    status: 'a slice is opened once: its hold ends with it',
    reason: 'for people',
    approval_mac: 'the seal',
  },
  mass_payout_line: {
    mass_payout_id: 'sealed as the id of the mass payout',
    cells: 'of bad lines',
    problems: 'of bad lines',
    reference: "the merchant's own",
    slice: 'the lines of a slice are sealed together',
    fee_sampled_at: 'for people',
  },
  payment_method: {
    version: 'counts changes',
    status_reason: 'for people',
    title: 'for people',
    label: 'for people',
    bank_name: 'for people: the IBAN decides',
    is_default: 'which is shown first',
    ownership_confirmed_at: 'the seal says that it was confirmed',
    correct_confirmed_at: 'the seal says that it was confirmed',
    created_at: 'for people',
    updated_at: 'for people',
    seal: 'the seal',
  },
  withdrawal: {
    version: 'counts changes',
    status: 'only what is queued is given to the bank, and the ledger knows whether the hold is open',
    status_reason: 'for people',
    status_words: 'for people',
    needs_operator: 'for people',
    hold: 'the ledger is asked',
    method_title: 'for people',
    bank_name: 'for people: the IBAN decides',
    bank_stage: 'a payment of its ID is stored once',
    payee_name: 'for people: the bank’s payment has it too',
    bank_reference: 'for people',
    approved_by_kind: 'part of the text',
    approved_by: 'part of the text',
    approval_mac: 'the seal',
    approved_at: 'for people',
    created_at: 'for people; limits only count it',
    completed_at: 'for people',
    canceled_at: 'for people',
    updated_at: 'for people',
  },
};

describe('hazard 68: every column that decides is sealed', () => {
  test.each([
    ['payout', SEALED_PAYOUT_COLUMNS],
    ['mass_payout', SEALED_MASS_COLUMNS],
    ['mass_payout_slice', SEALED_SLICE_COLUMNS],
    ['mass_payout_line', SEALED_LINE_COLUMNS],
    ['payment_method', SEALED_METHOD_COLUMNS],
    ['withdrawal', SEALED_WITHDRAWAL_COLUMNS],
  ] as const)('of %s: each column is either sealed or known to decide nothing', async (table, sealed) => {
    const columns = await select<{ name: string }>(
      db,
      `SELECT column_name AS name FROM information_schema.columns
       WHERE table_name = $1 AND table_schema = current_schema()`,
      [table],
    );
    const known = [...sealed, ...Object.keys(DECIDES_NOTHING[table] ?? {})];
    expect(known.toSorted()).toEqual(columns.map(({ name }) => name).toSorted());
  });
});

/** The values that a thief who can write to the database would put into each sealed column of a payout. */
const TAMPERED: Readonly<Record<(typeof SEALED_PAYOUT_COLUMNS)[number], string>> = {
  id: 'gen_random_uuid()',
  kind: `CASE kind WHEN 'payout' THEN 'refund' ELSE 'payout' END`,
  mode: `'production'`,
  merchant_id: `'${newId()}'`,
  profile_id: `'${newId()}'`,
  gate_id: `'LTC'`,
  network: `'LTC'`,
  chain: `'main'`,
  address: `'rThief'`,
  address_key: `'thief'`,
  destination_tag: '8',
  amount_minor: 'amount_minor + 1',
  net_minor: 'net_minor + 1',
  service_fee_minor: 'service_fee_minor + 1',
  network_fee_minor: 'network_fee_minor + 1',
  held_minor: 'held_minor + 1',
  fee_ceiling_minor: 'fee_ceiling_minor + 1',
  fee_payer: `CASE fee_payer WHEN 'merchant' THEN 'recipient' ELSE 'merchant' END`,
  invoice_id: `'${newId()}'`,
  method_id: `'${newId()}'`,
  mass_payout_id: `'${newId()}'`,
  approval_required: 'NOT approval_required',
  created_by_kind: `'user'`,
  created_by: `'mallory'`,
  creators: `array_append(creators, 'mallory')`,
  not_before: `now() - interval '1 day'`,
};

describe.each(['payout', 'refund'] as const)('hazard 68: the approval of a %s', (kind) => {
  async function approved(): Promise<string> {
    if (kind === 'refund') {
      const { shop, invoiceId } = await refundDesk(db).done(DUE);
      await fund(db, shop, 'BTC', DUE);
      return (await refundDesk(db).refund(shop, invoiceId)).id;
    }
    const shop = await makeMerchant(db);
    await fund(db, shop, 'XRP', 100_000_000n);
    return (await makePayout(db, shop, { gateId: 'XRP', amountMinor: 5_000_000n, destinationTag: '7' })).id;
  }

  test.each(SEALED_PAYOUT_COLUMNS)('is void once its %s was changed', async (column) => {
    const id = await approved();
    expect(testPayoutSettings.seal.isApproved(await readPayout(db, id))).toBe(true);
    const sql = `UPDATE payout SET ${column} = ${TAMPERED[column]} WHERE id = $1 RETURNING id`;
    const { id: changed } = await one<{ id: string }>(db, sql, [id]);
    expect(testPayoutSettings.seal.isApproved(await readPayout(db, changed))).toBe(false);
  });
});

test('an approval that was given before version 2 still counts, for exactly what it names', async () => {
  const shop = await makeMerchant(db);
  await fund(db, shop, 'BTC', 1_000_000n);
  const { id } = await makePayout(db, shop);
  const row = await readPayout(db, id);
  const old = createMacs(testEncryptionKey, 'tidegate payout approval').macOf(
    JSON.stringify([
      'payout-approval-1',
      id,
      'payout',
      'sandbox',
      shop.merchantId,
      'BTC',
      row.addressKey,
      null,
      ...[row.netMinor, row.serviceFeeMinor, row.networkFeeMinor, row.heldMinor].map(String),
      'merchant',
      `token:${shop.token.id}`,
    ]),
  );
  await execute(db, 'UPDATE payout SET approval_mac = $2 WHERE id = $1', [id, old]);
  // It names no ceiling, so a row that has one was changed.
  expect(testPayoutSettings.seal.isApproved(await readPayout(db, id))).toBe(false);
  await execute(db, 'UPDATE payout SET fee_ceiling_minor = NULL WHERE id = $1', [id]);
  expect(testPayoutSettings.seal.isApproved(await readPayout(db, id))).toBe(true);
  expect(testPayoutSettings.seal.feeCeilingOf(await readPayout(db, id))).toBe(2_000n);
  await execute(db, 'UPDATE payout SET merchant_id = $2 WHERE id = $1', [id, newId()]);
  expect(testPayoutSettings.seal.isApproved(await readPayout(db, id))).toBe(false);
});

test('nobody approves what pays from the balance of another merchant than its profile says', async () => {
  const [shop, other] = [await makeMerchant(db), await makeMerchant(db)];
  await fund(db, shop, 'BTC', 1_000_000n);
  await execute(db, 'INSERT INTO payout_policy (profile_id, approval_required) VALUES ($1, true)', [shop.profileId]);
  const { id: payoutId } = await makePayout(db, shop);
  await execute(db, 'UPDATE payout SET merchant_id = $2 WHERE id = $1', [payoutId, other.merchantId]);
  const by = { kind: 'user', id: newId() } as const;
  const command = { payoutId, scope: { profileId: shop.profileId }, by, nowMs: Date.now() };
  await expect(inTransaction(db, (tx) => approvePayout(tx, testPayoutSettings, command))).rejects.toMatchObject({
    code: 'changed_meanwhile',
  });
});
