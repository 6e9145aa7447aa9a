import { gateDecimals } from '../domain/assets/assets.ts';
import { formatAmount } from '../domain/money/money.ts';
import { shortIban } from '../domain/payouts/bank-account.ts';
import type { PayoutRow } from '../domain/payouts/record.ts';
import { EXPLAINED_REASONS } from '../domain/state/withdrawal-status.ts';
import type { WithdrawalRow } from '../domain/withdrawals/record.ts';
import { presentPayout } from './payouts.view.ts';
import type { Withdrawal } from './withdrawals.ts';

/** A withdrawal to a bank account, or one in coins: a payout of the kind `withdrawal`. */
export type AnyWithdrawal =
  | { readonly type: 'fiat'; readonly row: WithdrawalRow }
  | { readonly type: 'crypto'; readonly row: PayoutRow };

/** The withdrawal as the public API and webhooks show it. */
export function presentWithdrawal(withdrawal: AnyWithdrawal): Withdrawal {
  return withdrawal.type === 'fiat' ? presentEuro(withdrawal.row) : presentCoins(withdrawal.row);
}

function presentEuro(row: WithdrawalRow): Withdrawal {
  const amount = (minor: bigint) => formatAmount(minor, gateDecimals('EUR'));
  return {
    id: row.id,
    version: row.version,
    gate_id: 'EUR',
    mode: row.mode,
    status: row.status,
    status_reason: row.statusReason,
    status_words: EXPLAINED_REASONS.has(row.statusReason) ? row.statusWords : null,
    amount: amount(row.amountMinor),
    net_amount: amount(row.netMinor),
    total: amount(row.heldMinor),
    fees: { service: amount(row.serviceFeeMinor), network: amount(0n), payer: row.feePayer },
    method: { id: row.methodId, title: row.methodTitle, type: 'fiat' },
    recipient: { address: null, destination_tag: null, iban: shortIban(row.iban), account_name: row.accountName },
    bank_reference: row.bankReference,
    payee_name: row.payeeName,
    txid: null,
    approval_required: row.approvalRequired,
    not_before: row.notBefore?.toISOString() ?? null,
    created_at: row.createdAt.toISOString(),
    approved_at: row.approvedAt?.toISOString() ?? null,
    completed_at: row.completedAt?.toISOString() ?? null,
    canceled_at: row.canceledAt?.toISOString() ?? null,
  };
}

function presentCoins(row: PayoutRow): Withdrawal {
  const { methodId, description: title } = row;
  if (methodId === null) throw new Error('A withdrawal has a method.');
  const { id, version, gate_id, mode, status, status_reason, status_words, amount, net_amount, total, ...payout } =
    presentPayout(row);
  const { address, destination_tag, fees, txid, approval_required, not_before } = payout;
  const { created_at, approved_at, completed_at, canceled_at } = payout;
  return {
    id,
    version,
    gate_id,
    mode,
    status,
    status_reason,
    status_words,
    amount,
    net_amount,
    total,
    fees,
    method: { id: methodId, title: title ?? '', type: 'crypto' },
    recipient: { address, destination_tag, iban: null, account_name: null },
    bank_reference: null,
    payee_name: null,
    txid,
    approval_required,
    not_before,
    created_at,
    approved_at,
    completed_at,
    canceled_at,
  };
}
