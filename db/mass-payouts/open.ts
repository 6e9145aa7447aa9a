import { newId } from '../../domain/ids.ts';
import { batchesLines } from '../../domain/mass-payouts/batch.ts';
import type { PayoutActor } from '../../domain/state/payout-event.ts';
import { raiseAlert } from '../alerts/alerts.ts';
import { enqueue, type OutboxRow } from '../core/outbox.ts';
import type { Tx } from '../core/sequelize.ts';
import { execute, maybeOne, one, prepared } from '../core/sql.ts';
import { begunMoneyOutStatus, type MoneyOutStatus, refuseMerchant } from '../outflows/merchant-statuses.ts';
import { payoutProcess } from '../payouts/process.ts';
import { type ApprovableRow, selectPayouts } from '../payouts/rows.ts';
import { startOf } from '../process/workflow.ts';
import { cancelSlice } from './commands.ts';
import { countLines } from './count.ts';
import { openHolds } from './holds.ts';
import { sliceLines } from './lines.ts';
import { sliceStart } from './publish.ts';
import { readMassPayout } from './read.ts';
import { type GoodLine, type MassPayoutRow, type SliceRow, slicesTable } from './rows.ts';
import type { MassSettings } from './settings.ts';

/**
 * Turns the next held slice of an approved mass payout into payouts: each line becomes a row with its own hold and
 * approval, which replace the slice's. They start in the queue, because approval and cool-off belong to the mass
 * payout. The same transaction starts their workflows, so a crash leaves all of it or nothing.
 * @returns false when there is none
 * @throws DomainError `account_frozen` while the merchant's outgoing money is frozen, `merchant_blocked`,
 *   `production_not_permitted`
 */
