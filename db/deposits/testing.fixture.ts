import type { CryptoGateId } from '../../domain/assets/assets.ts';
import { isDomainError } from '../../domain/errors.ts';
import { newId } from '../../domain/ids.ts';
import type { PaymentStatus } from '../../domain/invoices/record.ts';
import { needsWorkflow } from '../../domain/state/deposit-waits.ts';
import { testConfig } from '../../settings/config.fixture.ts';
import { type Db, inTransaction, moneyTransaction } from '../core/sequelize.ts';
import { execute, select } from '../core/sql.ts';
import { invoiceSettings } from '../invoices/settings.ts';
import { applyStep } from '../process/apply.ts';
import type { TestMerchant } from '../testing.fixture.ts';
import { createStaticAddress, type NewStaticAddress } from './addresses.ts';
import { assignDeposits } from './assign.ts';
import { applyDepositEvents, depositProcess } from './process.ts';
import { snapshotOf } from './publish.ts';
import { type DepositRow, depositsTable, type StaticAddressRow } from './rows.ts';

const testSettings = invoiceSettings(testConfig());

export async function makeAddress(
  db: Db,
  { profileId }: TestMerchant,
  gateId: CryptoGateId,
  more: Partial<NewStaticAddress> = {},
): Promise<StaticAddressRow> {
  const usual = { description: null, notificationUrl: null, autoconversion: null, nowMs: Date.now() };
  const requested = { profileId, gateId, reference: 'customer-1', ...usual, ...more };
  return (await inTransaction(db, (tx) => createStaticAddress(tx, testSettings, requested))).address;
}

/** The reference of a customer who pays in euro. */
export function makeEuroAddress(
  db: Db,
  { profileId }: TestMerchant,
  more: Partial<NewStaticAddress> = {},
): Promise<StaticAddressRow> {
  const usual = { description: null, notificationUrl: null, autoconversion: null, nowMs: Date.now() };
  const requested: NewStaticAddress = { profileId, gateId: 'EUR', reference: 'customer-1', ...usual, ...more };
  return inTransaction(db, async (tx) => (await createStaticAddress(tx, testSettings, requested)).address);
}

/** The deposits of an address, oldest first. */
export function depositsAt(db: Db, addressId: string): Promise<DepositRow[]> {
  return depositsTable.find(db, { addressId }, { order: [['id', 'ASC']] });
}

/** A payment to the address as a follower records it, with its deposit. */
export async function receive(
  db: Db,
  { id: addressId, gateId, mode, network }: StaticAddressRow,
  { minor, status }: { readonly minor: bigint; readonly status: PaymentStatus },
): Promise<void> {
  if (network === 'SEPA' || gateId === 'EUR') throw new Error('Euro come through the bank.');
  const [paymentId, txid] = [newId(), newId()];
  const key = `${network}:${txid}:0`;
  await moneyTransaction(db, async (tx) => {
    await execute(tx, paymentSql, [paymentId, mode, network, key, txid, gateId, minor, addressId, status]);
    const arrival = { paymentId, key, addressId, amountMinor: minor, spends: [], txid, output: '0', gateId };
    const ids = await assignDeposits(tx, { mode, network }, { arrivals: [arrival], nowMs: Date.now() });
    const event = { type: 'payments_changed' } as const;
    await applyDepositEvents(
      tx,
      ids.map((id) => ({ id, event, cause: null, nowMs: Date.now() })),
    );
  });
}

const paymentSql = `
  INSERT INTO payment (id, mode, network, key, txid, output, asset_ref, gate_id, amount_minor, address_key,
    static_address_id, status, first_seen_at, required_confirmations, finalized)
  VALUES ($1, $2, $3, $4, $5, '0', $6, $6, $7, 'key', $8, $9, now(), 2, true)`;

/**
 * Acts as the workflows: settles every deposit that has something to settle; one that is stopped continues to wait.
 */
export async function settleDeposits(db: Db, nowMs: number): Promise<void> {
  const rows = await depositsTable.find(db, { status: 'processing' });
  for (const row of rows.filter((each) => needsWorkflow(snapshotOf(each)) && each.statusReason === null)) {
    const event = { type: 'settle', converts: true } as const;
    const step = { id: row.id, event, cause: `settle:v${row.version}`, nowMs, byWorkflow: true };
    await moneyTransaction(db, (tx) => applyStep(tx, depositProcess, step)).catch((error: unknown) => {
      if (!isDomainError(error, 'operation_suspended')) throw error;
    });
  }
}

/** The statuses that webhooks announced, in their order. */
export async function toldOf(db: Db, depositId: string): Promise<string[]> {
  const sql = 'SELECT type FROM event WHERE entity_id = $1 ORDER BY id';
  return (await select<{ type: string }>(db, sql, [depositId])).map(({ type }) => type);
}
