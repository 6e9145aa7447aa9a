import { type CryptoGateId, gate, minimumMinor, type Network } from '../../domain/assets/assets.ts';
import { type Arrival, assignArrivals, type OpenDeposit } from '../../domain/deposits/assign.ts';
import { depositMinimumMinor } from '../../domain/deposits/gates.ts';
import { newId } from '../../domain/ids.ts';
import type { Autoconversion } from '../../domain/invoices/record.ts';
import { MAX_PAYMENTS } from '../../domain/state/deposit-facts.ts';
import type { Chain } from '../chain/cursor.ts';
import type { Tx } from '../core/sequelize.ts';
import { execute, json, prepared, select } from '../core/sql.ts';
import { type DepositRow, depositsTable, type StaticAddressRow, staticAddressesTable } from './rows.ts';

/** A recorded payment to a static address that has no deposit yet. */
export interface NewArrival extends Arrival {
  readonly txid: string;
  readonly output: string;
  readonly gateId: CryptoGateId | null;
}

/**
 * Gives each payment its deposit, in the follower's transaction, after the payments were written: a replacement that of
 * what it replaces, any other payment the one that gathers at its address below the minimum, else a new deposit. A
 * payment in an asset that the address does not accept gets none. @returns the deposits that got a payment
 */
export async function assignDeposits(
  tx: Tx,
  chain: Chain,
  { arrivals, nowMs }: { readonly arrivals: readonly NewArrival[]; readonly nowMs: number },
): Promise<string[]> {
  if (arrivals.length === 0) return [];
  const ids = [...new Set(arrivals.map(({ addressId }) => addressId))];
  const addresses = await addressTerms(tx, ids);
  const ours = arrivals.filter(({ addressId, gateId }) => addresses.get(addressId)?.gateId === gateId);
  const spends = [...new Set(ours.flatMap((arrival) => arrival.spends))];
  const open = await select<OpenDepositRow>(tx, openSql, [ids, MAX_PAYMENTS]);
  const replaced = await select<ReplacedRow>(tx, replacedSql, [chain.mode, chain.network, spends, ids]);
  const assigned = assignArrivals(ours, {
    minimumOf: (addressId) => minimumMinor(gate(addresses.get(addressId)?.gateId ?? '')),
    open: open.map(toOpen),
    replaced,
    maxGathered: MAX_PAYMENTS,
    newId: () => newId(nowMs),
  });
  const opened = assigned.opened.flatMap(({ depositId, arrival }) => {
    const address = addresses.get(arrival.addressId);
    const paymentKey = depositKey(chain.network, arrival);
    return address === undefined
      ? []
      : [newDeposit(depositId, { address, paymentKey, amountMinor: arrival.amountMinor, nowMs })];
  });
  await insertDeposits(tx, opened);
  await execute(tx, assignSql, [
    assigned.members.map(({ paymentId }) => paymentId),
    assigned.members.map(({ depositId }) => depositId),
  ]);
  return [...new Set(assigned.members.map(({ depositId }) => depositId))];
}

/** Addresses with what their new deposits are settled by. */
export async function addressTerms(tx: Tx, ids: readonly string[]): Promise<Map<string, AddressTerms>> {
  const rows = await select<object & Terms>(tx, addressesSql, [ids]);
  const addresses = rows.map((row) => staticAddressesTable.read(row));
  return new Map(addresses.map((address) => [address.id, address]));
}

type AddressTerms = StaticAddressRow & Terms;

export async function insertDeposits(tx: Tx, rows: readonly DepositRow[]): Promise<void> {
  await execute(tx, insertSql, [json(rows.map((row) => depositsTable.write(row)))]);
}

interface Terms {
  readonly feeBps: number;
  readonly profileAutoconversion: Autoconversion;
}

export interface OpenDepositRow {
  readonly id: string;
  readonly address_id: string;
  readonly live: string;
  readonly count: number;
}

