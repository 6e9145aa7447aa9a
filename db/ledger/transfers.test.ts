import { describe, expect, it } from 'vitest';
import { newId } from '../../domain/ids.ts';
import { moneyTransaction } from '../core/sequelize.ts';
import { execute, select } from '../core/sql.ts';
import { openTestDatabase } from '../database.fixture.ts';
import { type AccountRef, GATEWAY } from './accounts.ts';
import { balances } from './balances.ts';
import { freeze, unfreeze } from './freezes.ts';
import { resolveTransfer } from './resolve.ts';
import type { Posting, TransferRequest } from './transfer-request.ts';
import { holdTransfer, postTransfers } from './transfers.ts';

const { db } = await openTestDatabase();

const custody: AccountRef = { owner: GATEWAY, mode: 'sandbox', asset: 'BTC', kind: 'custody:BTC' };
const fees: AccountRef = { owner: GATEWAY, mode: 'sandbox', asset: 'BTC', kind: 'fees:service' };

function merchantAccounts(): { unsettled: AccountRef; available: AccountRef; owner: string } {
  const owner = newId();
  const common = { owner, mode: 'sandbox', asset: 'BTC' } as const;
  return { owner, unsettled: { ...common, kind: 'unsettled' }, available: { ...common, kind: 'available' } };
}

function transfer(key: string, ...postings: Posting[]): TransferRequest {
  return { key, kind: 'test', postings };
}

async function balanceOf({ owner, kind }: AccountRef) {
  const all = await balances(db, { owner, mode: 'sandbox' });
  return all.find((balance) => balance.kind === kind);
}

async function credit(account: AccountRef, minor: bigint): Promise<void> {
  await moneyTransaction(db, (tx) =>
    postTransfers(tx, [transfer(newId(), { debit: custody, credit: account, minor })]),
  );
}

describe('posting', () => {
  it('moves money between accounts, several transfers at once', async () => {
    const { unsettled, available } = merchantAccounts();
    const id = newId();
    const outcome = await moneyTransaction(db, (tx) =>
      postTransfers(tx, [
        transfer(`${id}:credit`, { debit: custody, credit: unsettled, minor: 1000n }),
        transfer(
          `${id}:settle`,
          { debit: unsettled, credit: available, minor: 990n },
          { debit: unsettled, credit: fees, minor: 10n },
        ),
      ]),
    );
    expect(outcome).toEqual([
      { key: `${id}:credit`, created: true },
      { key: `${id}:settle`, created: true },
    ]);
    expect(await balanceOf(unsettled)).toMatchObject({ total: 0n, spendable: 0n });
    expect(await balanceOf(available)).toMatchObject({ total: 990n, spendable: 990n });
  });

  it('reaches the account of that name, also when a restored database gave its id to another one', async () => {
    const { unsettled, owner } = merchantAccounts();
    // Not striped, so each transfer finds both accounts known.
    const debit: AccountRef = { owner: GATEWAY, mode: 'sandbox', asset: 'BTC', kind: 'position' };
    const give = (minor: bigint) =>
      moneyTransaction(db, (tx) => postTransfers(tx, [transfer(newId(), { debit, credit: unsettled, minor })]));
    await give(5n);
    await execute(db, 'UPDATE account SET owner = $2 WHERE owner = $1', [owner, newId()]);
    await give(1n);
    await give(1n);
    expect(await balanceOf(unsettled)).toMatchObject({ total: 2n });
  });

  it('does nothing the second time, even when the money was spent since', async () => {
    const { unsettled, available } = merchantAccounts();
    await credit(unsettled, 50n);
    const settle = transfer(newId(), { debit: unsettled, credit: available, minor: 50n });
    for (const created of [true, false, false]) {
      expect(await moneyTransaction(db, (tx) => postTransfers(tx, [settle]))).toEqual([{ key: settle.key, created }]);
    }
    expect(await balanceOf(available)).toMatchObject({ total: 50n });
  });

  it('refuses the same key with another content', async () => {
    const { unsettled } = merchantAccounts();
    const key = newId();
    await moneyTransaction(db, (tx) =>
      postTransfers(tx, [transfer(key, { debit: custody, credit: unsettled, minor: 5n })]),
    );
    const other = transfer(key, { debit: custody, credit: unsettled, minor: 6n });
    await expect(moneyTransaction(db, (tx) => postTransfers(tx, [other]))).rejects.toMatchObject({ code: 'conflict' });
    expect(await balanceOf(unsettled)).toMatchObject({ total: 5n });
  });

  it('refuses to spend what is not there, in the words of the spec, and leaves the transaction usable', async () => {
    const { unsettled, available } = merchantAccounts();
    await credit(unsettled, 7n);
    await moneyTransaction(db, async (tx) => {
      const tooMuch = transfer(newId(), { debit: unsettled, credit: available, minor: 8n });
      await expect(postTransfers(tx, [tooMuch])).rejects.toMatchObject({
        code: 'insufficient_balance',
        message: 'Insufficient balance. Please adjust the amount and try again.',
      });
      await postTransfers(tx, [transfer(newId(), { debit: unsettled, credit: available, minor: 7n })]);
    });
    expect(await balanceOf(available)).toMatchObject({ total: 7n });
  });

  it('refuses nonsense: no amount, mixed assets, one account on both sides, one key twice', async () => {
    const { unsettled, available } = merchantAccounts();
    const wrong: TransferRequest[][] = [
      [transfer(newId())],
      [transfer(newId(), { debit: custody, credit: unsettled, minor: 0n })],
      [transfer(newId(), { debit: custody, credit: unsettled, minor: -1n })],
      [transfer(newId(), { debit: custody, credit: { ...unsettled, asset: 'LTC' }, minor: 1n })],
      [transfer(newId(), { debit: custody, credit: { ...unsettled, mode: 'production' }, minor: 1n })],
      [transfer(newId(), { debit: available, credit: available, minor: 1n })],
      [
        transfer('twice', { debit: custody, credit: unsettled, minor: 1n }),
        transfer('twice', { debit: custody, credit: unsettled, minor: 1n }),
      ],
    ];
    for (const transfers of wrong)
      await expect(moneyTransaction(db, (tx) => postTransfers(tx, transfers))).rejects.toThrow();
    expect(await balanceOf(unsettled)).toBeUndefined();
  });
});

