import { randomBytes } from 'node:crypto';
import { base32crockford } from '@scure/base';
import { markedForDeletion } from '../../domain/accounts/account-rules.ts';
import {
  type ChainKind,
  type CryptoGateId,
  type GateId,
  gate,
  type Mode,
  type Network,
} from '../../domain/assets/assets.ts';
import { deriveAddress } from '../../domain/assets/derivation.ts';
import { creditorReferenceOf } from '../../domain/bank/creditor-reference.ts';
import { depositNetwork } from '../../domain/deposits/gates.ts';
import { DomainError, fieldError } from '../../domain/errors.ts';
import { newId } from '../../domain/ids.ts';
import type { Autoconversion } from '../../domain/invoices/record.ts';
import { nextDerivationIndex } from '../chain/assign-address.ts';
import { type Condition, type ListPage, likeOf, limitOf, orderBy, whereOfProfile } from '../core/list-query.ts';
import { listTotal } from '../core/list-total.ts';
import { type Db, dbOf, type Tx } from '../core/sequelize.ts';
import { json, maybeOne, prepared, select } from '../core/sql.ts';
import { isLeaving } from '../shops/open-shop.ts';
import { type StaticAddressRow, staticAddressesTable } from './rows.ts';

/** The configuration that addresses need; that of invoices has it. */
export interface AddressSettings {
  isOpen(mode: Mode, gateId: CryptoGateId): boolean;
  canConvert(mode: Mode): boolean;
  /** Null: the mode has no bank. */
  bankAccount(mode: Mode): { readonly name: string; readonly iban: string; readonly bic: string } | null;
  account(
    mode: Mode,
    network: Network,
    identified: ChainKind | null,
  ): { readonly accountXpub: string; readonly chain: ChainKind };
}

export interface NewStaticAddress {
  readonly profileId: string;
  readonly gateId: GateId;
  readonly reference: string;
  readonly description: string | null;
  readonly notificationUrl: string | null;
  readonly autoconversion: Autoconversion | null;
  readonly nowMs: number;
}

/**
 * The address of a customer: the same gate and reference again give the same one, whatever else is asked. Two that ask
 * at once get one address; the index of the other stays unused.
 * @throws DomainError `gate_not_offered`, `network_unavailable`, `merchant_blocked`, `merchant_restricted`,
 *   `shop_closed`
 */
export async function createStaticAddress(
  tx: Tx,
  settings: AddressSettings,
  input: NewStaticAddress,
): Promise<{ readonly address: StaticAddressRow; readonly created: boolean }> {
  const { profileId, gateId, reference, nowMs } = input;
  const same = { profileId, gateId, reference };
  const known = await staticAddressesTable.findOne(tx, same);
  if (known !== undefined) return { address: known, created: false };
  const network = depositNetwork(gateId);
  const context = await maybeOne<AddressContext>(tx, contextSql, [profileId, network]);
  if (context === undefined) throw new DomainError('not_found');
  checkOffer(settings, context, input);
  const { mode, merchant_id: merchantId } = context;
  const { addressKey, index, ...place } = await placeFor(tx, settings, context, gateId);
  const { description, notificationUrl } = input;
  const row: StaticAddressRow = {
    id: newId(nowMs),
    merchantId,
    ...same,
    mode,
    network,
    ...place,
    description,
    notificationUrl,
    autoconversion: input.autoconversion ?? usualConversion(settings, mode, gateId),
    createdAt: new Date(nowMs),
  };
  const made = await select(tx, insertSql, [json(staticAddressesTable.write(row)), addressKey, index]);
  if (made.length === 1) return { address: row, created: true };
  const theirs = await staticAddressesTable.findOne(tx, same);
  if (theirs === undefined) throw new Error('A reference that is taken has an address.');
  return { address: theirs, created: false };
}

/** Whether customers can be given addresses of the gate now. */
export function isOffered(settings: AddressSettings, mode: Mode, gateId: CryptoGateId): boolean {
  return settings.isOpen(mode, gateId);
}

type Place = Pick<
  StaticAddressRow,
  'chain' | 'address' | 'destinationTag' | 'creditorReference' | 'bankName' | 'bankBic'
> & {
  /** For the follower; null in euro. */
  readonly addressKey: string | null;
  readonly index: number | null;
};

/** An address of its own on a chain; in euro the gateway's account with a reference of its own. */
async function placeFor(tx: Tx, settings: AddressSettings, of: AddressContext, gateId: GateId): Promise<Place> {
  const { mode } = of;
  if (gateId === 'EUR') {
    const { name: bankName, iban: address, bic: bankBic } = bankAccount(settings, mode);
    const chain = mode === 'production' ? 'main' : 'test';
    const creditorReference = creditorReferenceOf(base32crockford.encode(randomBytes(10)));
    return {
      chain,
      address,
      destinationTag: null,
      creditorReference,
      bankName,
      bankBic,
      addressKey: null,
      index: null,
    };
  }
  const { network } = gate(gateId);
  const account = settings.account(mode, network, of.chain);
  const index = await nextDerivationIndex(dbOf(tx), mode, network);
  const { address, addressKey, destinationTag } = deriveAddress({ network, index, ...account });
  const noBank = { creditorReference: null, bankName: null, bankBic: null };
  return { chain: account.chain, address, destinationTag, ...noBank, addressKey, index };
}

