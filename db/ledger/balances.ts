import type { Mode } from '../../domain/assets.ts';
import type { Db, Tx } from '../sequelize.ts';
import { select } from '../sql.ts';
import { type AccountRef, accountKey, type LockedAccount, lockAccounts } from './accounts.ts';
import { frozenSql } from './frozen-sql.ts';

/** One account's amounts in minor units, its stripes added up. */
export interface Balance {
  readonly asset: string;
  readonly kind: string;
  readonly debitsPending: bigint;
  readonly debitsPosted: bigint;
  readonly creditsPending: bigint;
  readonly creditsPosted: bigint;
  /** Credits posted less debits posted: what belongs to the owner, held money included. */
  readonly total: bigint;
  /** What a new hold or transfer could take: the total less what is held. */
  readonly spendable: bigint;
  readonly frozen: boolean;
}

/** All accounts of an owner in a mode, by asset and kind. Reads without locking. */
export async function balances(
  on: Tx | Db,
  owner: { readonly owner: string; readonly mode: Mode },
): Promise<Balance[]> {
  const rows = await select<BalanceRow>(on, balancesSql, [owner.owner, owner.mode]);
  return rows.map((row) => {
    const debitsPending = BigInt(row.debits_pending);
    const total = BigInt(row.credits_posted) - BigInt(row.debits_posted);
    return {
      asset: row.asset,
      kind: row.kind,
      debitsPending,
      debitsPosted: BigInt(row.debits_posted),
      creditsPending: BigInt(row.credits_pending),
      creditsPosted: BigInt(row.credits_posted),
      total,
      spendable: total - debitsPending,
      frozen: row.frozen,
    };
  });
}

/**
 * Locks accounts that are not striped and tells what is in them, for a decision that depends on it (how much of a credit can still be
 * taken back). They stay locked to the end of the transaction.
 */
export async function lockBalances(tx: Tx, accounts: readonly AccountRef[]): Promise<LockedAccount[]> {
  const stripes = accounts.map((account) => ({ ...account, stripe: 0 }));
  const locked = await lockAccounts(tx, stripes);
  return stripes.flatMap((account) => locked.get(accountKey(account)) ?? []);
}

interface BalanceRow {
  asset: string;
  kind: string;
  debits_pending: string;
  debits_posted: string;
  credits_pending: string;
  credits_posted: string;
  frozen: boolean;
}

const balancesSql = `
  SELECT asset, kind, sum(debits_pending) AS debits_pending, sum(debits_posted) AS debits_posted,
         sum(credits_pending) AS credits_pending, sum(credits_posted) AS credits_posted, bool_or(${frozenSql}) AS frozen
  FROM account a WHERE owner = $1 AND mode = $2
  GROUP BY asset, kind ORDER BY asset, kind`;
