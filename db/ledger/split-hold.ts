import type { Tx } from '../core/sequelize.ts';
import { lockAccounts, stripeFor } from './accounts.ts';
import { resolveTransfer } from './resolve.ts';
import type { TransferRequest } from './transfer-request.ts';
import { holdTransfers } from './transfers.ts';

/**
 * Replaces one hold by several: every account is locked first, so nobody can spend the released money in between, and
 * the balance stays the same. Repeating it does nothing.
 *
 * @throws DomainError `account_frozen`; `insufficient_balance` only if the parts exceed the whole
 */
export async function splitHold(
  tx: Tx,
  {
    whole,
    voidKey,
    parts,
  }: { readonly whole: TransferRequest; readonly voidKey: string; readonly parts: readonly TransferRequest[] },
): Promise<void> {
  const accounts = [whole, ...parts].flatMap(({ key, postings }) =>
    postings.flatMap(({ debit, credit }) => [stripeFor(debit, key), stripeFor(credit, key)]),
  );
  await lockAccounts(tx, accounts);
  await resolveTransfer(tx, { key: voidKey, pendingKey: whole.key, outcome: 'void' });
  await holdTransfers(
    tx,
    parts.map((part) => ({ ...part, replacesHold: true })),
  );
}
