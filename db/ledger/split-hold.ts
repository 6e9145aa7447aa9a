import type { Tx } from '../sequelize.ts';
import { lockAccounts, stripeFor } from './accounts.ts';
import { resolveTransfer } from './resolve.ts';
import type { TransferRequest } from './transfer-request.ts';
import { holdTransfers } from './transfers.ts';

/**
 * Puts several holds in the place of one that was taken for all of them: every account is locked first, so nobody can
 * spend in between what the one gives back, and the balance stays as it was. The same again does nothing.
 *
 * @throws DomainError `account_frozen`; `insufficient_balance` only when the parts are more than the whole was
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
    parts.map((part) => ({ ...part, promised: true })),
  );
}
