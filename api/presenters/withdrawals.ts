import type {
  SpaWithdrawal,
  SpaWithdrawalListQuery,
  SpaWithdrawalRow,
  WithdrawalForm,
  WithdrawalGate,
} from '../../contract/withdrawals.ts';
import { type AnyWithdrawal, presentWithdrawal } from '../../contract/withdrawals.view.ts';
import type { WithdrawalGateFacts } from '../../db/withdrawals/form.ts';
import type { WithdrawalFilter, WithdrawalQuery } from '../../db/withdrawals/list.ts';
import type { WithdrawalTimeline } from '../../db/withdrawals/timeline.ts';
import { gateDecimals, gates } from '../../domain/assets/assets.ts';
import { explorerUrl } from '../../domain/assets/explorers.ts';
import { formatAmount, maxOf } from '../../domain/money/money.ts';
import { insufficientBalance } from '../../domain/outflows/debt.ts';
import type { PayoutFeePayer } from '../../domain/outflows/fees.ts';
import { largestAmount, quotePayout } from '../../domain/outflows/fees.ts';
import { checkPayoutAmount, exceededLimit, limitRefusal } from '../../domain/outflows/limits.ts';
import { refuseBeyondOwnLimits } from '../../domain/outflows/own-limits.ts';
import { isCreator } from '../../domain/state/payout-facts.ts';
import { isPayoutStatus } from '../../domain/state/payout-status.ts';
import { listQueryOf } from './list-query.ts';
import { problemOf, wordsOf } from './payout-form.ts';
import { presentQuote, type Viewer } from './spa-payouts.ts';

/** The list contract as the database's query. @throws DomainError `validation_failed` for a day that is none */
export function toWithdrawalQuery(
  { method_id: methodId, status, ...query }: SpaWithdrawalListQuery,
  { profileId }: Pick<WithdrawalFilter, 'profileId'>,
): WithdrawalQuery {
  return { profileId, ...listQueryOf(query), status: status?.split(',').filter(isPayoutStatus), methodId };
}

/** A withdrawal as a row of the back office's list. */
export function presentWithdrawalRow(withdrawal: AnyWithdrawal, { userId, mayAct, named }: Viewer): SpaWithdrawalRow {
  const { row } = withdrawal;
  const { approvedBy, approvedByKind, approvalRequired, createdBy, createdByKind, status, statusReason } = row;
  return {
    ...presentWithdrawal(withdrawal),
    created_by: named({ kind: createdByKind, id: createdBy }),
    approved_by:
      approvedBy === null || approvedByKind === null ? null : named({ kind: approvedByKind, id: approvedBy }),
    actions: {
      approve: mayAct && status === 'new' && !(approvalRequired && isCreator(row, userId)),
      cancel: mayAct && CANCELABLE.has(status) && isUnsent(withdrawal),
      answer_name: mayAct && statusReason === 'name_question',
    },
  };
}

export function presentSpaWithdrawal(
  withdrawal: AnyWithdrawal,
  viewer: Viewer,
  { timeline, ledger }: WithdrawalTimeline,
): SpaWithdrawal {
  const row = presentWithdrawalRow(withdrawal, viewer);
  const isPublic = withdrawal.type === 'crypto' && withdrawal.row.chain === 'main' && row.txid !== null;
  return {
    ...row,
    explorer_url: isPublic ? explorerUrl(gates[withdrawal.row.gateId].network, row.txid ?? '') : null,
    timeline: [...timeline],
    ledger: [...ledger],
  };
}

/** The balance, limits and fees of withdrawals from a gate. */
export function presentWithdrawalGate(of: WithdrawalGateFacts): WithdrawalGate {
  const { limits, networkFeeMinor, serviceFeeBps } = of;
  const amount = (minor: bigint) => formatAmount(minor, gateDecimals(of.gateId));
  const largest = (feePayer: PayoutFeePayer) =>
    amount(largestAmount(maxOf(0n, of.availableMinor), { feePayer, serviceFeeBps, networkFeeMinor }));
  return {
    gate_id: of.gateId,
    available: amount(of.availableMinor),
    frozen: of.frozen,
    is_open: of.isOpen,
    min: amount(limits.minMinor),
    max: limits.maxMinor === null ? null : amount(limits.maxMinor),
    largest: { merchant: largest('merchant'), recipient: largest('recipient') },
    service_fee_percent: formatAmount(BigInt(serviceFeeBps), 2),
    network_fee: amount(networkFeeMinor),
    method: of.method,
  };
}

/** Previews of a withdrawal of this amount, by who pays the fees; where it would be refused, why. */
export function presentWithdrawalPreviews(amountMinor: bigint, of: WithdrawalGateFacts): WithdrawalForm['preview'] {
  const decimals = gateDecimals(of.gateId);
  const { serviceFeeBps, networkFeeMinor, limits, use } = of;
  return (['merchant', 'recipient'] as const).map((feePayer) => {
    try {
      const quote = quotePayout(amountMinor, { feePayer, serviceFeeBps, networkFeeMinor });
      const refused = problemOf(() => {
        checkPayoutAmount(amountMinor, limits);
        const exceeded = exceededLimit(quote.netMinor, use, limits);
        if (exceeded !== null) throw limitRefusal(exceeded);
        if (of.ownRoom !== null) {
          refuseBeyondOwnLimits(of.ownRoom, [{ gateId: of.gateId, netMinor: quote.netMinor }]);
        }
      });
      const lacks = quote.heldMinor > of.availableMinor;
      const lacking = lacks ? insufficientBalance([{ asset: of.gateId, minor: of.owedMinor }]) : null;
      return { fee_payer: feePayer, ...presentQuote(quote, decimals), problem: refused ?? lacking };
    } catch (error) {
      // The fees leave nothing: there is no quote, only why.
      const zero = { netMinor: 0n, serviceFeeMinor: 0n, networkFeeMinor, heldMinor: amountMinor };
      return { fee_payer: feePayer, ...presentQuote(zero, decimals), problem: wordsOf(error) };
    }
  });
}

function isUnsent(withdrawal: AnyWithdrawal): boolean {
  return withdrawal.type === 'fiat' ? withdrawal.row.bankStage !== 'in_file' : withdrawal.row.transactions.length === 0;
}

const CANCELABLE: ReadonlySet<string> = new Set(['new', 'pending', 'queue']);