/** Euro become USDT on TRON unless something else is wanted (spec §9); coins follow the profile. */
function usualConversion(settings: AddressSettings, mode: Mode, gateId: GateId): Autoconversion | null {
  if (gateId !== 'EUR') return null;
  return settings.canConvert(mode) ? { type: 'full', gate_id: 'USDT_TRC20' } : { type: 'none' };
}

/** @throws DomainError `network_unavailable` */
function bankAccount(settings: AddressSettings, mode: Mode) {
  const account = settings.bankAccount(mode);
  if (account === null) throw new DomainError('network_unavailable');
  return account;
}

/** An address of the profile. @throws DomainError `not_found` */
export async function readStaticAddress(on: Tx | Db, id: string, profileId: string): Promise<StaticAddressRow> {
  const row = await staticAddressesTable.findOne(on, { id, profileId });
  if (row === undefined) throw new DomainError('not_found');
  return row;
}

/** The one list contract (api.md); omitted means any. */
export interface AddressQuery extends ListPage<'created_at' | 'reference'> {
  readonly profileId: string;
  readonly gateId?: string;
  readonly reference?: string;
  readonly dateFrom?: Date;
  readonly dateTo?: Date;
  /** Searches id, reference, description and address. */
  readonly search?: string;
}

/** One page of a profile's addresses, newest first by default, and the total count. */
export async function listStaticAddresses(
  db: Db,
  query: AddressQuery,
): Promise<{ readonly addresses: readonly StaticAddressRow[]; readonly total: number }> {
  const conditions: readonly Condition[] = [
    [query.gateId, (p) => `gate_id = ${p}`],
    [query.reference, (p) => `reference = ${p}`],
    [query.dateFrom, (p) => `created_at >= ${p}`],
    [query.dateTo, (p) => `created_at <= ${p}`],
    [likeOf(query.search), searchCondition],
  ];
  const { where, bind } = whereOfProfile(query.profileId, conditions);
  const order = orderBy(query.sort === 'reference' ? 'reference' : 'id', query.order);
  const part = `ORDER BY ${order} ${limitOf(query)}`;
  const rows = await select<object>(
    db,
    `SELECT ${staticAddressesTable.selected()} FROM static_address WHERE ${where} ${part}`,
    bind,
  );
  const total = await listTotal(db, `SELECT count(*) AS total FROM static_address WHERE ${where}`, bind);
  return {
    addresses: rows.map((row) => staticAddressesTable.read(row) as StaticAddressRow),
    total,
  };
}

interface AddressContext {
  readonly merchant_id: string;
  readonly merchant_status: string;
  readonly leaving: boolean;
  readonly restricted: boolean;
  readonly closed: boolean;
  readonly mode: Mode;
  readonly gates: readonly string[];
  readonly chain: ChainKind | null;
}

function checkOffer(
  settings: AddressSettings,
  { merchant_status, leaving, restricted, closed, gates, mode }: AddressContext,
  { gateId, autoconversion }: NewStaticAddress,
): void {
  if (merchant_status === 'blocked') throw new DomainError('merchant_blocked');
  if (leaving) throw markedForDeletion();
  if (restricted) throw new DomainError('merchant_restricted');
  if (closed) throw new DomainError('shop_closed');
  if (gateId === 'EUR') {
    bankAccount(settings, mode);
  } else {
    if (!gates.includes(gateId)) throw fieldError('gate_id', 'This asset is not offered.', 'gate_not_offered');
    if (!isOffered(settings, mode, gateId)) throw new DomainError('network_unavailable');
  }
  if (autoconversion !== null && autoconversion.type !== 'none' && !settings.canConvert(mode)) {
    throw fieldError('autoconversion', 'Conversions are not offered at present: no exchange is connected.');
  }
}

function searchCondition(p: string): string {
  return `(id::text LIKE lower(${p}) OR reference ILIKE ${p} OR description ILIKE ${p} OR address ILIKE ${p}
    OR creditor_reference ILIKE ${p})`;
}

const contextSql = prepared(`
  SELECT p.merchant_id, m.status AS merchant_status, ${isLeaving} AS leaving, p.mode, p.gates,
    p.mode = 'production' AND m.invoices_restricted_at IS NOT NULL AS restricted, p.closed_at IS NOT NULL AS closed,
    (SELECT c.chain FROM chain_identity c WHERE c.mode = p.mode AND c.network = $2) AS chain
  FROM profile p JOIN merchant m ON m.id = p.merchant_id WHERE p.id = $1`);

const insertSql = prepared(`
  WITH made AS (
    INSERT INTO static_address (${staticAddressesTable.names})
    SELECT ${staticAddressesTable.names} FROM jsonb_populate_record(NULL::static_address, $1::jsonb)
    ON CONFLICT (profile_id, gate_id, reference) DO NOTHING RETURNING *),
  watched AS (
    INSERT INTO watched_address (mode, network, address_key, destination_tag, derivation_index, static_address_id)
    SELECT mode, network, $2, coalesce(destination_tag, -1), $3, id FROM made WHERE network <> 'SEPA')
  SELECT id FROM made`);
