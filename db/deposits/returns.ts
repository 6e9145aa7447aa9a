import { Op } from 'sequelize';
import { raiseAlert } from '../alerts/alerts.ts';
import type { Admit } from '../bank/collect.ts';
import { bankPaymentsTable } from '../bank/payment-rows.ts';
import { type BankPaymentNews, bankCustody } from '../bank/payments.ts';
import { bankEntriesTable } from '../bank/rows.ts';
import type { Tx } from '../core/sequelize.ts';
import { NOW } from '../core/table.ts';
import { GATEWAY } from '../ledger/accounts.ts';
import { postTransfers } from '../ledger/transfers.ts';
import { isStopped } from '../payouts/emergency-stop.ts';
import { isInStatement } from './entry-statement.ts';
import { type BankMatchRow, bankMatchesTable } from './match-rows.ts';
import { paymentOf } from './matches.ts';

/**
 * The bank's news of payments that send euro back: once the debit is booked they are gone; one that is refused or comes
 * back is in suspense again, where staff decide once more. One line of db/reactions.ts.
 */
export async function followReturns(tx: Tx, news: readonly BankPaymentNews[]): Promise<void> {
  const ids = news.map(({ withdrawalId }) => withdrawalId);
  for (const match of await bankMatchesTable.find(tx, { id: { [Op.in]: ids } })) {
    const change = news.find(({ withdrawalId }) => withdrawalId === match.id)?.change;
    if (change === 'booked') await move(tx, match, 'out');
    if (change === 'booked' && match.endedAt !== null) await takeBack(tx, match);
    if (change === 'returned') await move(tx, match, 'back');
    if (change !== 'rejected' && change !== 'returned') continue;
    await bankMatchesTable.update(tx, { endedAt: NOW }, { id: match.id });
    await bankEntriesTable.update(tx, { bookedAs: 'suspense' }, { id: match.entryId });
  }
}

/** A return that the bank had rejected was made all the same: its credit is gone, if nobody has it since. */
async function takeBack(tx: Tx, { id, mode, entryId }: BankMatchRow): Promise<void> {
  const free = { id: entryId, bookedAs: 'suspense', depositId: null } as const;
  if ((await bankEntriesTable.update(tx, { bookedAs: 'claimed' }, free)) === 1) return;
  const what = `The bank made the return ${id} (${mode}) although it had rejected it`;
  const message = `${what}, and the credit was given to somebody else meanwhile. Decide who owes the money.`;
  await raiseAlert(tx, { kind: 'bank_contradiction', subject: id, message });
}

/** Which of these payments send euro back, exactly as two people confirmed. */
export async function admitReturns(tx: Tx, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const admitted = new Set<string>();
  for (const match of await bankMatchesTable.find(tx, { id: { [Op.in]: ids }, endedAt: null })) {
    if (await isAsConfirmed(tx, match)) admitted.add(match.id);
  }
  return admitted;
}

admitReturns satisfies Admit;

async function isAsConfirmed(tx: Tx, match: BankMatchRow): Promise<boolean> {
  const { id, mode, entryId, payee, confirmedAt } = match;
  if (payee === null || confirmedAt === null || (await isStopped(tx, { mode, network: 'SEPA' }))) return false;
  const entry = await bankEntriesTable.findOne(tx, { id: entryId });
  const payment = await bankPaymentsTable.findOne(tx, { id });
  if (entry?.bookedAs !== 'claimed' || entry.takenBackBy !== null || !(await isInStatement(tx, entry))) return false;
  if (entry.depositId !== null || entry.doubtedBy !== null || payment === undefined) return false;
  const { amountMinor, creditor, remittance } = paymentOf(match, entry, payee);
  return (
    payment.mode === mode &&
    payment.amountMinor === amountMinor &&
    payment.creditorIban === creditor.iban &&
    payment.remittance === remittance
  );
}

async function move(tx: Tx, { id, mode, entryId }: BankMatchRow, way: 'out' | 'back'): Promise<void> {
  const entry = await bankEntriesTable.findOne(tx, { id: entryId });
  if (entry === undefined) throw new Error(`The match ${id} has no entry.`);
  const suspense = { owner: GATEWAY, mode, asset: 'EUR', kind: 'suspense:bank' } as const;
  const [debit, credit] = way === 'out' ? [suspense, bankCustody(mode)] : [bankCustody(mode), suspense];
  const postings = [{ debit, credit, minor: entry.amountMinor }];
  const entity = `bank_entry:${entryId}`;
  await postTransfers(tx, [{ key: `bank-match:${id}:${way}`, kind: 'bank_credit_returned', postings, entity }]);
}
