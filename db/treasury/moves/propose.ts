import { GATE_IDS, gateDecimals, type Mode } from '../../../domain/assets/assets.ts';
import { DomainError, fieldError } from '../../../domain/errors.ts';
import { newId } from '../../../domain/ids.ts';
import { pow10 } from '../../../domain/money/money.ts';
import { deadlineMs } from '../../../domain/transfers/deadlines.ts';
import { currencyOfGate, exchangeAt } from '../../../domain/transfers/places.ts';
import { type AuditEntry, audit } from '../../audit/audit.ts';
import { withBlocks } from '../../core/blocked-staff.ts';
import type { Tx } from '../../core/sequelize.ts';
import { lockUntilCommit, one, prepared } from '../../core/sql.ts';
import { applyStep } from '../../process/apply.ts';
import { lockApprovedAlone, noteApprovedAlone } from '../../staff/sole-approvals.ts';
import { currentMids } from '../valuation.ts';
import { describeTransfer } from './alerts.ts';
import { lockTransfers, transferProcess } from './process.ts';
import { lockRoute, requireOperator, type StaffAct } from './routes.ts';
import { type TransferRow, transfersTable } from './rows.ts';
import type { TransferSettings } from './settings.ts';
import { euroValue } from './value.ts';
import { wayOf } from './way.ts';

export interface NewTransfer {
  readonly routeId: string;
  /**
   * The amount that leaves the origin. From an exchange a few minor units less, so that no other withdrawal has this
   * amount.
   */
  readonly amountMinor: bigint;
  readonly why: string;
  /** A person, or what watches the floors. */
  readonly by: string;
  readonly nowMs: number;
}

/**
 * Proposes a transfer on a confirmed route. Nothing moves until it is approved; a proposal ends after a day.
 * @throws DomainError `not_found`; `conflict` for a route that is not confirmed; `amount_invalid`
 */
export async function proposeTransfer(tx: Tx, settings: TransferSettings, transfer: NewTransfer): Promise<TransferRow> {
  const { routeId, why, by, nowMs } = transfer;
  const route = await lockRoute(tx, routeId);
  if (!settings.routeSeal.isSealed(route))
    throw new DomainError('conflict', { message: 'This way is not confirmed: two people have to confirm it first.' });
  const way = wayOf(route);
  const amountMinor = exchangeAt(way.from) === null ? transfer.amountMinor : await freeAmount(tx, route, transfer);
  if (amountMinor <= 0n) throw fieldError('amount', 'The amount must be more than zero.', 'amount_invalid');
  const { mode, fromPlace, toPlace, gateId } = route;
  return transfersTable.create(tx, {
    id: newId(nowMs),
    mode,
    routeId,
    fromPlace,
    toPlace,
    gateId,
    amountMinor,
    why,
    proposedBy: by,
    valueMinor: euroValue(gateId, amountMinor, await currentMids(tx, mode)),
    deadlineAt: new Date(deadlineMs(way, 'proposed', nowMs)),
  });
}

/** One of the staff proposes a transfer. */
export async function proposeByStaff(
  tx: Tx,
  settings: TransferSettings,
  request: { readonly routeId: string; readonly amountMinor: bigint },
  act: StaffAct,
): Promise<TransferRow> {
  requireOperator(act);
  const by = act.member.fullName;
  const row = await proposeTransfer(tx, settings, { ...request, why: act.reason, by, nowMs: act.nowMs });
  await record(tx, row, { ...act, action: 'treasury.transfer_proposed' });
  return row;
}

/** One of the staff approves a proposal; a valuable one waits for another person of another role. */
export async function approveTransfer(tx: Tx, settings: TransferSettings, id: string, act: StaffAct): Promise<void> {
  requireOperator(act);
  const vote = { staffId: act.member.id, role: act.member.role, name: act.member.fullName };
  await lockTransfers(tx, [id]);
  const { votes: given, mode, gateId, amountMinor } = await readTransfer(tx, id);
  const votes = await withBlocks(tx, given);
  const blocked = votes.flatMap(({ staffId, isBlocked }) => (isBlocked ? [staffId] : []));
  const approver = { kind: 'treasury_transfer', mode, staffId: act.member.id } as const;
  const valueMinor = euroValue(gateId, amountMinor, await currentMids(tx, mode));
  const { secondFromMinor } = settings;
  const alone = { valueMinor, secondFromMinor, beforeMinor: await lockApprovedAlone(tx, approver) };
  const event = { type: 'approve', vote, blocked, alone } as const;
  const { status } = await applyStep(tx, transferProcess, { id, event, cause: null, nowMs: act.nowMs });
  const isAlone = status === 'approved' && votes.length === blocked.length;
  if (isAlone && valueMinor !== null) await noteApprovedAlone(tx, { ...approver, subjectId: id, valueMinor });
  await record(tx, await readTransfer(tx, id), { ...act, action: 'treasury.transfer_approved' });
}

