import { newId } from '../../domain/ids.ts';
import { type Db, inTransaction, type Tx } from '../core/sequelize.ts';
import { execute, one, select } from '../core/sql.ts';
import { createInvoice } from '../invoices/create.ts';
import { testSettings } from '../invoices/testing.fixture.ts';
import type { TestMerchant } from '../testing.fixture.ts';
import { projectChanges } from './project.ts';

/** Adds everything that has changed. */
export async function projectAll(db: Db, limit?: number): Promise<void> {
  while ((await projectChanges(db, limit)) > 0) {
    // There may be more.
  }
}

/** An invoice of 100.00 EUR whose payer has not chosen yet. */
export async function openInvoice(db: Db, { profileId }: TestMerchant): Promise<string> {
  const requested = { profileId, currency: 'EUR', priceMinor: 10_000n, nowMs: Date.now() };
  return (await inTransaction(db, (tx) => createInvoice(tx, testSettings, requested))).invoice.id;
}

/** All sums, as they are. */
export async function allSums(db: Db) {
  const of = (table: string, keys: string, values: string, period = 'day') =>
    select<Readonly<Record<string, string>>>(
      db,
      `SELECT ${keys}, ${period}::text, ${values} FROM ${table} ORDER BY ${keys}, ${table}.${period}`,
    );
  return {
    balances: await of('balance_day', 'merchant_id, mode, asset', 'in_minor, out_minor'),
    months: await of('balance_month', 'merchant_id, mode, asset', 'in_minor, out_minor', 'month'),
    operations: await of('operation_day', 'profile_id, kind, asset', 'count, gross_minor, fee_minor'),
    payers: await of('payer_day', 'profile_id, gate_id', 'opened, chosen, paid'),
  };
}

export interface PastTransfer {
  readonly kind: string;
  readonly at: Date;
  readonly asset: string;
  readonly invoiceId?: string;
  readonly entity?: string;
  readonly state?: 'posted' | 'post_pending';
  /** By owner and kind of account: credits are above zero. They sum to zero with what is left to custody. */
  readonly credits: readonly (readonly [owner: string, kind: string, minor: bigint])[];
}

/** A posted transfer at any moment, as the ledger writes it: `postTransfers` knows only the present. */
export async function writePast(tx: Tx, { mode }: Pick<TestMerchant, 'mode'>, transfer: PastTransfer): Promise<void> {
  const { kind, at, asset, invoiceId = null, entity = null, state = 'posted', credits } = transfer;
  const rest = -credits.reduce((sum, [, , minor]) => sum + minor, 0n);
  const lines = [...credits, ['gateway', 'custody:test', rest] as const].filter(([, , minor]) => minor !== 0n);
  const held = state === 'posted' ? null : await holdFor(tx, { kind, at });
  const { id } = await one<{ id: string }>(
    tx,
    `INSERT INTO transfer (key, kind, state, resolves, digest, invoice_id, entity, created_at)
     VALUES ($1, $2, $3, $4, '', $5, $6, $7) RETURNING id`,
    [newId(), kind, state, held, invoiceId, entity, at],
  );
  for (const [line, [owner, account, minor]] of lines.entries()) {
    await execute(
      tx,
      `WITH made AS (
         INSERT INTO account (owner, mode, asset, kind, may_go_negative) VALUES ($1, $2, $3, $4, true)
         ON CONFLICT (owner, mode, asset, kind, stripe) DO UPDATE SET stripe = 0 RETURNING id
       )
       INSERT INTO entry (transfer_id, account_id, asset, layer, amount, line)
       SELECT $5, id, $3, 'posted', $6, $7 FROM made`,
      [owner, mode, asset, account, id, -minor, line],
    );
  }
}

export function writePastNow(db: Db, shop: Pick<TestMerchant, 'mode'>, transfer: PastTransfer): Promise<void> {
  return inTransaction(db, (tx) => writePast(tx, shop, transfer));
}

async function holdFor(tx: Tx, { kind, at }: Pick<PastTransfer, 'kind' | 'at'>): Promise<string> {
  const sql = `INSERT INTO transfer (key, kind, state, digest, created_at)
    VALUES ($1, $2, 'pending', '', $3) RETURNING id`;
  return (await one<{ id: string }>(tx, sql, [newId(), kind, at])).id;
}
