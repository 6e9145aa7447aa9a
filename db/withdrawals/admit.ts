import type { WithdrawalRow } from '../../domain/withdrawals/record.ts';
import { raiseAlert } from '../alerts/alerts.ts';
import type { Admit } from '../bank/collect.ts';
import { type BankPaymentRow, bankPaymentsTable } from '../bank/payment-rows.ts';
import type { Tx } from '../core/sequelize.ts';
import { prepared, select } from '../core/sql.ts';
import { isBeyondOwnLimits, requestedUnderHigherLimits } from '../outflows/lowered-limits.ts';
import { applyStep } from '../process/apply.ts';
import { stoppedBy } from '../process/reactions.ts';
import { verdictOn } from './give.ts';
import { euroLeaves, lockWithdrawals, withdrawalProcess } from './process.ts';
import type { WithdrawalSettings } from './settings.ts';

/**
 * Which of these payments may go into a file now: everything about their withdrawals is checked once more, and each
 * payment must still be what was approved (hazard 68). The others wait for a later file; where somebody changed a row,
 * an operator is asked.
 */
export function admitPayments(settings: WithdrawalSettings): Admit {
  return async (tx, ids, nowMs) => {
    const withdrawals = await lockWithdrawals(tx, ids);
    const held = await stoppedBy(tx, euroLeaves, ids);
    const payments = await select<object>(tx, paymentsSql, [ids]);
    const underHigher = await requestedUnderHigherLimits(tx, ids);
    const admitted = new Map<string, WithdrawalRow>();
    /** The merchant lowered its own limits meanwhile. */
    const isBeyond = (row: WithdrawalRow) => {
      const beside = [...admitted.values()].filter((each) => each.merchantId === row.merchantId);
      return isBeyondOwnLimits(tx, row, { beside, countsWaiting: false });
    };
    for (const raw of payments) {
      const payment: BankPaymentRow = bankPaymentsTable.read(raw);
      const row = withdrawals.get(payment.id)?.row;
      if (row === undefined || held.has(row.id)) continue;
      const verdict = await verdictOn(tx, settings, { row, nowMs });
      const isSame = isOf(payment, row);
      if (verdict.kind === 'give' && isSame) {
        if (underHigher.has(row.id) && (await isBeyond(row))) await defer(tx, row.id, nowMs);
        else admitted.set(row.id, row);
      } else if (verdict.kind === 'refuse' || !isSame) await alertOfChange(tx, row);
    }
    return new Set(admitted.keys());
  };
}

/** It waits for a later file, and says why. */
async function defer(tx: Tx, id: string, nowMs: number): Promise<void> {
  await applyStep(tx, withdrawalProcess, { id, event: { type: 'defer', reason: 'own_limit' }, cause: null, nowMs });
}

/** The payment pays what was approved; the name may be the one that the bank said and a person confirmed. */
function isOf(payment: BankPaymentRow, row: WithdrawalRow): boolean {
  const { town, country, street, postCode } = payment.creditorAddress;
  const isName =
    payment.creditorName === row.accountName || (payment.nameConfirmed && payment.creditorName === row.payeeName);
  return (
    isName &&
    payment.merchantId === row.merchantId &&
    payment.mode === row.mode &&
    payment.amountMinor === row.netMinor &&
    payment.creditorIban === row.iban &&
    payment.creditorBic === row.bic &&
    town === row.town &&
    country === row.country &&
    (street ?? null) === row.street &&
    (postCode ?? null) === row.postCode
  );
}

async function alertOfChange(tx: Tx, { id }: WithdrawalRow): Promise<void> {
  const message = 'The payment of the withdrawal is not what was approved, so somebody may have changed it.';
  await raiseAlert(tx, { kind: 'withdrawal_needs_operator', subject: `withdrawal:${id}`, message });
}

const paymentsSql = prepared(`SELECT ${bankPaymentsTable.selected()} FROM bank_payment WHERE id = ANY($1::uuid[])`);