/** One of the staff refuses a proposal, or cancels what is approved and not sent. */
export async function refuseTransfer(tx: Tx, id: string, act: Omit<StaffAct, 'member'>): Promise<void> {
  const event = { type: 'refuse', reason: act.reason } as const;
  await applyStep(tx, transferProcess, { id, event, cause: null, nowMs: act.nowMs });
  await record(tx, await readTransfer(tx, id), { ...act, action: 'treasury.transfer_refused' });
}

/** Approves what the setting lets run by itself. */
export async function approveAutomatically(
  tx: Tx,
  settings: TransferSettings,
  { row: { id, valueMinor }, nowMs }: { readonly row: TransferRow; readonly nowMs: number },
): Promise<void> {
  if (valueMinor === null || valueMinor >= settings.automaticBelowMinor) return;
  const event = { type: 'approve', vote: null, blocked: [], alone: null } as const;
  await applyStep(tx, transferProcess, { id, event, cause: null, nowMs });
}

/** @throws DomainError `not_found` */
export async function readTransfer(tx: Tx, id: string): Promise<TransferRow> {
  const row = await transfersTable.findOne(tx, { id });
  if (row === undefined) throw new DomainError('not_found');
  return row;
}

/** The largest amount up to the wanted one that no withdrawal from the exchange has had. */
async function freeAmount(
  tx: Tx,
  { mode, fromPlace, gateId }: { readonly mode: Mode } & Pick<TransferRow, 'fromPlace' | 'gateId'>,
  { amountMinor }: NewTransfer,
): Promise<bigint> {
  // An exchange lists withdrawals by currency, whatever their network.
  const currency = currencyOfGate(gateId);
  const alike = GATE_IDS.filter((each) => currencyOfGate(each) === currency);
  await lockUntilCommit(tx, `treasury-amount:${mode}:${fromPlace}:${currency}`);
  // Exchanges take eight decimals.
  const step = pow10(Math.max(0, gateDecimals(gateId) - 8));
  const requested = (amountMinor / step) * step;
  const given = [mode, fromPlace, alike, requested.toString(), step.toString()];
  return BigInt((await one<{ minor: string }>(tx, freeSql, given)).minor);
}

function record(
  tx: Tx,
  row: TransferRow,
  { action, actor, origin, reason }: Omit<StaffAct, 'member'> & { readonly action: AuditEntry['action'] },
): Promise<void> {
  return audit(tx, {
    chain: 'staff',
    actor,
    origin,
    action,
    target: { kind: 'treasury_transfer', id: row.id, label: describeTransfer(row) },
    data: { reason },
  });
}
const freeSql = prepared(`
  SELECT (least.amount)::text AS minor FROM (
    SELECT $4::numeric AS amount WHERE NOT EXISTS (
      SELECT FROM treasury_transfer o WHERE o.mode = $1 AND o.from_place = $2 AND o.gate_id = ANY($3::text[])
        AND o.amount_minor = $4::numeric)
    UNION ALL
    SELECT t.amount_minor - $5::numeric FROM treasury_transfer t
    WHERE t.mode = $1 AND t.from_place = $2 AND t.gate_id = ANY($3::text[]) AND t.amount_minor <= $4::numeric
      AND NOT EXISTS (
        SELECT FROM treasury_transfer o WHERE o.mode = $1 AND o.from_place = $2 AND o.gate_id = ANY($3::text[])
          AND o.amount_minor = t.amount_minor - $5::numeric)
    ORDER BY amount DESC LIMIT 1) AS least`);