describe('holds', () => {
  it('reserve money until they are posted', async () => {
    const { available, owner } = merchantAccounts();
    await credit(available, 100n);
    const hold = transfer(
      `hold:${owner}`,
      { debit: available, credit: custody, minor: 60n },
      { debit: available, credit: fees, minor: 5n },
    );
    await moneyTransaction(db, (tx) => holdTransfer(tx, hold));
    expect(await balanceOf(available)).toMatchObject({ total: 100n, spendable: 35n, debitsPending: 65n });
    const post = { key: `post:${owner}`, pendingKey: hold.key, outcome: 'post' } as const;
    expect(await moneyTransaction(db, (tx) => resolveTransfer(tx, post))).toEqual({ key: post.key, created: true });
    expect(await moneyTransaction(db, (tx) => resolveTransfer(tx, post))).toEqual({ key: post.key, created: false });
    expect(await balanceOf(available)).toMatchObject({ total: 35n, spendable: 35n, debitsPending: 0n });
  });

  it('give the money back when voided, and end only once', async () => {
    const { available, owner } = merchantAccounts();
    await credit(available, 100n);
    await moneyTransaction(db, (tx) =>
      holdTransfer(tx, transfer(`hold:${owner}`, { debit: available, credit: custody, minor: 100n })),
    );
    const end = (key: string, outcome: 'post' | 'void') =>
      moneyTransaction(db, (tx) => resolveTransfer(tx, { key, pendingKey: `hold:${owner}`, outcome }));
    await end(`void:${owner}`, 'void');
    await expect(end(`post:${owner}`, 'post')).rejects.toMatchObject({ code: 'conflict' });
    await expect(end(`void:${owner}`, 'post')).rejects.toMatchObject({ code: 'conflict' });
    expect(await balanceOf(available)).toMatchObject({ total: 100n, spendable: 100n });
  });

  it('cannot be ended when they were never taken', async () => {
    const resolution = { key: newId(), pendingKey: 'never', outcome: 'void' } as const;
    await expect(moneyTransaction(db, (tx) => resolveTransfer(tx, resolution))).rejects.toMatchObject({
      code: 'not_found',
    });
  });

  it('are refused on a frozen account, where corrections still go through', async () => {
    const { available } = merchantAccounts();
    await credit(available, 10n);
    const hold = transfer(newId(), { debit: available, credit: custody, minor: 1n });
    await moneyTransaction(db, (tx) => freeze(tx, 'invoice:test', [available]));
    await expect(moneyTransaction(db, (tx) => holdTransfer(tx, hold))).rejects.toMatchObject({
      code: 'account_frozen',
    });
    await moneyTransaction(db, (tx) =>
      postTransfers(tx, [transfer(newId(), { debit: available, credit: custody, minor: 4n })]),
    );
    expect(await balanceOf(available)).toMatchObject({ total: 6n, frozen: true });
    await moneyTransaction(db, (tx) => unfreeze(tx, 'invoice:test'));
    expect(await moneyTransaction(db, (tx) => holdTransfer(tx, hold))).toMatchObject({ created: true });
  });

  it('hazard 51: 200 at once on one balance never overdraw it', async () => {
    const { available, owner } = merchantAccounts();
    await credit(available, 1000n);
    const takings = Array.from({ length: 200 }, (_, n) =>
      moneyTransaction(db, (tx) =>
        holdTransfer(tx, transfer(`${owner}:${n}`, { debit: available, credit: custody, minor: 30n })),
      ),
    );
    const results = await Promise.allSettled(takings);
    const refused = results.filter((result) => result.status === 'rejected');
    expect(results.length - refused.length).toBe(33);
    for (const { reason } of refused) expect(reason).toMatchObject({ code: 'insufficient_balance' });
    expect(await balanceOf(available)).toMatchObject({ spendable: 10n, debitsPending: 990n });
  });
});

