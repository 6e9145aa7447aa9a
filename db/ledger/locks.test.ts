import { describe, expect, it, vi } from 'vitest';
import { newId } from '../../domain/ids.ts';
import { connect } from '../connect.ts';
import { pgClientOf } from '../core/pg-client.ts';
import { type Db, moneyTransaction, type Tx } from '../core/sequelize.ts';
import { select } from '../core/sql.ts';
import { openTestDatabase } from '../database.fixture.ts';
import { type AccountKind, type AccountRef, GATEWAY, lockAccounts, lockedUnder } from './accounts.ts';
import { lockBalances } from './balances.ts';
import { resolveTransfers } from './resolve.ts';
import { splitHold } from './split-hold.ts';
import type { Posting, TransferRequest } from './transfer-request.ts';
import { holdTransfers, postTransfers } from './transfers.ts';
import { writeOffDebt } from './write-off.ts';

const { db } = await openTestDatabase({ poolSize: 6 });

const run = <T>(work: (tx: Tx) => Promise<T>, on: Db = db) => moneyTransaction(on, work);
const account = (owner: string, kind: AccountKind): AccountRef => ({ owner, mode: 'sandbox', asset: 'BTC', kind });
const balanceOf = (owner: string = newId()) => account(owner, 'available');
// Not striped, so each transfer finds it known.
const outside = account(GATEWAY, 'pnl');
const transfer = (...postings: Posting[]): TransferRequest => ({ key: newId(), kind: 'test', postings });
const give = (credit: AccountRef, minor: bigint) =>
  run((tx) => postTransfers(tx, [transfer({ debit: outside, credit, minor })]));
const takeOf = (debit: AccountRef, minor: bigint, credit = outside) => transfer({ debit, credit, minor });

/** How many statements the work takes; each is a way to the database and back while balances are locked. */
function statementsOf(work: (tx: Tx) => Promise<unknown>, on?: Db): Promise<number> {
  return run(async (tx) => {
    const query = vi.spyOn(pgClientOf(tx), 'query');
    await work(tx);
    const { length } = query.mock.calls;
    query.mockRestore();
    return length;
  }, on);
}

/** A merchant with 40 on the balance who owes 100. */
async function owing(): Promise<AccountRef> {
  const balance = balanceOf();
  await give(balance, 40n);
  await run((tx) => postTransfers(tx, [takeOf(account(balance.owner, 'receivable'), 100n)]));
  return balance;
}

describe('what the ledger asks the database', () => {
  it('two statements for transfers between accounts that it knows, and one more to make new ones', async () => {
    const [from, to] = [balanceOf(), balanceOf()];
    await give(from, 10n);
    expect(await statementsOf((tx) => postTransfers(tx, [takeOf(from, 1n, to)]))).toBe(3);
    expect(await statementsOf((tx) => postTransfers(tx, [takeOf(from, 1n, to), takeOf(from, 1n, to)]))).toBe(2);
    expect(await statementsOf((tx) => holdTransfers(tx, [takeOf(from, 1n, to)]))).toBe(2);
  });

  it('one more the first time for accounts that another process made', async () => {
    const balance = balanceOf();
    await give(balance, 10n);
    const other = connect(db.url);
    try {
      const take = () => statementsOf((tx) => postTransfers(tx, [takeOf(balance, 1n)]), other);
      expect([await take(), await take()]).toEqual([3, 2]);
    } finally {
      await other.close();
    }
  });

  it('nothing where nothing is requested', async () => {
    const nothing = (tx: Tx) => Promise.all([postTransfers(tx, []), holdTransfers(tx, []), resolveTransfers(tx, [])]);
    expect(await statementsOf(nothing)).toBe(0);
  });

  it('one more for a repeat, also of a hold that is ended', async () => {
    const balance = balanceOf();
    await give(balance, 10n);
    const hold = takeOf(balance, 10n);
    const holding = () => statementsOf((tx) => holdTransfers(tx, [hold]));
    expect([await holding(), await holding()]).toEqual([2, 2]);
    const small = takeOf(balance, 1n);
    const end = { key: `${hold.key}:end`, pendingKey: hold.key, outcome: 'void' } as const;
    const ending = () => statementsOf((tx) => resolveTransfers(tx, [end]));
    expect([await ending(), await ending()]).toEqual([2, 3]);
    const posting = () => statementsOf((tx) => postTransfers(tx, [small]));
    expect([await posting(), await posting()]).toEqual([2, 3]);
  });

  it('about debts only where there is one', async () => {
    const balance = await owing();
    const kept = statementsOf((tx) => holdTransfers(tx, [takeOf(balance, 1n)]).catch(() => undefined));
    // Locked, its debt read, and looked for as a repeat before it is refused.
    expect(await kept).toBe(3);
    // Locked and written, its debt read, paid by a transfer of its own, and noted.
    expect(
      await statementsOf((tx) => postTransfers(tx, [transfer({ debit: outside, credit: balance, minor: 5n })])),
    ).toBe(6);
    const receivable = account(balance.owner, 'receivable');
    expect(await statementsOf((tx) => postTransfers(tx, [takeOf(receivable, 1n)]))).toBe(3);
  });
});