interface ReplacedRow {
  readonly depositId: string;
  readonly addressId: string;
  readonly spends: readonly string[];
}

export function toOpen({ id: depositId, address_id: addressId, live, count }: OpenDepositRow): OpenDeposit {
  return { depositId, addressId, liveMinor: BigInt(live), count };
}

interface Opened {
  readonly address: AddressTerms;
  /** Of its first payment. */
  readonly paymentKey: string;
  readonly amountMinor: bigint;
  readonly nowMs: number;
}

/** A deposit before its first decision, by the terms of this moment. */
export function newDeposit(id: string, { address, paymentKey, amountMinor, nowMs }: Opened): DepositRow {
  const { merchantId, profileId, mode, gateId, network, reference, feeBps, profileAutoconversion } = address;
  return {
    id,
    merchantId,
    profileId,
    mode,
    gateId,
    network,
    reference,
    feeBps,
    version: 0,
    status: 'created',
    statusReason: null,
    needsOperator: false,
    announced: false,
    complianceHold: false,
    addressId: address.id,
    paymentKey,
    minimumMinor: depositMinimumMinor(gateId),
    autoconversion: address.autoconversion ?? profileAutoconversion,
    conversion: null,
    convertingMinor: 0n,
    amountMinor,
    settledMinor: 0n,
    createdAt: new Date(nowMs),
    completedAt: null,
  };
}

/** The movement's own key says more than its output where a contract has changed what it pays. */
function depositKey(network: Network, { txid, output, key }: NewArrival): string {
  const usual = `${network}:${txid}:${output}`;
  return key === usual || key === `${txid}:${output}` || key === txid ? usual : `${network}:${key}`;
}

const addressesSql = prepared(`
  SELECT ${staticAddressesTable.selected('a')}, p.autoconversion AS "profileAutoconversion",
    (SELECT f.fee_bps FROM fee_plan f WHERE f.plan IN (m.fee_plan, 'default') AND f.operation = 'deposit'
     ORDER BY f.plan = m.fee_plan DESC LIMIT 1) AS "feeBps"
  FROM static_address a JOIN merchant m ON m.id = a.merchant_id JOIN profile p ON p.id = a.profile_id
  WHERE a.id = ANY($1::uuid[])`);

// Of each address the newest that still gathers: only followers change it, and they take turns.
const openSql = prepared(`
  SELECT d.id, d.address_id, s.live, s.count
  FROM unnest($1::uuid[]) AS w(id)
  CROSS JOIN LATERAL (
    SELECT o.id, o.address_id FROM deposit o
    WHERE o.address_id = w.id AND o.settled_minor = 0 AND o.status <> 'error' AND o.amount_minor < o.minimum_minor
    ORDER BY o.id DESC LIMIT 1) AS d
  CROSS JOIN LATERAL (
    SELECT coalesce(sum(p.amount_minor) FILTER (WHERE p.status IN ('seen', 'mined', 'confirmed')), 0)::text AS live,
      count(*)::int AS count
    FROM payment p WHERE p.deposit_id = d.id) AS s
  WHERE s.count < $2`);

const replacedSql = prepared(`
  SELECT p.deposit_id AS "depositId", p.static_address_id AS "addressId", p.spends
  FROM payment p JOIN deposit d ON d.id = p.deposit_id
  WHERE p.mode = $1 AND p.network = $2 AND p.spends && $3::text[] AND p.status = 'replaced'
    AND p.static_address_id = ANY($4::uuid[]) AND d.settled_minor = 0`);

const insertSql = prepared(`
  INSERT INTO deposit (${depositsTable.names})
  SELECT ${depositsTable.names} FROM jsonb_populate_recordset(NULL::deposit, $1::jsonb)`);

const assignSql = prepared(`
  UPDATE payment p SET deposit_id = w.deposit_id
  FROM unnest($1::uuid[], $2::uuid[]) AS w(payment_id, deposit_id) WHERE p.id = w.payment_id`);