describe('accounts that come into being', () => {
  it('keep no balance locked while another transaction makes them, also after a refusal that made none', async () => {
    const { available, owner } = merchantAccounts();
    const { available: other } = merchantAccounts();
    const target: AccountRef = { owner: GATEWAY, mode: 'sandbox', asset: newId(), kind: 'suspense' };
    const funded = { ...available, asset: target.asset };
    const fund = (account: AccountRef) =>
      moneyTransaction(db, (tx) =>
        postTransfers(tx, [
          transfer(newId(), { debit: { ...custody, asset: target.asset }, credit: account, minor: 10n }),
        ]),
      );
    await fund(funded);
    await fund({ ...other, asset: target.asset });
    const hold = (from: AccountRef, minor: bigint) =>
      moneyTransaction(db, (tx) => holdTransfer(tx, transfer(newId(), { debit: from, credit: target, minor })));
    await expect(hold(funded, 11n)).rejects.toMatchObject({ code: 'insufficient_balance' });

    const made = Promise.withResolvers<void>();
    const end = Promise.withResolvers<void>();
    const maker = moneyTransaction(db, async (tx) => {
      const from = { ...other, asset: target.asset };
      await holdTransfer(tx, transfer(`maker:${owner}`, { debit: from, credit: target, minor: 1n }));
      made.resolve();
      await end.promise;
    });
    await made.promise;
    const waiting = hold(funded, 1n);
    await expect
      .poll(() =>
        select(db, `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`),
      )
      .toHaveLength(1);
    const lock = `SELECT 1 FROM account WHERE owner = $1 AND kind = 'available' FOR NO KEY UPDATE NOWAIT`;
    try {
      expect(await moneyTransaction(db, (tx) => select(tx, lock, [owner]))).toHaveLength(1);
    } finally {
      end.resolve();
      await Promise.all([maker, waiting]);
    }
  });
});

describe('the tables themselves', () => {
  it('refuse to change or lose what was written', async () => {
    const { unsettled } = merchantAccounts();
    await credit(unsettled, 1n);
    const forbidden = [
      'UPDATE entry SET amount = amount * 2',
      'DELETE FROM entry',
      'UPDATE transfer SET note = NULL',
      'DELETE FROM transfer',
      'TRUNCATE entry, transfer, account CASCADE',
      'DELETE FROM account',
    ];
    for (const statement of forbidden) await expect(execute(db, statement), statement).rejects.toThrow(/append-only/);
  });

  it('refuse a transfer whose entries do not sum to zero, at commit', async () => {
    const { unsettled } = merchantAccounts();
    await credit(unsettled, 1n);
    const unbalanced = moneyTransaction(db, async (tx) => {
      const [row] = await select<{ id: string }>(
        tx,
        "INSERT INTO transfer (key, kind, state, digest) VALUES ($1, 'test', 'posted', '') RETURNING id",
        [newId()],
      );
      await execute(tx, "INSERT INTO entry SELECT $1, id, asset, 'posted', 5, 0 FROM account LIMIT 1", [row?.id]);
    });
    await expect(unbalanced).rejects.toThrow(/do not sum to zero/);
  });

  it('refuse an overdraft even when it is written past the ledger', async () => {
    const { unsettled, owner } = merchantAccounts();
    await credit(unsettled, 1n);
    await expect(execute(db, 'UPDATE account SET debits_posted = 2 WHERE owner = $1', [owner])).rejects.toThrow(
      /insufficient_funds/,
    );
  });
});
