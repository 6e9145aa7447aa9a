import type { Mode } from '../../domain/assets/assets.ts';
import { DomainError } from '../../domain/errors.ts';
import { formatAmount } from '../../domain/money/money.ts';
import type { BankEntryRow } from '../bank/rows.ts';
import type { Db, Tx } from '../core/sequelize.ts';
import { one, prepared } from '../core/sql.ts';
import { type AccountRef, GATEWAY } from '../ledger/accounts.ts';
import { lockBalances } from '../ledger/balances.ts';
import { postTransfers } from '../ledger/transfers.ts';

/** The commission that the partner of purchases by card owes, in euro cents; below zero if it paid more by now. */
export async function commissionOwed(on: Tx | Db, mode: Mode): Promise<bigint> {
  return BigInt((await one<{ minor: string }>(on, owedSql, [GATEWAY, mode])).minor);
}

const owedSql = prepared(`
  SELECT coalesce(sum(debits_posted - credits_posted), 0)::text AS minor FROM account
  WHERE owner = $1 AND mode = $2 AND asset = 'EUR' AND kind = 'card_commission'`);

/** @throws DomainError `conflict` when the credit is more than the partner owes */
export async function requireOwed(on: Tx | Db, entry: Pick<BankEntryRow, 'mode' | 'amountMinor'>): Promise<void> {
  refuseMore(entry.amountMinor, await commissionOwed(on, entry.mode));
}

/**
 * Books a credit of the bank against the commission that the partner owes. Once, by its key.
 * @throws DomainError `conflict` when it is more than the partner owes
 */
export async function bookCommission(
  tx: Tx,
  { id, mode, amountMinor }: Pick<BankEntryRow, 'id' | 'mode' | 'amountMinor'>,
): Promise<void> {
  const at = (kind: AccountRef['kind']): AccountRef => ({ owner: GATEWAY, mode, asset: 'EUR', kind });
  const [commission, suspense] = [at('card_commission'), at('suspense:bank')];
  const [owing] = await lockBalances(tx, [commission, suspense]);
  refuseMore(amountMinor, owing.debitsPosted - owing.creditsPosted);
  const postings = [{ debit: suspense, credit: commission, minor: amountMinor }];
  await postTransfers(tx, [{ key: `bank-entry:${id}:card-commission`, kind: 'card_commission_paid', postings }]);
}

function refuseMore(amountMinor: bigint, owedMinor: bigint): void {
  if (amountMinor <= owedMinor) return;
  const owed = formatAmount(owedMinor, 2);
  throw new DomainError('conflict', {
    message: `The card partner owes ${owed} EUR, less than this credit. Ask the partner what it paid.`,
  });
}
