import type { Network } from '../../domain/assets.ts';
import { DomainError } from '../../domain/errors.ts';
import type { PayoutTarget } from '../../domain/payouts/target.ts';
import type { Db, Tx } from '../sequelize.ts';
import { maybeOne, one, prepared, select } from '../sql.ts';

/** An address that the merchant's people sent to, or entered ahead of time so that it cools off. */
export interface BookedAddressRow {
  readonly id: string;
  readonly network: Network;
  readonly address: string;
  /** −1: none. */
  readonly destination_tag: string;
  readonly label: string | null;
  readonly usable_from: Date;
  readonly created_at: Date;
}

export interface NewAddress extends PayoutTarget {
  readonly profileId: string;
  readonly network: Network;
  readonly label?: string | null;
  readonly coolOffSeconds: number;
  readonly nowMs: number;
}

/**
 * Writes an address into the book; one that is there already keeps its time, and a new label replaces the one it had.
 * @returns when it may be paid to
 */
export async function bookAddress(tx: Tx, address: NewAddress): Promise<Date> {
  const { usable_from } = await one<{ usable_from: Date }>(tx, bookSql, [
    address.profileId,
    address.network,
    address.addressKey,
    address.destinationTag ?? -1n,
    address.address,
    address.label ?? null,
    new Date(address.nowMs + address.coolOffSeconds * 1_000),
  ]);
  return usable_from;
}

/** When an address may be paid to; null when people never used it. */
export async function usableFrom(
  on: Tx | Db,
  {
    profileId,
    network,
    addressKey,
    destinationTag,
  }: Pick<NewAddress, 'profileId' | 'network' | 'addressKey' | 'destinationTag'>,
): Promise<Date | null> {
  const bind = [profileId, network, addressKey, destinationTag ?? -1n];
  return (await maybeOne<{ usable_from: Date }>(on, usableSql, bind))?.usable_from ?? null;
}

/** The book of a profile, newest first, and how many there are. */
export async function listAddresses(
  db: Db,
  { profileId, limit, offset }: { readonly profileId: string; readonly limit: number; readonly offset: number },
): Promise<{ readonly rows: readonly BookedAddressRow[]; readonly total: number }> {
  const rows = await select<BookedAddressRow>(
    db,
    `SELECT ${columns} FROM payout_address WHERE profile_id = $1 ORDER BY created_at DESC, id LIMIT $2 OFFSET $3`,
    [profileId, limit, offset],
  );
  const { total } = await one<{ total: string }>(
    db,
    'SELECT count(*) AS total FROM payout_address WHERE profile_id = $1',
    [profileId],
  );
  return { rows, total: Number(total) };
}

/** The address as it stands in the book. @throws DomainError `not_found` */
export async function findBooked(
  tx: Tx,
  { profileId, network, addressKey, destinationTag }: NewAddress,
): Promise<BookedAddressRow> {
  return one<BookedAddressRow>(tx, `SELECT ${columns} FROM payout_address ${WHERE}`, [
    profileId,
    network,
    addressKey,
    destinationTag ?? -1n,
  ]);
}

/** Takes an address out of the book: used again, it cools off again. @throws DomainError `not_found` */
export async function forgetAddress(
  tx: Tx,
  { id, profileId }: { readonly id: string; readonly profileId: string },
): Promise<BookedAddressRow> {
  const sql = `DELETE FROM payout_address WHERE id = $1 AND profile_id = $2 RETURNING ${columns}`;
  const row = await maybeOne<BookedAddressRow>(tx, sql, [id, profileId]);
  if (row === undefined) throw new DomainError('not_found');
  return row;
}

const columns = 'id, network, address, destination_tag, label, usable_from, created_at';
const WHERE = 'WHERE profile_id = $1 AND network = $2 AND address_key = $3 AND destination_tag = $4';

const usableSql = prepared(`SELECT usable_from FROM payout_address ${WHERE}`);

const bookSql = prepared(`
  INSERT INTO payout_address AS a (profile_id, network, address_key, destination_tag, address, label, usable_from)
  VALUES ($1, $2, $3, $4, $5, $6, $7)
  ON CONFLICT (profile_id, network, address_key, destination_tag) DO UPDATE SET label = coalesce(excluded.label, a.label)
  RETURNING usable_from`);
