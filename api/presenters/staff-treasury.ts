import type { StaffTreasury } from '../../contract/staff-treasury.ts';
import type { StaffMember } from '../../db/staff/people.ts';
import { missingToChangeLimits } from '../../db/treasury/limit-changes.ts';
import type { TransferOverview } from '../../db/treasury/moves/overview.ts';
import type { TreasuryOverview } from '../../db/treasury/overview.ts';
import { staffMay } from '../../domain/accounts/staff-permissions.ts';
import { formatAmount } from '../../domain/money/money.ts';
import { formatExact, parseExact } from '../../domain/treasury/exact.ts';
import { ledgerAssetOf } from '../../domain/treasury/exchanges.ts';
import { presentTransfers } from './staff-transfers.ts';

/** The treasury of a mode as this person sees it. */
export function presentTreasury(
  overview: TreasuryOverview,
  transfers: TransferOverview,
  at: { readonly member: StaffMember; readonly nowMs: number },
): StaffTreasury {
  const { member } = at;
  return {
    ...presentTransfers(transfers, at),
    mode: overview.mode,
    daily_loss: euros(overview.dailyLossMinor),
    positions: overview.positions.map(({ asset, amount, valueMinor, since, limits }) => ({
      asset,
      amount: formatExact(amount),
      since: since?.toISOString() ?? null,
      value: valueMinor === null ? null : euros(valueMinor),
      threshold: euros(limits.thresholdMinor),
      max_order: euros(limits.maxOrderMinor),
      position: euros(limits.positionMinor),
      bound_bps: limits.boundBps,
      max_age_seconds: limits.maxAgeSeconds,
    })),
    stops: overview.stops.map(({ asset, reason, stoppedBy, since }) => ({
      asset,
      reason,
      stopped_by: stoppedBy,
      since: since.toISOString(),
    })),
    exchanges: overview.checks.map(presentCheck),
    orders: overview.orders.map(presentOrder),
    fills: overview.fills.map(presentFill),
    results: overview.results.map(({ day, pnlMinor, feesMinor }) => ({
      day,
      pnl: euros(pnlMinor),
      fees: euros(feesMinor),
    })),
    limit_changes: overview.changes
      .filter(({ isBlocked }) => !isBlocked)
      .map(({ id, asset, limits, reason, by, at, requester }) => ({
        id,
        asset,
        limits: { ...limits },
        reason,
        requested_by: by,
        requested_at: at.toISOString(),
        confirmable: staffMay(member.role, 'treasury_operate') && missingToChangeLimits(requester, member) === null,
      })),
  };
}

function presentCheck(check: TreasuryOverview['checks'][number]): StaffTreasury['exchanges'][number] {
  const { exchange, currency, venueMinor, booksMinor, differenceMinor, differsSince, checkedAt } = check;
  const amount = (minor: bigint) => formatAmount(minor, ledgerAssetOf(currency).decimals);
  return {
    exchange,
    currency,
    held: amount(venueMinor),
    books: amount(booksMinor),
    difference: amount(differenceMinor),
    differs_since: differsSince?.toISOString() ?? null,
    checked_at: checkedAt.toISOString(),
  };
}

function presentOrder(order: TreasuryOverview['orders'][number]): StaffTreasury['orders'][number] {
  const { id, status, reason, exchange, kind, asset, side, createdAt, closedAt } = order;
  return {
    id,
    status,
    reason,
    exchange,
    kind,
    asset,
    side,
    amount: plain(order.amount),
    bound: plain(order.bound),
    filled: plain(order.filled),
    cost: plain(order.cost),
    created_at: createdAt.toISOString(),
    closed_at: closedAt?.toISOString() ?? null,
  };
}

function presentFill(fill: TreasuryOverview['fills'][number]): StaffTreasury['fills'][number] {
  const { id, orderId, exchange, tradeId, feeCurrency, tradedAt } = fill;
  return {
    id,
    order_id: orderId,
    exchange,
    trade_id: tradeId,
    amount: plain(fill.amount),
    cost: plain(fill.cost),
    fee: plain(fill.fee),
    fee_currency: feeCurrency,
    traded_at: tradedAt.toISOString(),
  };
}

function euros(minor: bigint): string {
  return formatAmount(minor, 2);
}

function plain(decimal: string): string {
  return formatExact(parseExact(decimal));
}
