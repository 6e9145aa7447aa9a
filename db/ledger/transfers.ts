import { DomainError } from '../../domain/errors.ts';
import { insufficientBalance } from '../../domain/outflows/debt.ts';
import type { Tx } from '../core/sequelize.ts';
import { prepared, select } from '../core/sql.ts';
import {
  type AccountStripe,
  accountKey,
  type LockedAccount,
  lockAccounts,
  lockedUnder,
  spendable,
  stripeFor,
} from './accounts.ts';
import { balanceBeside, collectionsOf, debtsBeside, lockedBalance, noteDebts } from './debts.ts';
import type { TransferRequest } from './transfer-request.ts';
import { type Line, transferDigest, writeTransfers } from './write.ts';
import { type Given, recoveriesOf } from './written-off.ts';

/** Whether the key is new; false if it was posted before. */
export interface TransferOutcome {
  readonly key: string;
  readonly created: boolean;
}

/**
 * Posts final transfers, all or none.
 *
 * Idempotent by key: an existing transfer with the same content stays unchanged. Balances are locked first, in the
 * order of account ids. After a refusal nothing is written and the transaction is still usable. Money that arrives in
 * `available` of a merchant with a debt pays the debt at once, by a separate transfer: `<key>:debt:<merchant>:<asset>`;
 * what was written off of it is paid by money of its cause (`gives`).
 *
 * @throws DomainError `insufficient_balance` when an account that must not go below zero would; `account_frozen` for
 *   outgoing money; `conflict` when a key exists with other content.
 */
export async function postTransfers(tx: Tx, transfers: readonly TransferRequest[]): Promise<TransferOutcome[]> {
  return outcomesOf(transfers, await transferAll(tx, transfers, 'posted'));
}

/**
 * Reserves money: the debit side can no longer spend it, the credit side does not have it yet. Ended at most once by
 * `resolveTransfer`. Holds are outgoing money unless they say otherwise: a frozen account refuses them, and debts stay
 * covered.
 *
 * @throws DomainError as {@link postTransfers}.
 */
export async function holdTransfer(tx: Tx, transfer: TransferRequest): Promise<TransferOutcome> {
  const created = await holdAll(tx, [transfer]);
  return { key: transfer.key, created: created.has(transfer.key) };
}

/** {@link holdTransfer} for several, all or none. */
export async function holdTransfers(tx: Tx, transfers: readonly TransferRequest[]): Promise<TransferOutcome[]> {
  return outcomesOf(transfers, await holdAll(tx, transfers));
}

function outcomesOf(transfers: readonly TransferRequest[], created: ReadonlySet<string>): TransferOutcome[] {
  return transfers.map(({ key }) => ({ key, created: created.has(key) }));
}

function holdAll(tx: Tx, transfers: readonly TransferRequest[]): Promise<ReadonlySet<string>> {
  return transferAll(
    tx,
    transfers.map((transfer) => ({ outgoing: true, ...transfer })),
    'pending',
  );
}

type Layer = 'pending' | 'posted';

interface Prepared {
  readonly request: TransferRequest;
  readonly digest: Buffer;
  readonly sides: readonly { readonly debit: AccountStripe; readonly credit: AccountStripe; readonly minor: bigint }[];
}

