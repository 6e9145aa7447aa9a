import type { MassPayoutRecord } from '../../contract/mass-payouts.view.ts';
import { DomainError } from '../../domain/errors.ts';
import type { MassPayoutReason } from '../../domain/state/mass-payout.ts';
import { APPROVAL_MS } from '../../domain/state/payout-facts.ts';
import type { Tx } from '../core/sequelize.ts';
import { execute, prepared, select } from '../core/sql.ts';
import { applyStep } from '../process/apply.ts';
import { countNow, NOTHING } from './count.ts';
import { releaseSlices } from './holds.ts';
import { massPayoutProcess } from './process.ts';
import { readMassPayout, waitingLines } from './read.ts';
import { massPayoutsTable } from './rows.ts';
import { type MassCommand, sealSlices } from './run.ts';
import type { MassSettings } from './settings.ts';

/**
 * Approves a waiting mass payout: exactly its current lines, all of them.
 * @throws DomainError `approver_is_creator`, `permission_denied` for a machine, `illegal_transition`, `not_found`
 */
export async function approveMassPayout(
  tx: Tx,
  settings: MassSettings,
  command: MassCommand,
): Promise<MassPayoutRecord> {
  const { massPayoutId: id, scope, by, nowMs } = command;
  await readMassPayout(tx, id, scope);
  if (by.kind !== 'user') throw new DomainError('permission_denied');
  await lockHeld(tx, id);
  const event = { type: 'approve', by } as const;
  await applyStep(tx, massPayoutProcess, { id, event, cause: `approve:${by.id}:${nowMs}`, nowMs });
  await sealSlices(tx, settings, { id, by });
  return readMassPayout(tx, id);
}

/**
 * Cancels a mass payout: before its run all of it; later the lines that have not become payouts, whose money returns to
 * the balance at once. Existing payouts continue.
 * @throws DomainError `payout_signed` when every line is a payout, `illegal_transition`, `not_found`
 */
export async function cancelMassPayout(tx: Tx, command: MassCommand): Promise<MassPayoutRecord> {
  const { massPayoutId: id, scope, by, nowMs } = command;
  await readMassPayout(tx, id, scope);
  await cancelHeldSlices(tx, { id, reason: 'canceled_by_merchant', cause: `cancel:${by.id}:${nowMs}`, nowMs });
  return readMassPayout(tx, id);
}

/**
 * Removes a mass payout that was never run, with its lines: it is only a file, and no money or payout refers to it.
 * @returns what was removed, for the audit log
 * @throws DomainError `illegal_transition` once it was run or canceled, `not_found`
 */
export async function deleteMassPayout(tx: Tx, command: MassCommand): Promise<MassPayoutRecord> {
  const { massPayoutId: id, scope, by, nowMs } = command;
  const mass = await readMassPayout(tx, id, scope);
  const cause = `delete:${by.id}:${nowMs}`;
  await applyStep(tx, massPayoutProcess, { id, event: { type: 'delete', by, quiet: true }, cause, nowMs });
  await massPayoutsTable.destroy(tx, { id });
  return mass;
}

/** Cancels a mass payout that nobody approved in time. Changes nothing if somebody did or the time is not over. */
export async function expireMassApproval(
  tx: Tx,
  { id, nowMs }: { readonly id: string; readonly nowMs: number },
): Promise<void> {
  const { runAt, approvedAt } = await readMassPayout(tx, id);
  if (runAt === null || approvedAt !== null || nowMs < runAt.getTime() + APPROVAL_MS) return;
  await cancelHeldSlices(tx, { id, reason: 'approval_expired', cause: 'approval_expired', nowMs });
}

/** Cancels a slice whose lines do not match the approval (hazard 68). */
export async function cancelSlice(
  tx: Tx,
  {
    id,
    slice,
    reason,
    nowMs,
  }: { readonly id: string; readonly slice: number; readonly reason: MassPayoutReason; readonly nowMs: number },
): Promise<void> {
  const held = (await lockHeld(tx, id)).filter((each) => each.slice === slice);
  await close(tx, { id, held, reason, nowMs });
}

interface HeldSlice {
  readonly slice: number;
  readonly lines: number;
}

async function cancelHeldSlices(
  tx: Tx,
  {
    id,
    reason,
    cause,
    nowMs,
  }: { readonly id: string; readonly reason: MassPayoutReason; readonly cause: string; readonly nowMs: number },
): Promise<void> {
  const held = await lockHeld(tx, id);
  await applyStep(tx, massPayoutProcess, { id, event: { type: 'cancel', reason, quiet: true }, cause, nowMs });
  const lines = held.reduce((sum, slice) => sum + slice.lines, 0);
  // A run that was committed during the wait for the row holds slices that were not read: the caller must retry.
  if ((await waitingLines(tx, id)) !== lines) throw new DomainError('changed_meanwhile');
  await close(tx, { id, held, reason, nowMs });
}

async function close(
  tx: Tx,
  {
    id,
    held,
    reason,
    nowMs,
  }: {
    readonly id: string;
    readonly held: readonly HeldSlice[];
    readonly reason: MassPayoutReason;
    readonly nowMs: number;
  },
): Promise<void> {
  if (held.length === 0) return;
  const slices = held.map(({ slice }) => slice);
  await releaseSlices(tx, id, slices);
  await execute(tx, closeSql, [id, slices, reason]);
  const delta = { ...NOTHING, failed: held.reduce((sum, { lines }) => sum + lines, 0) };
  await countNow(tx, id, { delta, nowMs, quiet: false });
}

/** Locks the slices that have not become payouts; opening a slice locks it first as well. */
function lockHeld(tx: Tx, id: string): Promise<HeldSlice[]> {
  return select<HeldSlice>(tx, heldSql, [id]);
}

const heldSql = prepared(
  `SELECT slice, lines FROM mass_payout_slice WHERE mass_payout_id = $1 AND status = 'held' ORDER BY slice FOR UPDATE`,
);
const closeSql = prepared(`
  UPDATE mass_payout_slice SET status = 'given_up', reason = $3
  WHERE mass_payout_id = $1 AND slice = ANY($2::integer[]) AND status = 'held'`);