describe('locked accounts', () => {
  it('are made in one order, whatever the order of the request', async () => {
    const owners = [1, 2, 3, 4].map(() => newId()).sort();
    const stripes = owners.map((owner) => ({ ...balanceOf(owner), stripe: 0 }));
    await run((tx) => lockAccounts(tx, stripes.toReversed()));
    const rows = await select<{ owner: string }>(
      db,
      'SELECT owner FROM account WHERE owner = ANY($1::text[]) ORDER BY id',
      [owners],
    );
    expect(rows.map(({ owner }) => owner)).toEqual(owners);
  });

  it('are the only ones that anything is decided about', () => {
    expect(() => lockedUnder(new Map(), { ...outside, stripe: 0 })).toThrow('The account was not locked.');
  });
});

/** Runs `work` while another transaction has the account; gives whether the balance was locked while it waited. */
async function lockedWhileWaiting(taken: AccountRef, balance: AccountRef, work: () => Promise<unknown>) {
  const isTaken = Promise.withResolvers<void>();
  const end = Promise.withResolvers<void>();
  const holder = run(async (tx) => {
    await lockBalances(tx, [taken]);
    isTaken.resolve();
    await end.promise;
  });
  await isTaken.promise;
  const waiting = work();
  try {
    await expect
      .poll(() =>
        select(db, `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`),
      )
      .toHaveLength(1);
    const nowait = `SELECT FROM account WHERE owner = $1 AND kind = 'available' FOR NO KEY UPDATE NOWAIT`;
    return await run((tx) => select(tx, nowait, [balance.owner])).then(
      () => false,
      () => true,
    );
  } finally {
    end.resolve();
    await Promise.all([holder, waiting]);
  }
}

describe('waiting for an account', () => {
  it.each(['whole', 'part'] as const)('of the %s, a hold that is split has not begun', async (which) => {
    // Made first, so that it is locked first.
    const suspense = account(newId(), 'suspense');
    const balance = balanceOf();
    await give(suspense, 1n);
    await give(balance, 10n);
    const whole = takeOf(balance, 10n, which === 'whole' ? suspense : outside);
    const part = takeOf(balance, 10n, which === 'part' ? suspense : outside);
    await run((tx) => holdTransfers(tx, [whole]));
    const split = () => run((tx) => splitHold(tx, { whole, voidKey: `${whole.key}:void`, parts: [part] }));
    expect(await lockedWhileWaiting(suspense, balance, split)).toBe(false);
  });

  it('a debt is written off only once nothing comes in to the balance beside it', async () => {
    const balance = await owing();
    const writeOff = () =>
      run((tx) =>
        writeOffDebt(tx, {
          merchantId: balance.owner,
          mode: 'sandbox',
          asset: 'BTC',
          minor: 100n,
          reason: 'closed',
          by: { kind: 'system', id: null, name: 'Ada' },
        }),
      );
    expect(await lockedWhileWaiting(balance, balance, writeOff)).toBe(true);
  });
});