/** @returns the keys that are new */
async function transferAll(tx: Tx, transfers: readonly TransferRequest[], layer: Layer): Promise<ReadonlySet<string>> {
  if (transfers.length === 0) return new Set();
  const plans = transfers.map((transfer) => plan(transfer, layer));
  if (new Set(transfers.map(({ key }) => key)).size < transfers.length)
    throw new Error('Two transfers of one call have the same key.');
  const accounts = await lockAccounts(
    tx,
    plans.flatMap(({ request, sides }) => [
      ...sides.flatMap(({ debit, credit }) => [debit, credit]),
      ...(request.outgoing ? sides.map(({ debit }) => stoppedWith(debit)) : []),
      ...sides.flatMap(({ debit }) => balanceBeside(debit)),
    ]),
    transfers.some(({ outgoing }) => outgoing) ? 'freezes' : 'no freezes',
  );

  const refusal = refusalOf(plans, accounts, { layer, debts: await debtsKept(tx, plans, accounts) });
  if (refusal) {
    // A repeat is not refused because of later spending: check whether these transfers exist already.
    await confirmExisting(tx, plans, refusal);
    return new Set();
  }

  const created = await writeTransfers(
    tx,
    plans.map(({ request, digest }) => ({ ...request, digest, state: layer, resolves: null })),
    plans.flatMap((each) => linesOf(each, accounts, layer)),
  );
  if (created.size < plans.length)
    await confirmExisting(tx, plans, new Error('A transfer was neither made nor found.'));
  if (layer === 'posted')
    await settleDebts(
      tx,
      plans.filter(({ request }) => created.has(request.key)),
      accounts,
    );
  return created;
}

function plan(request: TransferRequest, layer: Layer): Prepared {
  if (request.postings.length === 0) throw new Error(`The transfer ${request.key} moves nothing.`);
  const sides = request.postings.map(({ debit, credit, minor }) => {
    if (minor <= 0n) throw new Error(`The transfer ${request.key} moves ${minor}: an amount is more than zero.`);
    if (debit.asset !== credit.asset || debit.mode !== credit.mode) {
      throw new Error(
        `The transfer ${request.key} mixes ${debit.mode} ${debit.asset} and ${credit.mode} ${credit.asset}.`,
      );
    }
    const pair = { debit: stripeFor(debit, request.key), credit: stripeFor(credit, request.key), minor };
    if (accountKey(pair.debit) === accountKey(pair.credit))
      throw new Error(`The transfer ${request.key} has one account on both sides.`);
    return pair;
  });
  return { request, sides, digest: transferDigest(request, layer) };
}

/**
 * A refusal if the transfers of this call together would break a floor or a freeze, as the database's own check does.
 */
function refusalOf(
  plans: readonly Prepared[],
  accounts: ReadonlyMap<string, LockedAccount>,
  { layer, debts }: { readonly layer: Layer; readonly debts: ReadonlyMap<string, bigint> },
): DomainError | undefined {
  const change = new Map<string, bigint>();
  for (const { request, sides } of plans) {
    for (const { debit, credit, minor } of sides) {
      if (request.outgoing && [debit, stoppedWith(debit)].some((each) => lockedUnder(accounts, each).frozen !== false))
        return new DomainError('account_frozen');
      const from = accountKey(debit);
      change.set(from, (change.get(from) ?? 0n) - minor);
      if (layer === 'posted') change.set(accountKey(credit), (change.get(accountKey(credit)) ?? 0n) + minor);
    }
  }
  for (const [key, account] of accounts) {
    if (account.mayGoNegative) continue;
    const owed = { asset: account.asset, minor: debts.get(key) ?? 0n };
    if (spendable(account) + (change.get(key) ?? 0n) < owed.minor)
      return new DomainError('insufficient_balance', { message: insufficientBalance([owed]) });
  }
  return undefined;
}

/** The debts that balances with outgoing money must keep covered, by account. */
async function debtsKept(
  tx: Tx,
  plans: readonly Prepared[],
  accounts: ReadonlyMap<string, LockedAccount>,
): Promise<Map<string, bigint>> {
  const left = plans
    .filter(({ request }) => request.outgoing && !request.replacesHold)
    .flatMap(({ sides }) => sides.map(({ debit }) => lockedBalance(accounts, debit)));
  const debts = await debtsBeside(tx, left);
  return new Map(debts.map((debt) => [accountKey({ ...debt, kind: 'available', stripe: 0 }), debt.minor]));
}

/**
 * Records new debts, and pays those of merchants who received money: as much as possible, once for each balance. An
 * amount that the gateway wrote off is paid before, by money of the causes that had left it.
 */
