import type { Network } from '../../domain/assets/assets.ts';
import { DomainError } from '../../domain/errors.ts';
import type { PayoutTarget } from '../../domain/payouts/target.ts';
import { likeOf } from '../core/list-query.ts';
import type { Db, Tx } from '../core/sequelize.ts';
import { maybeOne, one, prepared, select } from '../core/sql.ts';

/** An address that the merchant's people used, or added early so that its cool-off starts. */
export interface BookedAddressRow {
  readonly id: string;
  readonly network: Network;
  readonly address: string;
  /** −1: none. */
  readonly destination_tag: string;
  readonly label: string | null;
  readonly usable_from: Date;
  readonly created_at: Date;
  /** The latest payout or refund to it, by anyone, including canceled ones. */
  readonly last_used_at: Date | null;
}

export interface NewAddress extends PayoutTarget {
  readonly profileId: string;
  /** SEPA: a bank account, which the book does not list. */
  readonly network: Network | 'SEPA';
  readonly label?: string | null;
  readonly coolOffSeconds: number;
  readonly nowMs: number;
}

/**
 * Adds an address to the book; an existing one keeps its time and gets the new label, if there is one.
 * @returns when it may be paid
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

/** A bank account as the book keeps it, so that new ones cool off like addresses. */
export function bookedAccount(iban: string) {
  return { network: 'SEPA', address: iban, addressKey: iban, destinationTag: null } as const;
}

/** When an address may be paid; null if people never used it. */
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
  /** Searches labels and addresses. */
  readonly search?: string | undefined;
  readonly limit: number;
  readonly offset: number;
}

/** A profile's address book, by label; unlabeled ones last, newest first. With the total count. */
export async function listAddresses(
  db: Db,
  { profileId, network, search, limit, offset }: AddressBookQuery,
): Promise<{ readonly rows: readonly BookedAddressRow[]; readonly total: number }> {
  const bind = [profileId, network ?? null, likeOf(search)];
  const [rows, { total }] = await Promise.all([
    select<BookedAddressRow>(db, listSql, [...bind, limit, offset]),
    one<{ total: string }>(db, `SELECT count(*) AS total FROM payout_address a ${matching}`, bind),
  ]);
  return { rows, total: Number(total) };
}

/** The address book's entry. @throws DomainError `not_found` */
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

/** Changes or removes the label of an address. @throws DomainError `not_found` */
export async function renameAddress(
  tx: Tx,
  { id, profileId, label }: { readonly id: string; readonly profileId: string; readonly label: string | null },
): Promise<BookedAddressRow> {
  const sql = `UPDATE payout_address a SET label = $3 WHERE id = $1 AND profile_id = $2 RETURNING ${columns}`;
  const row = await maybeOne<BookedAddressRow>(tx, sql, [id, profileId, label]);
  if (row === undefined) throw new DomainError('not_found');
  return row;
}

/** Removes an address from the book; its next use starts a new cool-off. @throws DomainError `not_found` */
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

const matching = `WHERE profile_id = $1 AND network <> 'SEPA' AND ($2::text IS NULL OR network = $2)
  AND ($3::text IS NULL OR label ILIKE $3 OR address ILIKE $3)`;
const listSql = `SELECT ${columns} FROM payout_address a ${matching}
  ORDER BY label IS NULL, lower(label), created_at DESC, id LIMIT $4 OFFSET $5`;

const usableSql = prepared(`SELECT usable_from FROM payout_address ${WHERE}`);

const bookSql = prepared(`
  INSERT INTO payout_address AS a (profile_id, network, address_key, destination_tag, address, label, usable_from)
  VALUES ($1, $2, $3, $4, $5, $6, $7)
  ON CONFLICT (profile_id, network, address_key, destination_tag) DO UPDATE
  SET label = coalesce(excluded.label, a.label)
  RETURNING usable_from`);
