import type { ChainKind, CryptoGateId, Network } from '../../domain/assets.ts';
import { newId } from '../../domain/ids.ts';
import { batchesLines } from '../../domain/payouts/mass-batch.ts';
import type { PayoutActor } from '../../domain/state/payout-event.ts';
import { raiseAlert } from '../alerts.ts';
import type { MerchantStatus } from '../models/merchant.ts';
import { enqueue, type OutboxRow } from '../outbox.ts';
import { workflowStart } from '../payouts/publish.ts';
import { type ApprovableRow, type PayoutRow, payoutSelect } from '../payouts/rows.ts';
import type { Tx } from '../sequelize.ts';
import { execute, maybeOne, one, prepared, select } from '../sql.ts';
import { giveUpSlice } from './commands.ts';
import { countLines } from './count.ts';
import { openHolds } from './holds.ts';
import { type GoodLine, sliceLines } from './lines.ts';
import { sliceStart } from './publish.ts';
import { readMassRow } from './read.ts';
import type { MassPayoutRow } from './rows.ts';
import { refuseMerchant } from './rules.ts';
import type { MassSettings } from './settings.ts';

/**
 * Makes payouts of the next held slice of an approved mass payout: each line a row of its own with a hold and an approval of its own, in the place of the
 * slice's. They begin in the queue: approval and cool-off were the mass payout's. What sends them is started by the same transaction, so a crash leaves
 * all of it or nothing.
 * @returns false when there is none
 * @throws DomainError `account_frozen` while outgoing money of the merchant is stopped, `merchant_blocked`, `production_not_permitted`
 */
export async function openNextSlice(
  tx: Tx,
  settings: MassSettings,
  { massPayoutId, nowMs }: { readonly massPayoutId: string; readonly nowMs: number },
): Promise<boolean> {
  const slice = await maybeOne<Slice>(tx, nextSql, [massPayoutId]);
  if (slice === undefined) return false;
  const row = await readMassRow(tx, massPayoutId);
  const by = approverOf(row);
  if (by === null || (row.not_before !== null && nowMs < row.not_before.getTime())) return false;
  await refuseClosed(tx, row);
  const lines = await sliceLines(tx, massPayoutId, slice.slice);
  if (!settings.massSeal.isSealed({ massPayoutId, slice: slice.slice, lines }, by, slice.approval_mac)) {
    await refuse(tx, { row, slice, nowMs });
    return true;
  }
  const payouts = lines.map((line) => ({ ...line, id: newId(nowMs) }));
  await insertPayouts(tx, settings, { row, slice, payouts, by, nowMs });
  const of = { merchantId: row.merchant_id, mode: row.mode, network: slice.network };
  await openHolds(
    tx,
    { ...slice, ...of, massPayoutId },
    payouts.map((payout) => ({ ...payout, ...of, payoutId: payout.id })),
  );
  await execute(tx, openedSql, [massPayoutId, slice.slice]);
  countLines(tx, massPayoutId, { opened: lines.length }, { nowMs, quiet: true });
  await enqueue(tx, await starts(tx, { row, slice, ids: payouts.map(({ id }) => id) }));
  return true;
}

interface Slice {
  readonly slice: number;
  readonly gate_id: CryptoGateId;
  readonly network: Network;
  readonly net_minor: string;
  readonly service_fee_minor: string;
  readonly network_fee_minor: string;
  readonly chain: ChainKind;
  readonly approval_mac: string | null;
}

interface LinePayout extends GoodLine {
  readonly id: string;
}

interface Opening {
  readonly row: MassPayoutRow;
  readonly slice: Slice;
  readonly payouts: readonly LinePayout[];
  readonly by: PayoutActor;
  readonly nowMs: number;
}

function approverOf({ approved_by_kind: kind, approved_by: id }: MassPayoutRow): PayoutActor | null {
  return kind === null || id === null ? null : { kind, id };
}

/** Lines that are not what was approved are paid to nobody. */
async function refuse(tx: Tx, { row, slice, nowMs }: Pick<Opening, 'row' | 'slice' | 'nowMs'>): Promise<void> {
  const message = `Slice ${slice.slice} of the mass payout is not what was approved: it was given up.`;
  await raiseAlert(tx, { kind: 'mass_payout_changed', subject: `mass_payout:${row.id}`, message });
  await giveUpSlice(tx, { id: row.id, slice: slice.slice, reason: 'approval_void', nowMs });
}

