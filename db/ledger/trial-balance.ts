import type { Mode } from '../../domain/assets.ts';
import type { Db, Tx } from '../sequelize.ts';
import { select } from '../sql.ts';
import { depositCheckSql } from './deposit-check-sql.ts';
import { recentBalanceSql } from './recent-balance-sql.ts';
import { type RowScope, rowCheckSql } from './row-check-sql.ts';

/** A mismatch in the books. Amounts in minor units. */
export type Mismatch =
  /** The posted (or pending) entries of an asset do not sum to zero. */
  | {
      readonly check: 'asset_sum';
      readonly mode: Mode;
      readonly asset: string;
      readonly layer: string;
      readonly difference: bigint;
    }
  /** An account's stored amount differs from the sum of its entries. */
  | {
      readonly check: 'account_entries';
      readonly accountId: string;
      readonly account: string;
      readonly column: string;
      readonly stored: bigint;
      readonly fromEntries: bigint;
    }
  /** An account was overspent. */
  | {
      readonly check: 'negative_account';
      readonly accountId: string;
      readonly account: string;
      readonly spendable: bigint;
    }
  /**
   * A row disagrees with the ledger: the credits of an invoice's payments, its settlement, the balance of its account,
   * or a payout's hold. `found` is the row's value, except for `account`, where it is the ledger's.
   */
  | {
      readonly check: 'rows';
      /** `invoice:<id>`, `payout:<id>` or `refund:<id>`. */
      readonly subject: string;
      readonly mode: Mode;
      readonly asset: string;
      readonly what: string;
      readonly expected: bigint;
      readonly found: bigint;
    };

export interface TrialBalance {
  readonly checkedAt: Date;
  readonly accounts: number;
  /** How many were summed. */
  readonly transfers: number;
  /** Empty when the books are correct. */
  readonly mismatches: readonly Mismatch[];
}

/**
 * Checks the whole ledger: entries sum to zero per mode, asset and layer; each account's four amounts equal the sums of
 * its entries; no account is negative that must not be; rows of invoices, payments and payouts agree with the ledger.
 * Two statements, each consistent while transfers run. It only reads.
 */
export function trialBalance(on: Tx | Db): Promise<TrialBalance> {
  return check(on, trialBalanceSql, 'all');
}

/**
 * The same for recent changes: invoices whose money moved in the last ten minutes or whose accounts contain money, and
 * recent payouts. Each account's four amounts are compared with the last correct sums plus the entries since then. The
 * cost grows with the accounts and with recent activity, not with history; a changed old entry is found by {@link
 * trialBalance} only. One statement, which also stores how far each correct account was summed.
 */
export function recentTrialBalance(on: Tx | Db): Promise<TrialBalance> {
  return check(on, recentBalanceSql, 'recent');
}

async function check(on: Tx | Db, sql: string, scope: RowScope): Promise<TrialBalance> {
  const rows = [
    ...(await select<CheckRow>(on, sql)),
    ...(await select<CheckRow>(on, rowCheckSql(scope))),
    ...(await select<CheckRow>(on, depositCheckSql(scope))),
  ];
  const totals = rows.find((row) => row.check === 'totals');
  if (!totals) throw new Error('The trial balance has no totals.');
  return {
    checkedAt: totals.at,
    accounts: Number(totals.expected),
    transfers: Number(totals.found),
    mismatches: rows.flatMap((row) => mismatchOf(row) ?? []),
  };
}

interface CheckRow {
  check: Mismatch['check'] | 'totals';
  at: Date;
  mode: Mode;
  asset: string;
  account_id: string;
  account: string;
  what: string;
  expected: string;
  found: string;
}

