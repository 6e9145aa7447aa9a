import type { LimitReason } from '../../domain/outflows/limits.ts';
import { isByAnotherPerson } from '../../domain/payouts/signing.ts';
import type { WithdrawalSnapshot } from '../../domain/state/withdrawal-snapshot.ts';
import { withdrawalSnapshotOf } from '../../domain/state/withdrawal-snapshot.ts';
import { type GivingVerdict, judgeGiving } from '../../domain/withdrawals/giving.ts';
import type { WithdrawalRow } from '../../domain/withdrawals/record.ts';
import { requireCheckedRestores } from '../core/restored.ts';
import type { Tx } from '../core/sequelize.ts';
import { euroLimitFor } from '../outflows/euro-limits.ts';
import { readHolds } from '../outflows/holds.ts';
import { isBeyondOwnLimits, requestedUnderHigherLimits } from '../outflows/lowered-limits.ts';
import { merchantStatuses } from '../outflows/merchant-statuses.ts';
import { judgeMethod } from '../outflows/method-seal.ts';
import { methodsTable, type StoredMethod } from '../payout-methods/rows.ts';
import { isStopped } from '../payouts/emergency-stop.ts';
import { applyStep } from '../process/apply.ts';
import { heldOf } from './holds.ts';
import { lockWithdrawal, withdrawalProcess } from './process.ts';
import type { WithdrawalSettings } from './settings.ts';

export interface GiveWithdrawal {
  readonly withdrawalId: string;
  readonly nowMs: number;
}

/**
 * Gives a queued withdrawal to the bank, once everything about it was checked under the locks of this transaction.
 * Otherwise it stays queued with the reason, or ends and its money returns.
 * @throws DomainError `operation_suspended`, `restore_unchecked`
 */
export async function giveWithdrawal(
  tx: Tx,
  settings: WithdrawalSettings,
  { withdrawalId: id, nowMs }: GiveWithdrawal,
): Promise<WithdrawalSnapshot> {
  await requireCheckedRestores(tx, 'euro');
  const row = await lockWithdrawal(tx, id);
  if (row.status !== 'queue' || row.bankStage !== 'none') return withdrawalSnapshotOf(row);
  const judged = await verdictOn(tx, settings, { row, nowMs });
  const limit = judged.kind === 'give' ? await limitFor(tx, row) : null;
  const verdict = limit === null ? judged : ({ kind: 'retry_later', reason: limit } as const);
  const { watch } = await applyStep(tx, withdrawalProcess, {
    id,
    event: eventOf(verdict),
    cause: null,
    nowMs,
    byWorkflow: true,
  });
  return watch;
}

async function limitFor(tx: Tx, row: WithdrawalRow): Promise<LimitReason | 'own_limit' | null> {
  const underHigher = await requestedUnderHigherLimits(tx, [row.id]);
  if (underHigher.size > 0 && (await isBeyondOwnLimits(tx, row, { beside: [], countsWaiting: true })))
    return 'own_limit';
  return euroLimitFor(tx, row);
}

function eventOf(verdict: GivingVerdict) {
  switch (verdict.kind) {
    case 'give':
      return { type: 'give' } as const;
    case 'retry_later':
      return { type: 'defer', reason: verdict.reason } as const;
    case 'refuse':
      return { type: 'refuse', reason: verdict.reason, words: verdict.words } as const;
    default:
      return verdict satisfies never;
  }
}

/** Judges a withdrawal whose row is locked. The rows that are read stay true until the end of the transaction. */
export async function verdictOn(
  tx: Tx,
  { withdrawalSeal, methodSeal }: Pick<WithdrawalSettings, 'withdrawalSeal' | 'methodSeal'>,
  { row, nowMs }: { readonly row: WithdrawalRow; readonly nowMs: number },
): Promise<GivingVerdict> {
  const { id, merchantId, mode } = row;
  return judgeGiving({
    stopped: await isStopped(tx, { mode, network: 'SEPA' }),
    approved: withdrawalSeal.isApproved(row) && isByAnotherPerson(row),
    coolingOff: row.notBefore !== null && nowMs < row.notBefore.getTime(),
    mode,
    merchantStatus: (await merchantStatuses(tx, [row])).get(merchantId) ?? 'unknown',
    netMinor: row.netMinor,
    heldMinor: row.heldMinor,
    hold: (await readHolds(tx, [heldOf(row)])).get(id) ?? null,
    method: await methodOf(tx, methodSeal, row),
  });
}

/** Compares the recipient with the method: an approval of one account pays no other. */
async function methodOf(
  tx: Tx,
  methodSeal: WithdrawalSettings['methodSeal'],
  row: WithdrawalRow,
): Promise<'as_requested' | 'paused' | 'changed'> {
  const method = await methodsTable.findOne(tx, { id: row.methodId });
  if (method === undefined || !isSameRecipient(method, row)) return 'changed';
  if ((await judgeMethod(tx, methodSeal, row.methodId)) !== 'sealed') return 'changed';
  return method.status === 'paused' ? 'paused' : 'as_requested';
}

function isSameRecipient(method: StoredMethod, row: WithdrawalRow): boolean {
  const isUsable = method.status === 'active' || method.status === 'paused';
  return (
    isUsable &&
    method.merchantId === row.merchantId &&
    method.profileId === row.profileId &&
    RECIPIENT.every((key) => method[key] === row[key])
  );
}

const RECIPIENT = ['iban', 'bic', 'accountName', 'country', 'town', 'street', 'postCode'] as const;
