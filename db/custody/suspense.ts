import type { Mode, Network } from '../../domain/assets.ts';
import type { Db, Tx } from '../sequelize.ts';
import { prepared, select } from '../sql.ts';

/**
 * A payment whose money is in the gateway's suspense: it came without a tag or with an unknown one, or in another asset
 * than was asked for.
 */
export interface SuspensePayment {
  readonly id: string;
  readonly mode: Mode;
  readonly network: Network;
  /** A gate, or `network:contract` of what is none. */
  readonly asset: string;
  /** Minor units; of what is no gate, as the chain counts. */
  readonly minor: bigint;
  readonly txid: string;
  readonly addressKey: string;
  /** The tag that it came with; null: none. */
  readonly destinationTag: string | null;
  /** The invoice whose address was paid; null: nobody's. */
  readonly invoiceId: string | null;
  readonly since: Date;
}

/** The newest first. */
export async function listSuspense(on: Tx | Db, limit: number): Promise<SuspensePayment[]> {
  const rows = await select<Omit<SuspensePayment, 'minor'> & { readonly minor: string }>(on, suspenseSql, [limit]);
  return rows.map(({ minor, ...row }) => ({ ...row, minor: BigInt(minor) }));
}

// The words of the index in migration 0028.
const suspenseSql = prepared(`
  SELECT id, mode, network, asset_ref AS asset, credited_minor::text AS minor, txid, address_key AS "addressKey",
    CASE WHEN destination_tag >= 0 THEN destination_tag::text END AS "destinationTag", invoice_id AS "invoiceId",
    first_seen_at AS since
  FROM payment WHERE credited AND credited_to = 'suspense' ORDER BY first_seen_at DESC, id DESC LIMIT $1`);
