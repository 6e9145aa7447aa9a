import type { Mode } from '../../domain/assets/assets.ts';
import { maxOf, minOf } from '../../domain/money/money.ts';
import {
  causesOfDebt,
  comeBack,
  type DebtChange,
  takenAgain,
  type WrittenOff,
} from '../../domain/money/written-off.ts';
import type { Tx } from '../core/sequelize.ts';
import { execute, prepared, select } from '../core/sql.ts';
import { type AccountRef, type AccountStripe, GATEWAY, type LockedAccount, spendable } from './accounts.ts';
import { lockBalances } from './balances.ts';
import type { LockedBalance } from './debts.ts';
import { writtenOffTable } from './rows.ts';
import type { Posting, TransferRequest } from './transfer-request.ts';

/** Where money that a merchant has to give back comes from. */
export interface TakenBack {
  /** From the merchant's balance. */
  readonly takenMinor: bigint;
  /** A debt. */
  readonly shortMinor: bigint;
  /** From the gateway's loss, which the same money had paid. */
  readonly lossMinor: bigint;
}

/**
 * Decides where money of a cause, e.g. `invoice:<id>`, comes from when it is gone: from the gateway what had paid the
 * loss of a debt that was written off, from the merchant what is on the balance, and the rest becomes a debt. To be
 * posted in this transaction; the balance stays locked.
 */
export async function takeBackFrom(
  tx: Tx,
  balance: AccountRef,
  { minor, cause }: { readonly minor: bigint; readonly cause: string },
): Promise<TakenBack> {
  const [locked] = await lockBalances(tx, [balance]);
  const lossMinor = locked.writtenOff ? await takenFromLoss(tx, balance, { minor, cause }) : 0n;
  const takenMinor = minOf(minor - lossMinor, maxOf(0n, spendable(locked)));
  return { lossMinor, takenMinor, shortMinor: minor - lossMinor - takenMinor };
}

/** The postings of {@link takeBackFrom}, in the asset of the account that gets the money. */
export function postingsOfTaken(
  available: AccountRef,
  credit: AccountRef,
  { takenMinor, shortMinor, lossMinor }: TakenBack,
): Posting[] {
  const parts: readonly (readonly [AccountRef, bigint])[] = [
    [available, takenMinor],
    [{ ...available, kind: 'receivable' }, shortMinor],
    [lossOf(available), lossMinor],
  ];
  return parts.flatMap(([debit, minor]) => (minor > 0n ? [{ debit, credit, minor }] : []));
}

async function takenFromLoss(
  tx: Tx,
  { owner, mode, asset }: AccountRef,
  { minor, cause }: { readonly minor: bigint; readonly cause: string },
): Promise<bigint> {
  const [found] = await writtenOffTable.find(tx, { owner, mode, asset, cause });
  if (found === undefined) return 0n;
  const { row, fromLossMinor } = takenAgain(found, minor);
  await saveWrittenOff(tx, [{ ...found, ...row }]);
  return fromLossMinor;
}

/** Money of one cause that has reached a balance. */
export interface Given extends LockedBalance {
  readonly key: string;
  readonly cause: string;
  readonly minor: bigint;
  /** The change of the balance by all transfers of the call together. */
  readonly inMinor: bigint;
}

/**
 * Pays the gateway's losses from money of the causes that had left them, as far as it is there and not held.
 * @returns the transfers, at most one for each transfer and balance
 */
export async function recoveriesOf(tx: Tx, given: readonly Given[]): Promise<TransferRequest[]> {
  const rows = given.length === 0 ? [] : await writtenOffBeside(tx, given);
  if (rows.length === 0) return [];
  const left = new Map<string, bigint>();
  const made = given.flatMap(({ account, locked, key, cause, minor, inMinor }): TransferRequest[] => {
    const { owner, mode, asset } = account;
    const at = rows.findIndex((row) => isOf(row, { owner, mode, asset, cause }));
    const found = rows[at];
    if (found === undefined) return [];
    const balance = `${owner} ${mode} ${asset}`;
    const thereMinor = left.get(balance) ?? maxOf(0n, spendable(locked) + inMinor);
    const { row, toLossMinor } = comeBack(found, minOf(minor, thereMinor));
    rows[at] = { ...found, ...row };
    left.set(balance, thereMinor - toLossMinor);
    if (toLossMinor === 0n) return [];
    const debit: AccountRef = { owner, mode, asset, kind: 'available' };
    const postings = [{ debit, credit: lossOf(debit), minor: toLossMinor }];
    return [
      { key: `${key}:recovered:${owner}:${asset}`, kind: 'debt_recovered', entity: `merchant:${owner}`, postings },
    ];
  });
  await saveWrittenOff(tx, rows);
  return made;
}

