import type { CryptoGateId, Mode, Network } from '../../domain/assets.ts';
import { type AccountRef, GATEWAY } from '../ledger/accounts.ts';
import { postTransfers, type TransferRequest } from '../ledger/transfers.ts';
import type { Tx } from '../sequelize.ts';
import { execute, prepared, select } from '../sql.ts';

/**
 * Money that belongs to no invoice (an unknown destination tag, hazard 41) goes to suspense once confirmed, and back when the
 * chain takes it back. Idempotent: what is credited already is left alone.
 */
export async function applyStrayPayments(
  tx: Tx,
  { paymentIds }: { readonly paymentIds: readonly string[] },
): Promise<void> {
  const rows = await select<StrayRow>(tx, lockSql, [paymentIds]);
  const moved = rows.filter((row) => (row.status === 'confirmed') !== row.credited && row.amount_minor !== '0');
  if (moved.length === 0) return;
  await postTransfers(tx, moved.map(transferOf));
  await execute(tx, markSql, [moved.map((row) => row.id)]);
}

interface StrayRow {
  readonly id: string;
  readonly mode: Mode;
  readonly network: Network;
  readonly key: string;
  readonly asset_ref: string;
  readonly gate_id: CryptoGateId | null;
  readonly amount_minor: string;
  readonly status: string;
  readonly credited: boolean;
  readonly credit_count: number;
}

function transferOf(row: StrayRow): TransferRequest {
  const asset = row.gate_id ?? row.asset_ref;
  const account = (kind: AccountRef['kind']): AccountRef => ({ owner: GATEWAY, mode: row.mode, asset, kind });
  const [custody, suspense] = [account(`custody:${row.network}`), account('suspense')];
  const minor = BigInt(row.amount_minor);
  const { mode, key } = row;
  return row.credited
    ? {
        key: `${mode}:${key}:reverse:${row.credit_count}`,
        kind: 'payment_reverse',
        postings: [{ debit: suspense, credit: custody, minor }],
      }
    : {
        key: `${mode}:${key}:credit:${row.credit_count + 1}`,
        kind: 'payment_credit',
        postings: [{ debit: custody, credit: suspense, minor }],
      };
}

const lockSql = prepared(`
  SELECT id, mode, network, key, asset_ref, gate_id, amount_minor, status, credited, credit_count FROM payment
  WHERE id = ANY($1::uuid[]) AND invoice_id IS NULL ORDER BY id FOR UPDATE`);

const markSql = prepared(`
  UPDATE payment SET credited = NOT credited, credit_count = credit_count + CASE WHEN credited THEN 0 ELSE 1 END,
    credited_to = CASE WHEN credited THEN NULL ELSE 'suspense' END, updated_at = now()
  WHERE id = ANY($1::uuid[])`);
