import type { Network } from '../../domain/assets.ts';
import { DomainError } from '../../domain/errors.ts';
import type { PayoutTarget } from '../../domain/payouts/target.ts';
import { likeOf } from '../list-query.ts';
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
  /** The newest payout or refund to it, made by whomever; one that was canceled counts too. */
  readonly last_used_at: Date | null;
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

export interface AddressBookQuery {
  readonly profileId: string;
  readonly network?: Network | undefined;
  /** In names and addresses. */
  readonly search?: string | undefined;
  readonly limit: number;
  readonly offset: number;
}

/** The book of a profile, by name; what has none stands behind, newest first. With how many there are. */
export async function listAddresses(
  db: Db,
  { profileId, network, search, limit, offset }: AddressBookQuery,
): Promise<{ readonly rows: readonly BookedAddressRow[]; readonly total: number }> {
  const bind = [profileId, network ?? null, likeOf(search)];
  const [rows, { total }] = await Promise.all([
    select<BookedAddressRow>(db, listSql, [...bind, limit, offset]),
    one<{ total: string }>(db, `SELECT count(*) AS total FROM payout_address a ${wanted}`, bind),
  ]);
  return { rows, total: Number(total) };
}

/** The address as it stands in the book. @throws DomainError `not_found` */
export async function findBooked(
  tx: Tx,
  { profileId, network, addressKey, destinationTag }: NewAddress,
): Promise<BookedAddressRow> {
  return one<BookedAddressRow>(tx, `SELECT ${columns} FROM payout_address a ${WHERE}`, [
    profileId,
    network,
    addressKey,
    destinationTag ?? -1n,
  ]);
}

/** Gives an address another name, or none. @throws DomainError `not_found` */
export async function renameAddress(
  tx: Tx,
  { id, profileId, label }: { readonly id: string; readonly profileId: string; readonly label: string | null },
): Promise<BookedAddressRow> {
  const sql = `UPDATE payout_address a SET label = $3 WHERE id = $1 AND profile_id = $2 RETURNING ${columns}`;
  const row = await maybeOne<BookedAddressRow>(tx, sql, [id, profileId, label]);
  if (row === undefined) throw new DomainError('not_found');
  return row;
}

/** Takes an address out of the book: used again, it cools off again. @throws DomainError `not_found` */
export async function forgetAddress(
  tx: Tx,
  { id, profileId }: { readonly id: string; readonly profileId: string },
): Promise<BookedAddressRow> {
  const sql = `DELETE FROM payout_address a WHERE id = $1 AND profile_id = $2 RETURNING ${columns}`;
  const row = await maybeOne<BookedAddressRow>(tx, sql, [id, profileId]);
  if (row === undefined) throw new DomainError('not_found');
  return row;
}

const columns = `id, network, address, destination_tag, label, usable_from, created_at,
  (SELECT max(p.created_at) FROM payout p
   WHERE p.profile_id = a.profile_id AND p.address_key = a.address_key AND p.network = a.network
     AND coalesce(p.destination_tag, -1) = a.destination_tag) AS last_used_at`;
const WHERE = 'WHERE profile_id = $1 AND network = $2 AND address_key = $3 AND destination_tag = $4';

const wanted = `WHERE profile_id = $1 AND ($2::text IS NULL OR network = $2)
  AND ($3::text IS NULL OR label ILIKE $3 OR address ILIKE $3)`;
const listSql = `SELECT ${columns} FROM payout_address a ${wanted}
  ORDER BY label IS NULL, lower(label), created_at DESC, id LIMIT $4 OFFSET $5`;

const usableSql = prepared(`SELECT usable_from FROM payout_address ${WHERE}`);

const bookSql = prepared(`
  INSERT INTO payout_address AS a (profile_id, network, address_key, destination_tag, address, label, usable_from)
  VALUES ($1, $2, $3, $4, $5, $6, $7)
  ON CONFLICT (profile_id, network, address_key, destination_tag) DO UPDATE
  SET label = coalesce(excluded.label, a.label)
  RETURNING usable_from`);
