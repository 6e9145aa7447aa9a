import { bankCustody } from '../bank/payments.ts';
import type { Tx } from '../core/sequelize.ts';
import { type AccountRef, GATEWAY } from '../ledger/accounts.ts';
import { resolveTransfers } from '../ledger/resolve.ts';
import { transfersTable } from '../ledger/rows.ts';
import type { Posting } from '../ledger/transfer-request.ts';
import { holdTransfer, postTransfers } from '../ledger/transfers.ts';
import { returnPaidOut } from '../payouts/returns.ts';
import type { WithdrawalRow } from './rows.ts';

/** The columns that a hold needs. */
export type HeldWithdrawal = Pick<
  WithdrawalRow,
  'id' | 'merchantId' | 'mode' | 'gateId' | 'netMinor' | 'serviceFeeMinor'
>;

/** How the money of a withdrawal ends: see `WithdrawalEffect`. */
export interface HoldEnd {
  readonly withdrawal: HeldWithdrawal;
  readonly outcome: 'post' | 'void' | 'return' | 'charge';
}

/**
 * Holds the money of a withdrawal: one pending transfer to the bank and to the fees. The balance is locked first, so
 * concurrent requests cannot overdraw it (hazard 51).
 * @throws DomainError `insufficient_balance`, `account_frozen`
 */
export async function holdWithdrawal(tx: Tx, withdrawal: HeldWithdrawal): Promise<void> {
  await holdTransfer(tx, {
    key: `${entityOf(withdrawal)}:hold`,
    kind: 'withdrawal',
    entity: entityOf(withdrawal),
    postings: postingsFrom('available', withdrawal),
  });
}

/** Ends holds, or reverses their end, each once. Repeating it does nothing. */
export async function endHolds(tx: Tx, ends: readonly HoldEnd[]): Promise<void> {
  await resolveTransfers(
    tx,
    ends.flatMap(({ withdrawal, outcome }) =>
      outcome === 'post' || outcome === 'void'
        ? [{ key: `${entityOf(withdrawal)}:${outcome}`, pendingKey: `${entityOf(withdrawal)}:hold`, outcome }]
        : [],
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
async function returnPaid(tx: Tx, withdrawal: HeldWithdrawal): Promise<void> {
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

function postingsFrom(kind: 'available' | 'receivable', { merchantId, mode, ...of }: HeldWithdrawal): Posting[] {
  const asset = of.gateId;
  const debit: AccountRef = { owner: merchantId, mode, asset, kind };
  const parts: readonly Posting[] = [
    { debit, credit: bankCustody(mode), minor: of.netMinor },
    { debit, credit: { owner: GATEWAY, mode, asset, kind: 'fees:service' }, minor: of.serviceFeeMinor },
  ];
  return parts.filter(({ minor }) => minor > 0n);
}
