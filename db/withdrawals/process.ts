import { DomainError } from '../../domain/errors.ts';
import { nextWithdrawal, type WithdrawalOutcome } from '../../domain/state/withdrawal.ts';
import type { WithdrawalEvent } from '../../domain/state/withdrawal-event.ts';
import type { WithdrawalSnapshot } from '../../domain/state/withdrawal-snapshot.ts';
import { withdrawalSnapshotOf } from '../../domain/state/withdrawal-snapshot.ts';
import type { WithdrawalRow } from '../../domain/withdrawals/record.ts';
import { remittanceOf } from '../../domain/withdrawals/remittance.ts';
import { operatorAlerts } from '../alerts/operator-alerts.ts';
import { addBankPayments, answerNameQuestion, withdrawBankPayment } from '../bank/payments.ts';
import { objectChanged } from '../core/live.ts';
import type { Tx } from '../core/sequelize.ts';
import { outflowAfter } from '../outflows/after.ts';
import { type Decided, defineProcess, hasEffect } from '../process/define.ts';
import { lockRows } from '../process/lock.ts';
import { guard } from '../process/reactions.ts';
import { endWithdrawals } from './holds.ts';
import { withdrawalEvent, withdrawalRun } from './publish.ts';
import { withdrawalsTable } from './rows.ts';

export interface WithdrawalKind {
  readonly row: WithdrawalRow;
  readonly facts: { readonly row: WithdrawalRow };
  readonly event: WithdrawalEvent;
  readonly outcome: WithdrawalOutcome;
  readonly answer: { readonly changed: boolean; readonly watch: WithdrawalSnapshot };
}

/** Prevents a withdrawal's money from leaving. */
export const euroLeaves = guard('withdrawal.money_leaves');

export const lockWithdrawals = lockRows(withdrawalsTable);

/** Locks a withdrawal and returns it as it is under the lock. @throws DomainError `not_found` */
export async function lockWithdrawal(tx: Tx, id: string): Promise<WithdrawalRow> {
  const locked = (await lockWithdrawals(tx, [id])).get(id);
  if (locked === undefined) throw new DomainError('not_found');
  return locked.row;
}

/** The life of a withdrawal to a bank account. */
export const withdrawalProcess = defineProcess<WithdrawalKind>({
  name: 'withdrawal',
  table: withdrawalsTable,
  changes: [
    'version',
    'status',
    'statusReason',
    'statusWords',
    'needsOperator',
    'hold',
    'bankStage',
    'payeeName',
    'bankReference',
    'approvedByKind',
    'approvedBy',
    'approvalMac',
    'approvedAt',
    'completedAt',
    'canceledAt',
  ],
  lock: lockWithdrawals,
  // Merchants may cancel a suspended one as always, because a refusal would reveal the suspension.
  guard: { at: euroLeaves, events: new Set(['give', 'resolve_unpaid']), code: 'operation_suspended' },
  decide: ({ row }, { event, nowMs }) => nextWithdrawal(row, event, nowMs),
  after: withdrawalAfter,
  effects: {
    approve: 'row',
    take_from_bank: takeFromBank,
    give_to_bank: giveToBank,
    answer_bank: answerBank,
    end_hold: endHeld,
    ...operatorAlerts(({ id }: WithdrawalRow) => ({ kind: 'withdrawal_needs_operator', subject: `withdrawal:${id}` })),
    ask_merchant: 'row',
    publish: 'row',
  },
  // A question of the bank is news too, although the status stays: the merchant has to answer it.
  publishes: ({ outcome }) => hasEffect(outcome, 'publish') || hasEffect(outcome, 'ask_merchant'),
  event: ({ row }, nowMs) => withdrawalEvent(row, nowMs),
  workflow: {
    neededWhen: `t.status NOT IN ('done', 'error', 'canceled') OR t.needs_operator`,
    workflowId: `'withdrawal:' || t.id`,
    signal: 'withdrawalChanged',
    run: ({ row }) => withdrawalRun(row),
  },
  live: (row) => objectChanged('withdrawal', row),
  answer: ({ outcome: { changed } }, after) => ({ changed, watch: withdrawalSnapshotOf(after) }),
});

/** The row as a decision leaves it. */
function withdrawalAfter({
  before: { row },
  outcome: { state, effects },
  step: { nowMs },
}: Decided<WithdrawalKind>): WithdrawalRow {
  const approval = effects.find((effect) => effect.type === 'approve');
  const ended = effects.find((effect) => effect.type === 'end_hold');
  return {
    ...row,
    ...state,
    ...outflowAfter(row, { status: state.status, approval, ended, nowMs }),
  };
}

type Decisions = readonly Decided<WithdrawalKind>[];

async function giveToBank(tx: Tx, decided: Decisions): Promise<undefined> {
  await addBankPayments(
    tx,
    decided.map(({ before: { row } }) => ({
      withdrawalId: row.id,
      merchantId: row.merchantId,
      mode: row.mode,
      amountMinor: row.netMinor,
      creditor: {
        name: row.accountName,
        iban: row.iban,
        bic: row.bic,
        address: {
          town: row.town,
          country: row.country,
          street: row.street ?? undefined,
          postCode: row.postCode ?? undefined,
        },
      },
      remittance: remittanceOf(row.id),
    })),
  );
}

/** @throws DomainError `withdrawal_in_file` if the bank has it or may have it */
async function takeFromBank(tx: Tx, decided: Decisions): Promise<undefined> {
  for (const { step } of decided) {
    if (!(await withdrawBankPayment(tx, step.id))) throw new DomainError('withdrawal_in_file');
  }
}

async function answerBank(tx: Tx, decided: Decisions): Promise<undefined> {
  for (const { step, outcome } of decided) {
    for (const effect of outcome.effects) {
      if (effect.type !== 'answer_bank') continue;
      const by = `${effect.by.kind}:${effect.by.id}`;
      await answerNameQuestion(tx, { withdrawalId: step.id, by, outcome: effect.outcome });
    }
  }
}

async function endHeld(tx: Tx, decided: Decisions): Promise<undefined> {
  await endWithdrawals(
    tx,
    decided.flatMap(({ before: { row: withdrawal }, outcome }) =>
      outcome.effects.flatMap((effect) =>
        effect.type === 'end_hold' ? [{ withdrawal, outcome: effect.outcome }] : [],
      ),
    ),
  );
}
