import type { Mode } from '../../domain/assets/assets.ts';
import { type Db, inTransaction, type Tx } from '../core/sequelize.ts';
import { allowHours, select } from '../core/sql.ts';
import { cardCheckSql } from './card-check-sql.ts';
import { depositCheckSql } from './deposit-check-sql.ts';
import { fullBalanceSql, keepingBalanceSql } from './full-balance-sql.ts';
import { partnerCheckSql } from './partner-check-sql.ts';
import { recentBalanceSql } from './recent-balance-sql.ts';
import { type RowScope, rowCheckSql } from './row-check-sql.ts';
import { waitingCheckSql } from './waiting-check-sql.ts';
import { writtenOffCheckSql } from './written-off-check-sql.ts';

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
      /** `invoice:<id>`, `payout:<id>` or `refund:<id>`; of written-off debts `merchant:<id>` or the account. */
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
 * its entries; no account is negative that must not be; rows of invoices, payments, payouts and debts that were written
 * off, conversions that wait, and purchases by card agree with the ledger.
 * Six statements, each consistent while transfers run and as long as a long history takes. It only reads, unless
 * `keepSums` stores how far each correct account was summed, so that {@link recentTrialBalance} continues from there.
 */
export function trialBalance(db: Db, { keepSums = false } = {}): Promise<TrialBalance> {
  return inTransaction(db, async (tx) => {
    await allowHours(tx);
    return check(tx, keepSums ? keepingBalanceSql : fullBalanceSql, 'all');
  });
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
  const ofRows = await select<CheckRow>(on, rowCheckSql(scope));
  const ofDeposits = await select<CheckRow>(on, depositCheckSql(scope));
  const ofLosses = await select<CheckRow>(on, writtenOffCheckSql);
  const ofWaiting = await select<CheckRow>(on, waitingCheckSql);
  const ofCards = await select<CheckRow>(on, cardCheckSql(scope));
  const ofPartners = await select<CheckRow>(on, partnerCheckSql);
  // Last, because it may write: a transaction that has written and goes on keeps new events from being listed.
  const others = [ofRows, ofDeposits, ofLosses, ofWaiting, ofCards, ofPartners];
  const rows = [...(await select<CheckRow>(on, sql)), ...others.flat()];
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