async function settleDebts(
  tx: Tx,
  created: readonly Prepared[],
  accounts: ReadonlyMap<string, LockedAccount>,
): Promise<void> {
  const sides = created.flatMap(({ request: { key }, sides: all }) => all.map((side) => ({ key, ...side })));
  const arose = sides.flatMap(({ debit }) => balanceBeside(debit));
  await noteDebts(
    tx,
    arose.map((account) => lockedBalance(accounts, account)),
  );
  const recoveries = await recoveriesOf(tx, givenBy(created, accounts));
  const credited = new Map<string, { key: string; account: AccountStripe; locked: LockedAccount; inMinor: bigint }>();
  for (const { key, credit } of sides) {
    const balance = lockedBalance(accounts, credit);
    const id = accountKey(credit);
    if (!balance.locked.owes || credited.has(id)) continue;
    credited.set(id, { key, ...balance, inMinor: changeOf([...sides, ...takenOf(recoveries)], id) });
  }
  const balances = [...credited.values()];
  await transferAll(tx, [...recoveries, ...(await collectionsOf(tx, balances))], 'posted');
  await noteDebts(tx, balances);
}

/** Money that transfers give to merchants of whom something was written off, by transfer and balance. */
function givenBy(created: readonly Prepared[], accounts: ReadonlyMap<string, LockedAccount>): Given[] {
  const all = created.flatMap(({ sides }) => sides);
  return created.flatMap(({ request: { key, gives: cause }, sides }) => {
    const balances = new Map(sides.map(({ credit }) => [accountKey(credit), lockedBalance(accounts, credit)]));
    return [...balances].flatMap(([id, balance]) => {
      if (cause === undefined || !balance.locked.writtenOff) return [];
      const minor = changeOf(
        sides.filter(({ credit }) => accountKey(credit) === id),
        id,
      );
      return [{ ...balance, key, cause, minor, inMinor: changeOf(all, id) }];
    });
  });
}

function takenOf(recoveries: readonly TransferRequest[]): Prepared['sides'] {
  return recoveries.flatMap(({ postings }) =>
    postings.map(({ debit, credit, minor }) => ({
      debit: { ...debit, stripe: 0 },
      credit: { ...credit, stripe: 0 },
      minor,
    })),
  );
}

function changeOf(sides: Prepared['sides'], account: string): bigint {
  return sides.reduce((sum, { debit, credit, minor }) => {
    if (accountKey(credit) === account) return sum + minor;
    return accountKey(debit) === account ? sum - minor : sum;
  }, 0n);
}

/** A freeze of a merchant's balance also applies to the money of their invoices. */
function stoppedWith(account: AccountStripe): AccountStripe {
  return account.kind.startsWith('invoice:') ? { ...account, kind: 'available' } : account;
}

function linesOf({ request, sides }: Prepared, accounts: ReadonlyMap<string, LockedAccount>, layer: Layer): Line[] {
  return sides.flatMap(({ debit, credit, minor }, index) => [
    {
      key: request.key,
      accountId: lockedUnder(accounts, debit).id,
      asset: debit.asset,
      layer,
      amount: minor,
      line: 2 * index,
    },
    {
      key: request.key,
      accountId: lockedUnder(accounts, credit).id,
      asset: credit.asset,
      layer,
      amount: -minor,
      line: 2 * index + 1,
    },
  ]);
}

const existingStatement = prepared('SELECT key, digest FROM transfer WHERE key = ANY($1::text[])');

/**
 * Checks that all of the transfers exist with the same content. @throws `missing`, or DomainError `conflict` for other
 * content under a key
 */
async function confirmExisting(tx: Tx, plans: readonly Prepared[], missing: Error): Promise<void> {
  const rows = await select<{ key: string; digest: Buffer }>(tx, existingStatement, [
    plans.map(({ request }) => request.key),
  ]);
  const digests = new Map(rows.map((row) => [row.key, row.digest]));
  for (const { request, digest } of plans) {
    if (digests.get(request.key)?.equals(digest) === false)
      throw new DomainError('conflict', { message: `The transfer ${request.key} exists with another content.` });
  }
  if (digests.size < plans.length) throw missing;
}
