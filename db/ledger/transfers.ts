import { DomainError } from '../../domain/errors.ts';
import type { Tx } from '../sequelize.ts';
import { prepared, select } from '../sql.ts';
import {
  type AccountRef,
  type AccountStripe,
  accountKey,
  type LockedAccount,
  lockAccounts,
  spendable,
  stripeFor,
} from './accounts.ts';
import { type Line, transferDigest, writeTransfers } from './write.ts';

/** One movement from the credit side's point of view: `minor` (> 0, minor units) leaves `debit` and reaches `credit`. */
export interface Posting {
  readonly debit: AccountRef;
  readonly credit: AccountRef;
  readonly minor: bigint;
}

/** A transfer: its postings happen together or not at all. */
export interface TransferRequest {
  /** Unique for good, e.g. `sandbox:BTC:<txid>:0:credit:1`. The same key with the same content does nothing the second time. */
  readonly key: string;
  /** What it is, e.g. `payment_credit`. */
  readonly kind: string;
  readonly postings: readonly Posting[];
  readonly invoiceId?: string;
  /** What asked for it, e.g. `payout:<uuid>`. */
  readonly entity?: string;
  readonly note?: string;
  /** Money that leaves the merchant's balance: refused while the account is frozen. Corrections and settlements are not. */
  readonly outgoing?: boolean;
}

/** Whether the key is new; false when it had been posted before. */
export interface TransferOutcome {
  readonly key: string;
  readonly created: boolean;
}

/**
 * Posts transfers, all or none, at once final.
 *
 * Idempotent by key: one that exists with the same content is left alone. Balances are locked in the order of account ids first. On a refusal
 * nothing was written and the transaction is still usable.
 *
 * @throws DomainError `insufficient_balance` when an account that may not go below zero would; `account_frozen` for outgoing money;
 *   `conflict` when a key exists with another content.
 */
export function postTransfers(tx: Tx, transfers: readonly TransferRequest[]): Promise<TransferOutcome[]> {
  return transferAll(tx, transfers, 'posted');
}

/**
 * Reserves money: the debit side can no longer spend it, the credit side does not have it yet. Ended at most once by
 * `resolveTransfer`. Holds are outgoing money: a frozen account refuses them.
 *
 * @throws DomainError as {@link postTransfers}.
 */
export async function holdTransfer(tx: Tx, transfer: TransferRequest): Promise<TransferOutcome> {
  const [outcome] = await holdTransfers(tx, [transfer]);
  if (!outcome) throw new Error('A transfer has an outcome.');
  return outcome;
}

/** {@link holdTransfer} for several, all or none. */
export function holdTransfers(tx: Tx, transfers: readonly TransferRequest[]): Promise<TransferOutcome[]> {
  return transferAll(
    tx,
    transfers.map((transfer) => ({ ...transfer, outgoing: true })),
    'pending',
  );
}

type Layer = 'pending' | 'posted';

interface Prepared {
  readonly request: TransferRequest;
  readonly digest: Buffer;
  readonly sides: readonly { readonly debit: AccountStripe; readonly credit: AccountStripe; readonly minor: bigint }[];
}

async function transferAll(tx: Tx, transfers: readonly TransferRequest[], layer: Layer): Promise<TransferOutcome[]> {
  if (transfers.length === 0) return [];
  const plans = transfers.map((transfer) => plan(transfer, layer));
  if (new Set(transfers.map(({ key }) => key)).size < transfers.length)
    throw new Error('Two transfers of one call have the same key.');
  const accounts = await lockAccounts(
    tx,
    plans.flatMap(({ sides }) => sides.flatMap(({ debit, credit }) => [debit, credit])),
    transfers.some(({ outgoing }) => outgoing) ? 'freezes' : 'no freezes',
  );

  const refusal = refusalOf(plans, accounts, layer);
  if (refusal) {
    // A repeat is not refused for what was spent since: look whether these were made already.
    const replays = await confirmExisting(tx, plans);
    if (replays.length < plans.length) throw refusal;
    return replays;
  }

  const created = await writeTransfers(
    tx,
    plans.map(({ request, digest }) => ({ ...request, digest, state: layer, resolves: null })),
    plans.flatMap((each) => linesOf(each, accounts, layer)),
  );
  if (created.size < plans.length)
    await confirmExisting(
      tx,
      plans.filter(({ request }) => !created.has(request.key)),
      'all',
    );
  return transfers.map(({ key }) => ({ key, created: created.has(key) }));
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

/** What would break a floor or a freeze, judged over all transfers of the call together, as the database's own check does. */
function refusalOf(
  plans: readonly Prepared[],
  accounts: ReadonlyMap<string, LockedAccount>,
  layer: Layer,
): DomainError | undefined {
  const change = new Map<string, bigint>();
  for (const { request, sides } of plans) {
    for (const { debit, credit, minor } of sides) {
      const from = accountKey(debit);
      if (request.outgoing && accounts.get(from)?.frozen !== false) return new DomainError('account_frozen');
      change.set(from, (change.get(from) ?? 0n) - minor);
      if (layer === 'posted') change.set(accountKey(credit), (change.get(accountKey(credit)) ?? 0n) + minor);
    }
  }
  for (const [key, difference] of change) {
    const account = accounts.get(key);
    if (account && !account.mayGoNegative && difference < 0n && spendable(account) + difference < 0n)
      return new DomainError('insufficient_balance');
  }
  return undefined;
}

function linesOf({ request, sides }: Prepared, accounts: ReadonlyMap<string, LockedAccount>, layer: Layer): Line[] {
  return sides.flatMap(({ debit, credit, minor }, index) => [
    { key: request.key, accountId: idOf(accounts, debit), asset: debit.asset, layer, amount: minor, line: 2 * index },
    {
      key: request.key,
      accountId: idOf(accounts, credit),
      asset: credit.asset,
      layer,
      amount: -minor,
      line: 2 * index + 1,
    },
  ]);
}

function idOf(accounts: ReadonlyMap<string, LockedAccount>, account: AccountStripe): string {
  const found = accounts.get(accountKey(account));
  if (!found) throw new Error('The account was not locked.');
  return found.id;
}

const existingStatement = prepared('SELECT key, digest FROM transfer WHERE key = ANY($1::text[])');

/** Those of the transfers that exist, each with the same content. @throws DomainError `conflict` for another content under a key. */
async function confirmExisting(tx: Tx, plans: readonly Prepared[], expected?: 'all'): Promise<TransferOutcome[]> {
  const rows = await select<{ key: string; digest: Buffer }>(tx, existingStatement, [
    plans.map(({ request }) => request.key),
  ]);
  const digests = new Map(rows.map((row) => [row.key, row.digest]));
  if (expected === 'all' && digests.size < plans.length) throw new Error('A transfer was neither made nor found.');
  return plans.flatMap(({ request: { key }, digest }) => {
    const found = digests.get(key);
    if (!found) return [];
    if (!found.equals(digest))
      throw new DomainError('conflict', { message: `The transfer ${key} exists with another content.` });
    return [{ key, created: false }];
  });
}
