import type { Mode } from '../../domain/assets/assets.ts';
import { maxOf } from '../../domain/money/money.ts';
import type { Db, Tx } from '../core/sequelize.ts';
import { prepared, select } from '../core/sql.ts';
import { isOfNoOperation, isOpenDeposit } from './account-sql.ts';
import { type AccountRef, frozenSql, GATEWAY, type LockedAccount, lockAccounts, lockedUnder } from './accounts.ts';
import { shownKind } from './shown-posting.ts';

/** An account's amounts in minor units, the sum of its stripes. */
export interface Balance {
  readonly asset: string;
  readonly kind: string;
  readonly debitsPending: bigint;
  readonly debitsPosted: bigint;
  readonly creditsPending: bigint;
  readonly creditsPosted: bigint;
  /** Credits posted minus debits posted: what belongs to the owner, including held money. */
  readonly total: bigint;
  /** The amount that a new hold could take: the total minus held money and, for `available`, minus the debt. */
  readonly spendable: bigint;
  /** The owner's debt on `receivable` of the same asset; zero for kinds other than `available`. */
  readonly owed: bigint;
  readonly frozen: boolean;
}

/**
 * All accounts of an owner in a mode, by asset and kind; those of invoices and deposits are combined as `unsettled`.
 * Reads without locking.
 */
export async function balances(
  on: Tx | Db,
  owner: { readonly owner: string; readonly mode: Mode },
): Promise<Balance[]> {
  const rows = await select<BalanceRow>(on, balancesSql, [owner.owner, owner.mode]);
  const owedOf = ({ asset, kind }: BalanceRow) => {
    const owing =
      kind === 'available' ? rows.find((row) => row.asset === asset && row.kind === 'receivable') : undefined;
    return owing === undefined ? 0n : maxOf(0n, BigInt(owing.debits_posted) - BigInt(owing.credits_posted));
  };
  return rows.map((row) => {
    const owed = owedOf(row);
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
      spendable: owed === 0n ? total - debitsPending : maxOf(0n, total - debitsPending - owed),
      owed,
      frozen: row.frozen,
    };
  });
}

/**
 * Locks accounts without stripes and reads their amounts, for a decision that depends on them (how much of a credit can
 * still be taken back). They stay locked to the end of the transaction.
 */
export async function lockBalances<const Refs extends readonly AccountRef[]>(
  tx: Tx,
  accounts: Refs,
): Promise<{ [At in keyof Refs]: LockedAccount }> {
  const stripes = accounts.map((account) => ({ ...account, stripe: 0 }));
  const locked = await lockAccounts(tx, stripes);
  return stripes.map((account) => lockedUnder(locked, account)) as { [At in keyof Refs]: LockedAccount };
}

/** Network fees charged minus network costs paid, by mode and asset, in minor units. */
export interface NetworkFeeBalance {
  readonly mode: Mode;
  readonly asset: string;
  readonly minor: bigint;
}

export async function networkFeeBalances(db: Db): Promise<NetworkFeeBalance[]> {
  const rows = await select<{ mode: Mode; asset: string; minor: string }>(db, networkFeesSql, [GATEWAY]);
  return rows.map(({ minor, ...of }) => ({ ...of, minor: BigInt(minor) }));
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

// Of the accounts of invoices and deposits only those with money: there is one for each that was ever paid, and the
// others add nothing.
const balancesSql = `
  SELECT asset, ${shownKind('a')} AS kind,
    sum(debits_pending) AS debits_pending, sum(debits_posted) AS debits_posted,
         sum(credits_pending) AS credits_pending, sum(credits_posted) AS credits_posted, bool_or(${frozenSql}) AS frozen
  FROM (
    SELECT * FROM account n WHERE owner = $1 AND mode = $2 AND ${isOfNoOperation('n')}
    UNION ALL SELECT * FROM account WHERE owner = $1 AND mode = $2 AND is_open
    UNION ALL SELECT * FROM account d WHERE owner = $1 AND mode = $2 AND ${isOpenDeposit('d')}) AS a
  GROUP BY 1, 2 ORDER BY 1, 2`;

const networkFeesSql = prepared(`
  SELECT mode, asset, sum(credits_posted - debits_posted)::text AS minor
  FROM account WHERE owner = $1 AND kind = 'fees:network' GROUP BY mode, asset ORDER BY mode, asset`);
