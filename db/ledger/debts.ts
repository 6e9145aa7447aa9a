import type { Mode } from '../../domain/assets/assets.ts';
import { maxOf, minOf } from '../../domain/money/money.ts';
import type { Db, Tx } from '../core/sequelize.ts';
import { execute, prepared, select } from '../core/sql.ts';
import { type AccountStripe, type LockedAccount, lockedUnder, spendable } from './accounts.ts';
import type { TransferRequest } from './transfer-request.ts';

/**
 * The debt of a merchant after a reorganization took money that was already spent: the debits of `receivable`. The lock
 * on `available` guards it: a debt is created, reduced and read for a decision only under that lock, and `owes` on that
 * row says whether there is one.
 */
export interface Debt {
  /** The merchant. */
  readonly owner: string;
  readonly mode: Mode;
  readonly asset: string;
  /** Above zero, minor units. */
  readonly minor: bigint;
}

/** A locked balance. */
export interface LockedBalance {
  readonly account: AccountStripe;
  readonly locked: LockedAccount;
}

/** The debts next to these balances; reads nothing for owners without a debt. */
export async function debtsBeside(tx: Tx, balances: readonly LockedBalance[]): Promise<Debt[]> {
  const owing = balances.filter(({ locked }) => locked.owes);
  if (owing.length === 0) return [];
  const rows = await select<DebtRow>(tx, debtsBesideStatement, [
    owing.map(({ account }) => account.owner),
    owing.map(({ account }) => account.mode),
    owing.map(({ account }) => account.asset),
  ]);
  return rows.map(debtOf);
}

/** All debts, for operators. */
export async function allDebts(on: Tx | Db): Promise<Debt[]> {
  return (await select<DebtRow>(on, allDebtsSql)).map(debtOf);
}

/** Pays debts from balances that just received money, as far as it is there and not held. */
export async function collectionsOf(
  tx: Tx,
  credited: readonly (LockedBalance & { readonly key: string; readonly inMinor: bigint })[],
): Promise<TransferRequest[]> {
  const debts = await debtsBeside(tx, credited);
  return debts.flatMap(({ owner, mode, asset, minor }) => {
    const beside = credited.filter(
      ({ account }) => account.owner === owner && account.mode === mode && account.asset === asset,
    );
    return beside.flatMap(({ key, locked, inMinor }) => {
      const taken = minOf(minor, maxOf(0n, spendable(locked) + inMinor));
      if (taken === 0n) return [];
      const debit = { owner, mode, asset, kind: 'available' } as const;
      const postings = [{ debit, credit: { ...debit, kind: 'receivable' } as const, minor: taken }];
      // One transfer may credit several merchants with debts.
      return [{ key: `${key}:debt:${owner}:${asset}`, kind: 'debt', entity: `merchant:${owner}`, postings }];
    });
  });
}

/** The balance that must be locked with the debt that a posting increases; none for other accounts. */
export function balanceBeside(account: AccountStripe): AccountStripe[] {
  return account.kind === 'receivable' ? [{ ...account, kind: 'available' }] : [];
}

/** Stores on locked balances whether their owners have debts. */
export async function noteDebts(tx: Tx, balances: readonly LockedBalance[]): Promise<void> {
  if (balances.length > 0) await execute(tx, noteStatement, [balances.map(({ locked }) => locked.id)]);
}

/** The balance of an account among locked ones. @throws Error when it is not among them */
export function lockedBalance(accounts: ReadonlyMap<string, LockedAccount>, account: AccountStripe): LockedBalance {
  return { account, locked: lockedUnder(accounts, account) };
}

interface DebtRow {
  owner: string;
  mode: Mode;
  asset: string;
  minor: string;
}

function debtOf({ owner, mode, asset, minor }: DebtRow): Debt {
  return { owner, mode, asset, minor: BigInt(minor) };
}

const debtsBesideStatement = prepared(`
  SELECT owner, mode, asset, (debits_posted - credits_posted)::text AS minor
  FROM unnest($1::text[], $2::text[], $3::text[]) AS w (owner, mode, asset) JOIN account a USING (owner, mode, asset)
  WHERE a.kind = 'receivable' AND a.stripe = 0 AND a.debits_posted > a.credits_posted`);

const allDebtsSql = `
  SELECT owner, mode, asset, (debits_posted - credits_posted)::text AS minor
  FROM account WHERE kind = 'receivable' AND debits_posted > credits_posted ORDER BY mode, owner, asset`;

const noteStatement = prepared(`
  UPDATE account a SET owes = EXISTS (
    SELECT FROM account r
    WHERE (r.owner, r.mode, r.asset, r.kind) = (a.owner, a.mode, a.asset, 'receivable')
      AND r.debits_posted > r.credits_posted)
  WHERE a.id = ANY($1::bigint[])`);