export async function openNextSlice(
  tx: Tx,
  settings: MassSettings,
  { massPayoutId, nowMs }: { readonly massPayoutId: string; readonly nowMs: number },
): Promise<boolean> {
  const found = await maybeOne<object>(tx, nextSql, [massPayoutId]);
  if (found === undefined) return false;
  const slice: SliceRow = slicesTable.read(found);
  const row = await readMassPayout(tx, massPayoutId);
  const by = actorOf(row.approvedByKind, row.approvedBy);
  if (by === null || (row.notBefore !== null && nowMs < row.notBefore.getTime())) return false;
  await refuseClosed(tx, row);
  const lines = await sliceLines(tx, massPayoutId, slice.slice);
  const verdict = settings.massSeal.judge({ mass: row, slice, lines }, by, slice.approvalMac);
  if (verdict !== 'sealed') {
    await refuse(tx, { row, slice, nowMs }, verdict);
    return true;
  }
  const payouts = lines.map((line) => ({ ...line, id: newId(nowMs) }));
  await insertPayouts(tx, settings, { row, slice, payouts, by, nowMs });
  const of = { merchantId: row.merchantId, mode: row.mode, network: slice.network };
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

interface LinePayout extends GoodLine {
  readonly id: string;
}

interface Opening {
  readonly row: MassPayoutRow;
  readonly slice: SliceRow;
  readonly payouts: readonly LinePayout[];
  readonly by: PayoutActor;
  readonly nowMs: number;
}

function actorOf(kind: PayoutActor['kind'] | null, id: string | null): PayoutActor | null {
  return kind === null || id === null ? null : { kind, id };
}

/** Lines that do not match their approval are never paid. */
async function refuse(
  tx: Tx,
  { row, slice, nowMs }: Pick<Opening, 'row' | 'slice' | 'nowMs'>,
  why: 'outdated' | 'changed',
): Promise<void> {
  const message = `Slice ${slice.slice} of the mass payout ${REFUSALS[why]}`;
  await raiseAlert(tx, { kind: 'mass_payout_changed', subject: `mass_payout:${row.id}`, message });
  await cancelSlice(tx, { id: row.id, slice: slice.slice, reason: 'approval_void', nowMs });
}

const REFUSALS = {
  changed:
    'does not match its approval, so it was canceled. Find out who changed its rows before the merchant runs it again.',
  outdated:
    'was approved by an earlier version whose approval does not name the merchant, so it was canceled. ' +
    'The funds are back in the balance: ask the merchant to run it again.',
};

async function insertPayouts(tx: Tx, settings: MassSettings, opening: Opening): Promise<void> {
  const { row, slice, payouts, by, nowMs } = opening;
  const runBy = actorOf(row.runByKind, row.runBy);
  if (runBy === null) throw new Error('A mass payout that nobody ran is opened.');
  const shared = {
    kind: 'payout',
    mode: row.mode,
    merchantId: row.merchantId,
    profileId: row.profileId,
    network: slice.network,
    chain: slice.chain,
    feePayer: row.feePayer,
    invoiceId: null,
    methodId: null,
    massPayoutId: row.id,
    approvalRequired: row.approvalRequired,
    createdByKind: runBy.kind,
    createdBy: runBy.id,
    creators: row.creators,
    notBefore: null,
  } as const;
  const macOf = (payout: LinePayout) => {
    const heldMinor = payout.netMinor + payout.serviceFeeMinor + payout.networkFeeMinor;
    const approvable: ApprovableRow = { ...payout, ...shared, heldMinor };
    return settings.seal.approve(approvable, by);
  };
  await execute(tx, insertSql, [
    row.merchantId,
    row.profileId,
    row.mode,
    slice.gateId,
    slice.network,
    row.feePayer,
    slice.chain,
    row.approvalRequired,
    runBy.kind,
    runBy.id,
    by.kind,
    by.id,
    row.approvedAt,
    new Date(nowMs),
    row.id,
    payouts.map(({ id }) => id),
    payouts.map(({ number }) => number),
    payouts.map(({ amountMinor }) => amountMinor),
    payouts.map(({ netMinor }) => netMinor),
    payouts.map(({ serviceFeeMinor }) => serviceFeeMinor),
    payouts.map(({ networkFeeMinor }) => networkFeeMinor),
    payouts.map(({ address }) => address),
    payouts.map(({ addressKey }) => addressKey),
    payouts.map(({ destinationTag }) => destinationTag),
    payouts.map(({ reference }) => reference),
    payouts.map(macOf),
    row.creators,
    payouts.map(({ feeCeilingMinor }) => feeCeilingMinor),
    payouts.map(({ feeSampledAt }) => feeSampledAt),
  ]);
}

/** One workflow that signs the whole slice as one transaction, or one per payout where a transaction pays only one. */
async function starts(
  tx: Tx,
  { row, slice, ids }: { readonly row: MassPayoutRow; readonly slice: SliceRow; readonly ids: readonly string[] },
): Promise<OutboxRow[]> {
  if (batchesLines(slice.network)) {
    const { id: massPayoutId, merchantId, mode } = row;
    const { network, gateId } = slice;
    return [sliceStart({ massPayoutId, merchantId, mode, network, gateId, slice: slice.slice, lines: ids.length })];
  }
  const payouts = await selectPayouts(tx, 'WHERE id = ANY($1::uuid[])', [ids]);
  return payouts.map((payout) => startOf(payoutProcess, { row: payout }));
}

/** Locked, so that blocking the merchant waits for the slice that is being opened, and none follows. */
async function refuseClosed(tx: Tx, { merchantId, mode }: MassPayoutRow): Promise<void> {
  const { status } = await one<{ status: MoneyOutStatus }>(tx, merchantSql, [merchantId, mode]);
  refuseMerchant(status, mode);
}

const nextSql = prepared(`
  SELECT ${slicesTable.selected()} FROM mass_payout_slice
  WHERE mass_payout_id = $1 AND status = 'held' ORDER BY slice LIMIT 1 FOR UPDATE`);

const merchantSql = prepared(`
  SELECT ${begunMoneyOutStatus} AS status
  FROM merchant m
  CROSS JOIN (SELECT $2::text AS mode) p
  WHERE m.id = $1
  FOR SHARE OF m`);

const openedSql = prepared(`UPDATE mass_payout_slice SET status = 'opened' WHERE mass_payout_id = $1 AND slice = $2`);

const insertSql = prepared(`
  INSERT INTO payout (kind, status, merchant_id, profile_id, mode, gate_id, network, fee_payer, chain,
    approval_required, created_by_kind, created_by, approved_by_kind, approved_by, approved_at, created_at,
    mass_payout_id, id, mass_line, amount_minor, net_minor, service_fee_minor, network_fee_minor, held_minor, address,
    address_key, destination_tag, reference, approval_mac, creators, fee_ceiling_minor, fee_sampled_at)
  SELECT 'payout', 'queue', $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15,
    l.id, l.number, l.amount, l.net, l.service, l.network, l.net + l.service + l.network, l.address, l.address_key,
    l.tag, l.reference, l.mac, $27::text[], l.ceiling, l.sampled
  FROM unnest($16::uuid[], $17::integer[], $18::numeric[], $19::numeric[], $20::numeric[], $21::numeric[], $22::text[],
    $23::text[], $24::bigint[],
    $25::text[], $26::text[], $28::numeric[], $29::timestamptz[])
    AS l (id, number, amount, net, service, network, address, address_key, tag, reference, mac, ceiling, sampled)`);
