import { type CryptoGateId, type GateId, gate, type Mode } from '../../domain/assets/assets.ts';
import { newId } from '../../domain/ids.ts';
import { TEST_ADDRESSES } from '../../domain/outflows/test-addresses.ts';
import type { PayoutRow } from '../../domain/payouts/record.ts';
import { testConfig } from '../../settings/config.fixture.ts';
import { type Db, inTransaction, moneyTransaction } from '../core/sequelize.ts';
import { execute, select } from '../core/sql.ts';
import { GATEWAY } from '../ledger/accounts.ts';
import { balances } from '../ledger/balances.ts';
import { postTransfers } from '../ledger/transfers.ts';
import { trialBalance } from '../ledger/trial-balance.ts';
import { type TestMerchant, testEncryptionKey } from '../testing.fixture.ts';
import { createPayout, type NewPayout } from './create.ts';
import { payoutSettings } from './settings.ts';

export const testPayoutSettings = payoutSettings({ ...testConfig(), encryptionKey: testEncryptionKey });

/** An address of each network's private chain that is nobody's. */
export const RECIPIENTS = TEST_ADDRESSES;

/** Puts money on a merchant's balance, as settled invoices do. */
export async function fund(db: Db, shop: TestMerchant, gateId: CryptoGateId, minor: bigint): Promise<void> {
  const { mode } = shop;
  const asset = gateId;
  await moneyTransaction(db, (tx) =>
    postTransfers(tx, [
      {
        key: `test:${newId()}`,
        kind: 'settle',
        postings: [
          {
            debit: { owner: GATEWAY, mode, asset, kind: `custody:${gate(gateId).network}` },
            credit: { owner: shop.merchantId, mode, asset, kind: 'available' },
            minor,
          },
        ],
      },
    ]),
  );
}

/** A payout by the merchant's token, by default of 0.001 BTC. */
export function makePayout(db: Db, shop: TestMerchant, input: Partial<NewPayout> = {}): Promise<PayoutRow> {
  const gateId = input.gateId ?? 'BTC';
  return inTransaction(db, (tx) =>
    createPayout(tx, testPayoutSettings, {
      profileId: shop.profileId,
      gateId,
      amountMinor: 100_000n,
      address: RECIPIENTS[gateId],
      destinationTag: null,
      feePayer: 'merchant',
      reference: null,
      description: null,
      by: { kind: 'token', id: shop.token.id },
      nowMs: Date.now(),
      ...input,
    }),
  );
}

/** A merchant's available and held amounts, minor units. */
export async function moneyOf(db: Db, shop: TestMerchant, gateId: GateId = 'BTC', mode: Mode = shop.mode) {
  const found = (await balances(db, { owner: shop.merchantId, mode })).find(
    ({ asset, kind }) => asset === gateId && kind === 'available',
  );
  return { spendable: found?.spendable ?? 0n, held: found?.debitsPending ?? 0n };
}

/**
 * The books must balance after every test; what rows say of them is left out, because tests change rows to see that
 * nobody believes them.
 */
export async function mismatches(db: Db) {
  return (await trialBalance(db)).mismatches.filter(({ check }) => check !== 'rows');
}

/** Takes every constraint off a table, so that a test can write to it what a thief would who owns the database. */
export async function dropConstraints(db: Db, table: string): Promise<void> {
  const found = await select<{ name: string; of: string }>(
    db,
    `SELECT conname AS name, conrelid::regclass::text AS of FROM pg_constraint
     WHERE contype IN ('c', 'f') AND $1::regclass IN (conrelid, confrelid)`,
    [table],
  );
  for (const { name, of } of found) await execute(db, `ALTER TABLE ${of} DROP CONSTRAINT "${name}"`);
}
