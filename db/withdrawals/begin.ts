import { newId } from '../../domain/ids.ts';
import type { PayoutActor } from '../../domain/state/payout-event.ts';
import { nextWithdrawal } from '../../domain/state/withdrawal.ts';
import type { WithdrawalEvent } from '../../domain/state/withdrawal-event.ts';
import { notifyLiveAfterCommit } from '../core/live.ts';
import { enqueue } from '../core/outbox.ts';
import type { Tx } from '../core/sequelize.ts';
import { publishEvents } from '../process/public-event.ts';
import { withdrawalAfter } from './process.ts';
import { liveMessageOf, withdrawalEvent, workflowStart } from './publish.ts';
import { toFacts, type WithdrawalRow, withdrawalsTable } from './rows.ts';
import type { WithdrawalSettings } from './settings.ts';

/** The fields of a request. */
export type RequestedWithdrawal = Pick<
  WithdrawalRow,
  | ('merchantId' | 'profileId' | 'mode' | 'amountMinor' | 'netMinor' | 'serviceFeeMinor' | 'heldMinor' | 'feePayer')
  | ('methodId' | 'methodTitle' | 'iban' | 'bic' | 'accountName' | 'bankName' | 'country' | 'town' | 'street')
  | ('postCode' | 'approvalRequired' | 'notBefore')
>;

export interface BeginWithdrawal {
  readonly asked: RequestedWithdrawal;
  readonly by: PayoutActor;
  /** Users who also count as creators besides `by`. */
  readonly creators: readonly string[];
  readonly nowMs: number;
}

/**
 * Writes a requested withdrawal, an event for each status that it passes immediately, and its workflow start: approved
 * if its creator may approve, and queued for the bank if there is no cool-off. The caller adds the hold in the same
 * transaction.
 * @returns the resulting row
 */
export async function beginWithdrawal(
  tx: Tx,
  settings: WithdrawalSettings,
  begin: BeginWithdrawal,
): Promise<WithdrawalRow> {
  const rows = statusesOf(settings, begin);
  const row = rows.at(-1);
  if (row === undefined) throw new Error('A withdrawal begins somewhere.');
  await withdrawalsTable.create(tx, row);
  await enqueue(tx, [workflowStart(row)]);
  await publishEvents(
    tx,
    rows.map((each) => ({ entityId: row.id, event: withdrawalEvent(each, begin.nowMs) })),
  );
  notifyLiveAfterCommit(tx, liveMessageOf(row));
  return row;
}

/** The row in each of its initial statuses, by the same rules as later steps. */
function statusesOf(settings: WithdrawalSettings, { asked, by, creators, nowMs }: BeginWithdrawal): WithdrawalRow[] {
  const fresh: WithdrawalRow = {
    ...asked,
    id: newId(nowMs),
    version: 1,
    status: 'new',
    statusReason: asked.approvalRequired ? 'awaiting_approval' : null,
    statusWords: null,
    needsOperator: false,
    gateId: 'EUR',
    hold: 'open',
    bankStage: 'none',
    payeeName: null,
    bankReference: null,
    createdByKind: by.kind,
    createdBy: by.id,
    creators,
    approvedByKind: null,
    approvedBy: null,
    approvalMac: null,
    approvedAt: null,
    createdAt: new Date(nowMs),
    completedAt: null,
    canceledAt: null,
  };
  if (asked.approvalRequired) return [fresh];
  const approved = after(fresh, { type: 'approve', by, mac: settings.withdrawalSeal.approve(fresh, by) }, nowMs);
  const coolsOff = asked.notBefore !== null && nowMs < asked.notBefore.getTime();
  return coolsOff ? [fresh, approved] : [fresh, approved, after(approved, { type: 'enqueue' }, nowMs)];
}

function after(row: WithdrawalRow, event: WithdrawalEvent, nowMs: number): WithdrawalRow {
  const outcome = nextWithdrawal(toFacts(row), event, nowMs);
  return withdrawalAfter({ before: { row }, outcome, step: { id: row.id, event, cause: event.type, nowMs } });
}