function mismatchOf(row: CheckRow): Mismatch | undefined {
  switch (row.check) {
    case 'rows': {
      const { account: subject, mode, asset, what } = row;
      const amounts = { expected: BigInt(row.expected), found: BigInt(row.found) };
      return { check: 'rows', subject, mode, asset, what, ...amounts };
    }
    case 'totals':
      return undefined;
    case 'asset_sum':
      return { check: 'asset_sum', mode: row.mode, asset: row.asset, layer: row.what, difference: BigInt(row.found) };
    case 'account_entries': {
      const amounts = { stored: BigInt(row.found), fromEntries: BigInt(row.expected) };
      return {
        check: 'account_entries',
        accountId: row.account_id,
        account: row.account,
        column: row.what,
        ...amounts,
      };
    }
    case 'negative_account':
      return {
        check: 'negative_account',
        accountId: row.account_id,
        account: row.account,
        spendable: BigInt(row.found),
      };
  }
}

// The transfer that ends a hold balances its entries, so pending amounts are those of holds that are still open.
const trialBalanceSql = `
  WITH sums AS (
    SELECT e.account_id, a.mode, e.asset, a.asset AS account_asset,
      coalesce(sum(e.amount) FILTER (WHERE e.layer = 'posted'), 0) AS posted,
      coalesce(sum(e.amount) FILTER (WHERE e.layer = 'pending'), 0) AS pending,
      coalesce(sum(e.amount) FILTER (WHERE e.layer = 'posted' AND e.amount > 0), 0) AS debits_posted,
      coalesce(-sum(e.amount) FILTER (WHERE e.layer = 'posted' AND e.amount < 0), 0) AS credits_posted,
      coalesce(sum(e.amount) FILTER (WHERE e.amount > 0 AND t.state = 'pending' AND r.id IS NULL), 0) AS debits_pending,
      coalesce(-sum(e.amount) FILTER (
        WHERE e.amount < 0 AND t.state = 'pending' AND r.id IS NULL), 0) AS credits_pending
    FROM entry e JOIN account a ON a.id = e.account_id JOIN transfer t ON t.id = e.transfer_id
    LEFT JOIN transfer r ON t.state = 'pending' AND r.resolves = t.id
    GROUP BY e.account_id, a.mode, e.asset, a.asset
  ), per_account AS (
    SELECT a.id, concat_ws(' ', a.owner, a.mode, a.asset, a.kind, a.stripe) AS name, a.may_go_negative,
      v.what, v.stored, v.expected, a.credits_posted - a.debits_posted - a.debits_pending AS spendable
    FROM account a LEFT JOIN sums s ON s.account_id = a.id AND s.asset = a.asset
    CROSS JOIN LATERAL (VALUES
      ('debits_posted', a.debits_posted, coalesce(s.debits_posted, 0)),
      ('credits_posted', a.credits_posted, coalesce(s.credits_posted, 0)),
      ('debits_pending', a.debits_pending, coalesce(s.debits_pending, 0)),
      ('credits_pending', a.credits_pending, coalesce(s.credits_pending, 0))
    ) AS v (what, stored, expected)
  )
  SELECT 'totals' AS check, now() AS at, NULL AS mode, NULL AS asset, NULL AS account_id, NULL AS account, NULL AS what,
    (SELECT count(*) FROM account)::text AS expected, (SELECT count(*) FROM transfer)::text AS found
  UNION ALL
  SELECT 'asset_sum', now(), mode, asset, NULL, NULL, layer, '0', total::text
  FROM (
    SELECT mode, asset, 'posted' AS layer, sum(posted) AS total FROM sums GROUP BY mode, asset
    UNION ALL
    SELECT mode, asset, 'pending', sum(pending) FROM sums GROUP BY mode, asset
  ) AS per_asset WHERE total <> 0
  UNION ALL
  SELECT 'account_entries', now(), NULL, NULL, id::text, name, what, expected::text, stored::text
  FROM per_account
  WHERE stored <> expected
  UNION ALL
  SELECT 'account_entries', now(), NULL, NULL, s.account_id::text, 'entries in ' || s.asset, 'asset', '0',
    s.posted::text
  FROM sums s WHERE s.asset <> s.account_asset
  UNION ALL
  SELECT DISTINCT 'negative_account', now(), NULL, NULL, id::text, name, NULL, '0', spendable::text
  FROM per_account WHERE NOT may_go_negative AND spendable < 0`;
