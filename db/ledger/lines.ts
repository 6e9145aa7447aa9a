import { coinText } from '../../contract/invoice.view.ts';
import type { LedgerLine } from '../../contract/spa-invoices.ts';
import { gateDecimals, isCryptoGateId, isGateId } from '../../domain/assets/assets.ts';
import { formatAmount } from '../../domain/money/money.ts';
import { shownKind } from './shown-posting.ts';

/** A posting as {@link ledgerLinesSql} reads it. */
export interface LedgerLineRow {
  readonly created_at: Date;
  readonly key: string;
  readonly kind: string;
  readonly state: string;
  readonly debit: string;
  readonly credit: string;
  readonly asset: string;
  readonly amount: string;
}

/**
 * SQL for the postings of the transfers `t` that a condition finds, oldest first. A hold appears as one posting,
 * however it ended; a voided one moved nothing and is left out.
 */
export function ledgerLinesSql(where: string): string {
  // A posting's debit and credit are adjacent lines: 2n and 2n + 1.
  return `
  SELECT coalesce(r.created_at, t.created_at) AS created_at, t.key, t.kind, coalesce(r.state, t.state) AS state,
    ${shownKind('da')} AS debit, ${shownKind('ca')} AS credit, d.asset, d.amount::text AS amount
  FROM transfer t
  JOIN entry d ON d.transfer_id = t.id AND d.line % 2 = 0
  JOIN entry c ON c.transfer_id = t.id AND c.line = d.line + 1
  JOIN account da ON da.id = d.account_id JOIN account ca ON ca.id = c.account_id
  LEFT JOIN transfer r ON r.resolves = t.id
  WHERE ${where} AND t.resolves IS NULL AND r.state IS DISTINCT FROM 'void_pending'
  ORDER BY t.id, d.line`;
}

export function toLedgerLine(row: LedgerLineRow): LedgerLine {
  return {
    at: row.created_at.toISOString(),
    key: row.key,
    kind: row.kind,
    debit: row.debit,
    credit: row.credit,
    asset: row.asset,
    amount: ledgerCoins(BigInt(row.amount), row.asset),
    posted: row.state !== 'pending',
  };
}

/** Major units; an asset without a gate has unknown decimals and is shown in its smallest unit. */
export function ledgerCoins(minor: bigint, asset: string): string {
  if (isCryptoGateId(asset)) return coinText(minor, asset);
  return isGateId(asset) ? formatAmount(minor, gateDecimals(asset)) : minor.toString();
}
