import type { Mode, Network } from '../../domain/assets/assets.ts';
import type { Db, Tx } from '../core/sequelize.ts';
import { prepared, select } from '../core/sql.ts';

/**
 * A payment whose money is in the gateway's suspense account: it had no tag, an unknown tag, or an unexpected asset.
 */
export interface SuspensePayment {
  readonly id: string;
  readonly mode: Mode;
  readonly network: Network;
  /** A gate, or `network:contract` for other assets. */
  readonly asset: string;
  /** Minor units; for assets without a gate, the chain's smallest unit. */
  readonly minor: bigint;
  readonly txid: string;
  readonly addressKey: string;
  /** The destination tag of the payment; null: none. */
  readonly destinationTag: string | null;
  /** The invoice whose address was paid; null: none. */
  readonly invoiceId: string | null;
  readonly since: Date;
}

/** The newest first. */
export async function listSuspense(on: Tx | Db, limit: number): Promise<SuspensePayment[]> {
  const rows = await select<Omit<SuspensePayment, 'minor'> & { readonly minor: string }>(on, suspenseSql, [limit]);
  return rows.map(({ minor, ...row }) => ({ ...row, minor: BigInt(minor) }));
}

// Matches the index of migration 0028.
const suspenseSql = prepared(`
  SELECT id, mode, network, asset_ref AS asset, credited_minor::text AS minor, txid, address_key AS "addressKey",
    CASE WHEN destination_tag >= 0 THEN destination_tag::text END AS "destinationTag", invoice_id AS "invoiceId",
    first_seen_at AS since
  FROM payment WHERE credited AND credited_to = 'suspense' ORDER BY first_seen_at DESC, id DESC LIMIT $1`);