/**
 * Notes which causes left the debt that is written off, so that their money pays the loss when it comes back. The debt
 * is locked, and its write-off not posted yet.
 */
export async function noteWrittenOff(
  tx: Tx,
  { owner, mode, asset }: AccountRef,
  [available, receivable]: readonly [LockedAccount, LockedAccount],
): Promise<void> {
  const changes = await select<{ cause: string | null; minor: string }>(tx, changesSql, [receivable.id]);
  const causes = causesOfDebt(changes.map(({ cause, minor }): DebtChange => ({ cause, minor: BigInt(minor) })));
  await execute(tx, noteSql, [
    owner,
    mode,
    asset,
    causes.map(({ cause }) => cause),
    causes.map(({ minor }) => String(minor)),
  ]);
  await execute(tx, 'UPDATE account SET written_off = true WHERE id = $1', [available.id]);
}

function lossOf(available: AccountRef): AccountRef {
  return { ...available, owner: GATEWAY, kind: 'reorg_loss' };
}

interface WrittenOffRow extends WrittenOff {
  readonly owner: string;
  readonly mode: Mode;
  readonly asset: string;
  readonly cause: string;
}

function isOf(row: WrittenOffRow, of: Pick<AccountStripe, 'owner' | 'mode' | 'asset'> & { readonly cause: string }) {
  return row.owner === of.owner && row.mode === of.mode && row.asset === of.asset && row.cause === of.cause;
}

async function writtenOffBeside(tx: Tx, given: readonly Given[]): Promise<WrittenOffRow[]> {
  const rows = await select<object>(tx, besideSql, [
    given.map(({ account }) => account.owner),
    given.map(({ account }) => account.mode),
    given.map(({ account }) => account.asset),
    given.map(({ cause }) => cause),
  ]);
  return rows.map((row) => writtenOffTable.read(row) as WrittenOffRow);
}

async function saveWrittenOff(tx: Tx, rows: readonly WrittenOffRow[]): Promise<void> {
  for (const { owner, mode, asset, cause, openMinor, recoveredMinor, givenMinor } of rows)
    await execute(tx, saveSql, [owner, mode, asset, cause, openMinor, recoveredMinor, givenMinor]);
}

const besideSql = prepared(`
  SELECT ${writtenOffTable.selected('w')}
  FROM written_off w
  WHERE (w.owner, w.mode, w.asset, w.cause) IN (
    SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::text[]))`);

const saveSql = prepared(`
  UPDATE written_off SET open_minor = $5, recovered_minor = $6, given_minor = $7
  WHERE owner = $1 AND mode = $2 AND asset = $3 AND cause = $4`);

const noteSql = prepared(`
  INSERT INTO written_off (owner, mode, asset, cause, open_minor)
  SELECT $1, $2, $3, * FROM unnest($4::text[], $5::numeric[])
  ON CONFLICT (owner, mode, asset, cause) DO UPDATE SET open_minor = written_off.open_minor + excluded.open_minor`);

const causeOf = (t: string) => `
  CASE WHEN ${t}.invoice_id IS NOT NULL THEN 'invoice:' || ${t}.invoice_id
    WHEN ${t}.entity LIKE 'conversion:%' THEN (
      SELECT 'deposit:' || c.deposit_id FROM conversion c WHERE c.id = substr(${t}.entity, 12)::uuid)
    WHEN ${t}.entity NOT LIKE 'merchant:%' THEN ${t}.entity END`;

// The payment of a debt is a transfer of its own, named after the one that brought the money.
const changesSql = prepared(`
  SELECT CASE WHEN t.kind = 'debt' THEN (
      SELECT ${causeOf('o')} FROM transfer o WHERE o.key = left(t.key, strpos(t.key, ':debt:' || a.owner) - 1))
    ELSE ${causeOf('t')} END AS cause, e.amount::text AS minor
  FROM entry e JOIN transfer t ON t.id = e.transfer_id JOIN account a ON a.id = e.account_id
  WHERE e.account_id = $1 AND e.layer = 'posted' ORDER BY e.transfer_id, e.line`);
