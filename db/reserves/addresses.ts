import type { Mode, Network } from '../../domain/assets/assets.ts';
import type { Db, Tx } from '../core/sequelize.ts';
import { execute, json, prepared } from '../core/sql.ts';
import { type ReserveAddressRow, reserveAddressesTable } from './rows.ts';

/** A day on one network. */
export interface ReserveChain {
  readonly mode: Mode;
  readonly day: string;
  readonly network: Network;
}

/** An address of the gateway's own with what its node found on it. */
export type FoundAddress = Pick<ReserveAddressRow, 'address' | 'branch' | 'derivationIndex' | 'amounts' | 'readAt'>;

/**
 * Records the addresses of a network that a day is proven by. Those that are recorded stay as they are, and a day that
 * is published takes no more.
 */
export async function recordAddresses(on: Tx | Db, of: ReserveChain, found: readonly FoundAddress[]): Promise<void> {
  const rows = found.map((each) => reserveAddressesTable.write({ ...of, ...each, publicKey: null, signature: null }));
  await execute(on, recordSql, [json(rows), of.mode, of.day]);
}

/** Addresses of a day on a network that nothing was signed for. */
export function unsignedAddresses(on: Tx | Db, { mode, day, network }: ReserveChain): Promise<ReserveAddressRow[]> {
  return reserveAddressesTable.find(on, { mode, day, network, signature: null }, { order: [['address', 'ASC']] });
}

/** Keeps the signature of an address, unless it has one or the day is published. */
export async function keepSignature(
  on: Tx | Db,
  { mode, day, network, address }: ReserveChain & { readonly address: string },
  signed: { readonly publicKey: string; readonly signature: string },
): Promise<void> {
  await execute(on, signSql, [mode, day, network, address, signed.publicKey, signed.signature]);
}

/** The addresses of a day that are signed for, by network and address. */
export async function signedAddresses(
  on: Tx | Db,
  { mode, day }: Pick<ReserveChain, 'mode' | 'day'>,
): Promise<ReserveAddressRow[]> {
  const order = [
    ['network', 'ASC'],
    ['address', 'ASC'],
  ] as const;
  const rows = await reserveAddressesTable.find(on, { mode, day }, { order });
  return rows.filter(({ signature }) => signature !== null);
}

const openDay = (mode: string, day: string) =>
  `EXISTS (SELECT FROM reserve_day d WHERE d.mode = ${mode} AND d.day = ${day} AND d.published_at IS NULL)`;

const recordSql = prepared(`
  INSERT INTO reserve_address (${reserveAddressesTable.names})
  SELECT ${reserveAddressesTable.names} FROM jsonb_populate_recordset(NULL::reserve_address, $1::jsonb)
  WHERE ${openDay('$2', '$3::date')}
  ON CONFLICT DO NOTHING`);

const signSql = prepared(`
  UPDATE reserve_address SET public_key = $5, signature = $6
  WHERE mode = $1 AND day = $2 AND network = $3 AND address = $4 AND signature IS NULL
    AND ${openDay('$1', '$2::date')}`);