async function insertPayouts(tx: Tx, settings: MassSettings, opening: Opening): Promise<void> {
  const { row, slice, payouts, by, nowMs } = opening;
  const shared = {
    kind: 'payout',
    mode: row.mode,
    merchant_id: row.merchant_id,
    fee_payer: row.fee_payer,
  } as const;
  const macOf = (payout: LinePayout) => {
    const held = BigInt(payout.net_minor) + BigInt(payout.service_fee_minor) + BigInt(payout.network_fee_minor);
    const approvable: ApprovableRow = { ...payout, ...shared, held_minor: String(held) };
    return settings.seal.approve(approvable, by);
  };
  await execute(tx, insertSql, [
    row.merchant_id,
    row.profile_id,
    row.mode,
    slice.gate_id,
    slice.network,
    row.fee_payer,
    slice.chain,
    row.approval_required,
    row.run_by_kind,
    row.run_by,
    by.kind,
    by.id,
    row.approved_at,
    new Date(nowMs),
    row.id,
    payouts.map(({ id }) => id),
    payouts.map(({ number }) => number),
    payouts.map(({ amount_minor }) => amount_minor),
    payouts.map(({ net_minor }) => net_minor),
    payouts.map(({ service_fee_minor }) => service_fee_minor),
    payouts.map(({ network_fee_minor }) => network_fee_minor),
    payouts.map(({ address }) => address),
    payouts.map(({ address_key }) => address_key),
    payouts.map(({ destination_tag }) => destination_tag),
    payouts.map(({ reference }) => reference),
    payouts.map(macOf),
  ]);
}

/** One workflow that has the whole slice signed as one transaction, or one for each payout where a transaction pays one. */
async function starts(
  tx: Tx,
  { row, slice, ids }: { readonly row: MassPayoutRow; readonly slice: Slice; readonly ids: readonly string[] },
): Promise<OutboxRow[]> {
  if (batchesLines(slice.network)) {
    const { id: massPayoutId, merchant_id: merchantId, mode } = row;
    const { network, gate_id: gateId } = slice;
    return [sliceStart({ massPayoutId, merchantId, mode, network, gateId, slice: slice.slice, lines: ids.length })];
  }
  const rows = await select<PayoutRow>(tx, `${payoutSelect} WHERE id = ANY($1::uuid[])`, [ids]);
  return rows.map(workflowStart);
}

/** Locked, so that whoever blocks the merchant waits for the slice that is being opened, and none follows. */
async function refuseClosed(tx: Tx, { merchant_id: merchantId, mode }: MassPayoutRow): Promise<void> {
  const { status } = await one<{ status: MerchantStatus }>(tx, merchantSql, [merchantId]);
  refuseMerchant(status, mode);
}

const nextSql = prepared(`
  SELECT slice, gate_id, network, net_minor, service_fee_minor, network_fee_minor, chain, approval_mac
  FROM mass_payout_slice WHERE mass_payout_id = $1 AND status = 'held' ORDER BY slice LIMIT 1 FOR UPDATE`);

const merchantSql = prepared('SELECT status FROM merchant WHERE id = $1 FOR SHARE');

const openedSql = prepared(`UPDATE mass_payout_slice SET status = 'opened' WHERE mass_payout_id = $1 AND slice = $2`);

const insertSql = prepared(`
  INSERT INTO payout (kind, status, merchant_id, profile_id, mode, gate_id, network, fee_payer, chain, approval_required, created_by_kind, created_by,
    approved_by_kind, approved_by, approved_at, created_at, mass_payout_id, id, mass_line, amount_minor, net_minor, service_fee_minor,
    network_fee_minor, held_minor, address, address_key, destination_tag, reference, approval_mac)
  SELECT 'payout', 'queue', $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15,
    l.id, l.number, l.amount, l.net, l.service, l.network, l.net + l.service + l.network, l.address, l.address_key, l.tag, l.reference, l.mac
  FROM unnest($16::uuid[], $17::integer[], $18::numeric[], $19::numeric[], $20::numeric[], $21::numeric[], $22::text[], $23::text[], $24::bigint[],
    $25::text[], $26::text[]) AS l (id, number, amount, net, service, network, address, address_key, tag, reference, mac)`);
