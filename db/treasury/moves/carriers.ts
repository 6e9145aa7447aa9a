import { Op } from 'sequelize';
import { raiseAlert, resolveAlert } from '../../alerts/alerts.ts';
import type { Admit } from '../../bank/collect.ts';
import { type BankPaymentRow, bankPaymentsTable } from '../../bank/payment-rows.ts';
import type { BankPaymentNews } from '../../bank/payments.ts';
import type { Tx } from '../../core/sequelize.ts';
import { isStopped } from '../../payouts/emergency-stop.ts';
import type { PayoutChange } from '../../payouts/process.ts';
import { applySteps } from '../../process/apply.ts';
import { describeTransfer } from './alerts.ts';
import type { TransferEvent } from './kind.ts';
import { lockTransfers, transferProcess } from './process.ts';
import { type RouteRow, routesTable, type TransferRow, transfersTable } from './rows.ts';
import type { TransferSettings } from './settings.ts';

/** A payout that carries a transfer moved on: confirmed, the money has left. One line of db/reactions.ts. */
export async function followPayouts(tx: Tx, changes: readonly PayoutChange[]): Promise<void> {
  const ended = changes.filter(({ before, after }) => after.createdBy === CARRIER.id && before.row.hold !== after.hold);
  if (ended.length === 0) return;
  const where = { payoutId: { [Op.in]: ended.map(({ after }) => after.id) } };
  for (const row of await transfersTable.find(tx, where, { order: [['id', 'ASC']] })) {
    const change = ended.find(({ after }) => after.id === row.payoutId);
    if (change === undefined) continue;
    const { after: payout } = change;
    const { nowMs } = change.step;
    const txid = payout.transactions.find(({ status }) => status === 'confirmed')?.txid ?? null;
    if (payout.hold === 'posted' && row.status === 'sending') {
      await follow(tx, row, { event: { type: 'depart', netMinor: row.amountMinor, venueId: null, txid }, nowMs });
    } else if (payout.hold === 'voided' && (row.status === 'sending' || row.status === 'sent')) {
      const reason = `Its payout ended as ${payout.status}${payout.statusWords === null ? '' : `: ${payout.statusWords}`}.`;
      await follow(tx, row, { event: { type: 'fail', reason }, nowMs });
    }
  }
}

/** The creator of payouts that carry transfers. */
export const CARRIER = { kind: 'system', id: 'treasury' } as const;

/** Locks the transfers of payments before these are locked. One line of db/reactions.ts. */
export async function lockTransfersBefore(
  tx: Tx,
  payments: readonly { readonly withdrawalId: string }[],
): Promise<void> {
  await lockTransfers(
    tx,
    payments.map(({ withdrawalId }) => withdrawalId),
  );
}

/** The bank's news of the payments of transfers. One line of db/reactions.ts. */
export async function followPayments(tx: Tx, news: readonly BankPaymentNews[]): Promise<void> {
  const rows = await transfersTable.find(tx, { id: { [Op.in]: news.map(({ withdrawalId }) => withdrawalId) } });
  for (const { withdrawalId, change, words, at } of rows.length === 0 ? [] : news) {
    const row = rows.find(({ id }) => id === withdrawalId);
    if (row === undefined) continue;
    const nowMs = at.getTime();
    if (change === 'booked') {
      await follow(tx, row, {
        event: { type: 'depart', netMinor: row.amountMinor, venueId: null, txid: null },
        nowMs,
      });
    } else if (change === 'rejected' || change === 'returned') {
      const reason = `The bank ${change} it: ${words ?? 'it gives no reason.'}`;
      await follow(tx, row, { event: { type: 'fail', reason }, nowMs });
    }
  }
}

/**
 * News that a transfer does not expect changes nothing but notifies operators, so that it stops no file and no
 * follower.
 */
async function follow(
  tx: Tx,
  row: TransferRow,
  { event, nowMs }: { readonly event: TransferEvent; readonly nowMs: number },
): Promise<void> {
  const { id } = row;
  const [result] = await applySteps(tx, transferProcess, [{ id, event, cause: null, nowMs }]);
  const alert = { kind: 'treasury_transfer_late', subject: id } as const;
  if (result?.answer?.status === 'sent') await resolveAlert(tx, alert);
  if (result?.refused === undefined) return;
  const said = 'reason' in event ? event.reason : 'It has left.';
  await raiseAlert(tx, {
    ...alert,
    message: `${describeTransfer(row)} is ${row.status} and does not expect this: ${said}`,
  });
}

/** Which of these payments are those of transfers that may go into a file now, exactly as two people confirmed. */
export function admitTransfers(settings: TransferSettings): Admit {
  return async (tx, ids) => {
    const rows = await lockTransfers(tx, ids);
    const admitted = new Set<string>();
    for (const row of rows) {
      if (row.status !== 'sending' || (await isStopped(tx, { mode: row.mode, network: 'SEPA' }))) continue;
      const route = await routesTable.findOne(tx, { id: row.routeId });
      const payment = await bankPaymentsTable.findOne(tx, { id: row.id });
      if (route === undefined || payment === undefined) continue;
      if (settings.routeSeal.isSealed(route) && isOf(payment, row, route)) admitted.add(row.id);
      else await tellOfChange(tx, row);
    }
    return admitted;
  };
}

function isOf(payment: BankPaymentRow, row: TransferRow, { payee }: RouteRow): boolean {
  return (
    payee !== null &&
    payment.mode === row.mode &&
    payment.amountMinor === row.amountMinor &&
    (payment.creditorName === payee.name || isConfirmedName(payment)) &&
    payment.creditorIban === payee.iban &&
    payment.creditorBic === payee.bic &&
    payment.remittance === payee.reference
  );
}

/** The account holder's name by the bank, which one of the staff has confirmed; the account is still the route's. */
function isConfirmedName({ nameConfirmed, creditorName, payeeName }: BankPaymentRow): boolean {
  return nameConfirmed && creditorName === payeeName;
}

async function tellOfChange(tx: Tx, row: TransferRow): Promise<void> {
  const message = `${describeTransfer(row)}: its payment is not what was confirmed, so somebody may have changed it.`;
  await raiseAlert(tx, { kind: 'treasury_transfer_late', subject: row.id, message });
}
