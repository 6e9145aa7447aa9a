import type { WithdrawalRow } from '../../domain/withdrawals/record.ts';
import { bankCustody } from '../bank/payments.ts';
import type { Tx } from '../core/sequelize.ts';
import { type AccountRef, GATEWAY } from '../ledger/accounts.ts';
import { transfersTable } from '../ledger/rows.ts';
import type { Posting } from '../ledger/transfer-request.ts';
import { postTransfers } from '../ledger/transfers.ts';
import { endHolds, type HeldOutflow } from '../outflows/holds.ts';
import { returnPaidOut } from '../outflows/returns.ts';

/** A withdrawal as the ledger holds it: its custody is the account at the bank. */
export function heldOf(row: WithdrawalRow): HeldOutflow {
  const { id, merchantId, mode, gateId, netMinor, serviceFeeMinor, heldMinor } = row;
  const sums = { netMinor, serviceFeeMinor, networkFeeMinor: 0n, heldMinor };
  return { id, kind: 'withdrawal', merchantId, mode, gateId, network: 'bank:main', ...sums, invoiceId: null };
}

/** How the money of a withdrawal ends: see `WithdrawalEffect`. */
export interface HoldEnd {
  readonly withdrawal: WithdrawalRow;
  readonly outcome: 'post' | 'void' | 'return' | 'charge';
}

/** Ends holds, or reverses their end, each once. Repeating it does nothing. */
export async function endWithdrawals(tx: Tx, ends: readonly HoldEnd[]): Promise<void> {
  await endHolds(
    tx,
    ends.flatMap(({ withdrawal, outcome }) =>
      outcome === 'post' || outcome === 'void' ? [{ payout: heldOf(withdrawal), outcome }] : [],
    ),
  );
  for (const { withdrawal, outcome } of ends) {
    if (outcome === 'return') await returnPaid(tx, withdrawal);
  }
  // The bank paid what the balance has again: what the merchant has got twice is a debt.
  const charged = ends.filter(({ outcome }) => outcome === 'charge').map(({ withdrawal }) => withdrawal);
  await postTransfers(
    tx,
    charged.map((withdrawal) => ({
      key: chargeKeyOf(withdrawal),
      kind: 'withdrawal_charged',
      entity: entityOf(withdrawal),
      postings: postingsFrom('receivable', withdrawal),
    })),
  );
}

/** Returns what was paid to the balance; a debt that a charge left is paid from there, if it is not paid yet. */
async function returnPaid(tx: Tx, withdrawal: WithdrawalRow): Promise<void> {
  const isCharged = (await transfersTable.count(tx, { key: chargeKeyOf(withdrawal) })) > 0;
  if (!isCharged) return returnPaidOut(tx, { kind: 'withdrawal', id: withdrawal.id });
  const entity = entityOf(withdrawal);
  const paid = postingsFrom('available', withdrawal);
  const postings = paid.map(({ debit, credit, minor }) => ({ debit: credit, credit: debit, minor }));
  await postTransfers(tx, [
    { key: `${entity}:returned`, kind: 'withdrawal_returned', entity, gives: entity, postings },
  ]);
}

function chargeKeyOf(withdrawal: Pick<WithdrawalRow, 'id'>): string {
  return `${entityOf(withdrawal)}:charged`;
}

function entityOf({ id }: Pick<WithdrawalRow, 'id'>): string {
  return `withdrawal:${id}`;
}

function postingsFrom(kind: 'available' | 'receivable', { merchantId, mode, ...of }: WithdrawalRow): Posting[] {
  const asset = of.gateId;
  const debit: AccountRef = { owner: merchantId, mode, asset, kind };
  const parts: readonly Posting[] = [
    { debit, credit: bankCustody(mode), minor: of.netMinor },
    { debit, credit: { owner: GATEWAY, mode, asset, kind: 'fees:service' }, minor: of.serviceFeeMinor },
  ];
  return parts.filter(({ minor }) => minor > 0n);
}
