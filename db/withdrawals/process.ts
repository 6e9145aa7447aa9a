import { DomainError } from '../../domain/errors.ts';
import { nextWithdrawal, type WithdrawalOutcome } from '../../domain/state/withdrawal.ts';
import type { WithdrawalEvent } from '../../domain/state/withdrawal-event.ts';
import type { WithdrawalSnapshot } from '../../domain/state/withdrawal-snapshot.ts';
import { remittanceOf } from '../../domain/withdrawals/remittance.ts';
import { raiseAlert, resolveAlert } from '../alerts/alerts.ts';
import { addBankPayments, answerNameQuestion, withdrawBankPayment } from '../bank/payments.ts';
import type { Tx } from '../core/sequelize.ts';
import { type Decided, defineProcess, hasEffect } from '../process/define.ts';
import { lockRows } from '../process/lock.ts';
import { guard } from '../process/reactions.ts';
import { endHolds } from './holds.ts';
import { liveMessageOf, snapshotOf, withdrawalEvent, workflowSignal } from './publish.ts';
import { toFacts, type WithdrawalRow, withdrawalsTable } from './rows.ts';

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
    ...(['version', 'status', 'statusReason', 'statusWords', 'needsOperator', 'hold', 'bankStage'] as const),
    ...(['payeeName', 'bankReference', 'approvedByKind', 'approvedBy', 'approvalMac', 'approvedAt'] as const),
    ...(['completedAt', 'canceledAt'] as const),
  ],
  lock: lockWithdrawals,
  // Merchants may cancel a suspended one as always, because a refusal would reveal the suspension.
  guard: { at: euroLeaves, events: new Set(['give', 'resolve_unpaid']), code: 'operation_suspended' },
  decide: ({ row }, { event, nowMs }) => nextWithdrawal(toFacts(row), event, nowMs),
  after: withdrawalAfter,
  effects: {
    approve: 'row',
    take_from_bank: takeFromBank,
    give_to_bank: giveToBank,
    answer_bank: answerBank,
    end_hold: endHeld,
    alert: alertOperators,
    resolve_alert: alertOperators,
    ask_merchant: 'row',
    publish: 'row',
  },
  // A question of the bank is news too, although the status stays: the merchant has to answer it.
  event: ({ outcome, after, step }) =>
    hasEffect(outcome, 'publish') || hasEffect(outcome, 'ask_merchant') ? withdrawalEvent(after, step.nowMs) : null,
  signal: ({ after }) => workflowSignal(after),
  workflow: {
    neededWhen: `t.status NOT IN ('done', 'error', 'canceled') OR t.needs_operator`,
    workflowId: `'withdrawal:' || t.id`,
    start: ({ row }) => workflowSignal(row),
  },
  live: ({ after }) => liveMessageOf(after),
  answer: ({ outcome: { changed } }, after) => ({ changed, watch: snapshotOf(after) }),
});

/** The row as a decision leaves it. */
export function withdrawalAfter({
  before: { row },
  outcome: { state, effects },
  step: { nowMs },
}: Pick<Decided<WithdrawalKind>, 'before' | 'outcome' | 'step'>): WithdrawalRow {
  const approval = effects.find((effect) => effect.type === 'approve');
  const ended = effects.find((effect) => effect.type === 'end_hold');
  const now = new Date(nowMs);
  const { reason: statusReason, words: statusWords, ...same } = state;
  return {
    ...row,
    ...same,
    statusReason,
    statusWords,
    hold: ended === undefined ? row.hold : HOLDS[ended.outcome],
    ...(approval === undefined
      ? {}
      : {
          approvedByKind: approval.by.kind,
          approvedBy: approval.by.id,
          approvalMac: approval.mac,
          approvedAt: now,
        }),
    completedAt: state.status === 'done' ? (row.completedAt ?? now) : null,
    canceledAt: state.status === 'canceled' ? (row.canceledAt ?? now) : null,
  };
}

const HOLDS = { post: 'posted', charge: 'posted', void: 'voided', return: 'voided' } as const;

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
  await endHolds(
    tx,
    decided.flatMap(({ before: { row: withdrawal }, outcome }) =>
      outcome.effects.flatMap((effect) =>
        effect.type === 'end_hold' ? [{ withdrawal, outcome: effect.outcome }] : [],
      ),
    ),
  );
}

async function alertOperators(tx: Tx, decided: Decisions): Promise<undefined> {
  for (const { step, outcome } of decided) {
    const alert = { kind: 'withdrawal_needs_operator', subject: `withdrawal:${step.id}` } as const;
    for (const effect of outcome.effects) {
      if (effect.type === 'alert') await raiseAlert(tx, { ...alert, message: effect.message });
      if (effect.type === 'resolve_alert') await resolveAlert(tx, alert);
    }
  }
}
