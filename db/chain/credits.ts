import type { CreditMove } from '../../domain/state/credit-change.ts';
import type { Tx } from '../core/sequelize.ts';
import { execute, json, prepared } from '../core/sql.ts';
import { type AccountRef, GATEWAY } from '../ledger/accounts.ts';
import type { TransferRequest } from '../ledger/transfer-request.ts';
import { moment } from '../process/reactions.ts';

/**
 * The ledger's posting for a payment: between custody and the account that has its money. The key is unique across both
 * modes: in tests the sandbox's chains and the real ones may share transaction ids.
 */
export function creditTransfer(
  { type, paymentKey, n, network, minor }: Omit<CreditMove, 'paymentId'>,
  money: AccountRef,
): Pick<TransferRequest, 'key' | 'kind' | 'postings'> {
  const { mode, asset } = money;
  const custody: AccountRef = { owner: GATEWAY, mode, asset, kind: `custody:${network}` };
  const [debit, credit] = type === 'credit' ? [custody, money] : [money, custody];
  return { key: `${mode}:${paymentKey}:${type}:${n}`, kind: `payment_${type}`, postings: [{ debit, credit, minor }] };
}

/** Payments to invoices came to suspense, because no quote is for their asset. */
export const suspenseCredited = moment<{ readonly id: string }>('invoice_payment.suspense_credited');

/** They are about to leave it again: the process that took them puts them back first. */
export const suspenseReversing = moment<{ readonly id: string }>('invoice_payment.suspense_reversing');

/** Where the money of a payment went. */
export interface SavedCredit extends Pick<CreditMove, 'type' | 'paymentId' | 'n' | 'minor'> {
  readonly account: 'unsettled' | 'suspense';
}

/** Stores which payments are credited, and with how much. */
export async function saveCredits(tx: Tx, moved: readonly SavedCredit[]): Promise<void> {
  if (moved.length === 0) return;
  // A payment that is reversed and credited in one step is credited.
  const last = new Map(moved.toSorted((one, other) => one.n - other.n).map((move) => [move.paymentId, move]));
  const credits = [...last.values()].map(({ type, paymentId: id, n, minor, account }) => ({
    id,
    credited: type === 'credit',
    credit_count: n,
    credited_to: type === 'credit' ? account : null,
    credited_minor: type === 'credit' ? minor.toString() : '0',
  }));
  await execute(tx, creditsSql, [json(credits)]);
}

const creditsSql = prepared(`
  UPDATE payment p SET credited = c.credited, credit_count = c.credit_count, credited_to = c.credited_to,
    credited_minor = c.credited_minor, updated_at = now()
  FROM jsonb_to_recordset($1::jsonb)
    AS c(id uuid, credited boolean, credit_count integer, credited_to text, credited_minor numeric)
  WHERE p.id = c.id`);
