import { beforeEach, describe, expect, it, vi } from 'vitest';
import { connect } from '../../db/connect.ts';
import { type Db, inTransaction, type Tx } from '../../db/core/sequelize.ts';
import { execute, select } from '../../db/core/sql.ts';
import { type AccountRef, GATEWAY } from '../../db/ledger/accounts.ts';
import { balances } from '../../db/ledger/balances.ts';
import { forgetFullCheck } from '../../db/ledger/checks.ts';
import { unfreezeBooks } from '../../db/ledger/freezes.ts';
import { resolveTransfer } from '../../db/ledger/resolve.ts';
import { holdTransfer, postTransfers } from '../../db/ledger/transfers.ts';
import { recentTrialBalance, trialBalance } from '../../db/ledger/trial-balance.ts';
import { checkRecovered } from '../../scripts/backup/checks.ts';
import { createTestDatabase, type TestDatabase } from '../../scripts/testing/database.ts';
import { checkTrialBalance, createLedgerActivities } from './trial-balance.ts';

const custody: AccountRef = { owner: GATEWAY, mode: 'sandbox', asset: 'BTC', kind: 'custody:BTC' };
const unsettled: AccountRef = { owner: 'a merchant', mode: 'sandbox', asset: 'BTC', kind: 'unsettled' };
const available: AccountRef = { ...unsettled, kind: 'available' };

let database: TestDatabase;
let db: Db;

// Each test spoils the books in its own way, so each has its own database.
beforeEach(async () => {
  database = await createTestDatabase();
  db = connect(database.url);
  await inTransaction(db, async (tx) => {
    await postTransfers(tx, [
      { key: 'in', kind: 'payment_credit', postings: [{ debit: custody, credit: unsettled, minor: 100n }] },
      { key: 'settle', kind: 'settle', postings: [{ debit: unsettled, credit: available, minor: 80n }] },
    ]);
    for (const key of ['posted', 'voided', 'open']) {
      await holdTransfer(tx, { key, kind: 'payout', postings: [{ debit: available, credit: custody, minor: 10n }] });
    }
    await resolveTransfer(tx, { key: 'post', pendingKey: 'posted', outcome: 'post' });
    await resolveTransfer(tx, { key: 'void', pendingKey: 'voided', outcome: 'void' });
  });
  return async () => {
    await db.close();
    await database.drop();
  };
});

/** Changes rows that the ledger itself would never touch. */
function spoil(sql: string): Promise<void> {
  return inTransaction(db, async (tx: Tx) => {
    await execute(tx, "SET LOCAL session_replication_role = 'replica'");
    await execute(tx, 'ALTER TABLE account DROP CONSTRAINT IF EXISTS insufficient_funds');
    expect(await execute(tx, sql)).toBeGreaterThan(0);
  });
}

describe('the trial balance', () => {
  it('finds nothing in books that are right, holds in every state included', async () => {
    expect(await trialBalance(db)).toMatchObject({ transfers: 7, mismatches: [] });
  });

  it('only reads, unless it is to keep its sums for the recent ones', async () => {
    await trialBalance(db);
    expect(await select(db, 'SELECT 1 FROM account_check')).toEqual([]);
    await trialBalance(db, { keepSums: true });
    expect(await select(db, 'SELECT 1 FROM account_check')).not.toEqual([]);
  });

  it('takes as long as a long history needs, also for a recovered database', async () => {
    const hasty = connect(database.url, { poolSize: 1 });
    // As if the history were longer than the limit of ordinary statements.
    await execute(hasty, "SET statement_timeout = '200ms'");
    await execute(db, 'ALTER TABLE transfer RENAME TO kept_transfer');
    await execute(db, 'CREATE VIEW transfer AS SELECT t.* FROM kept_transfer t, (SELECT pg_sleep(0.3) OFFSET 0) s');
    try {
      await expect(select(hasty, 'SELECT FROM transfer')).rejects.toThrow('statement timeout');
      expect((await trialBalance(hasty)).mismatches).toEqual([]);
      expect((await checkRecovered(hasty))[0]).toMatch(/^Trial balance: 7 transfers on \d+ accounts balance/);
    } finally {
      await hasty.close();
    }
  });

  it('finds entries that do not sum to zero', async () => {
    await spoil(
      "UPDATE entry SET amount = amount + 1 WHERE line = 0 AND transfer_id = (SELECT id FROM transfer WHERE key = 'in')",
    );
    expect((await trialBalance(db)).mismatches).toContainEqual({
      check: 'asset_sum',
      mode: 'sandbox',
      asset: 'BTC',
      layer: 'posted',
      difference: 1n,
    });
  });

  it.each([
    ['debits_posted', 10n],
    ['credits_posted', 80n],
    ['debits_pending', 10n],
    ['credits_pending', 0n],
  ])('finds an account whose %s its entries do not explain', async (column, fromEntries) => {
    await spoil(`UPDATE account SET ${column} = ${column} + 1 WHERE kind = 'available'`);
    const { mismatches } = await trialBalance(db);
    const account = 'a merchant sandbox BTC available 0';
    const amounts = { stored: fromEntries + 1n, fromEntries };
    expect(mismatches).toMatchObject([{ check: 'account_entries', account, column, ...amounts }]);
  });

  it('finds a merchant account below zero', async () => {
    await spoil("UPDATE account SET debits_posted = 101 WHERE kind = 'unsettled'");
    expect((await trialBalance(db)).mismatches).toContainEqual(
      expect.objectContaining({ check: 'negative_account', spendable: -1n }),
    );
  });

  it('finds an entry of another asset than its account', async () => {
    await spoil("UPDATE entry SET asset = 'LTC'");
    expect((await trialBalance(db)).mismatches.length).toBeGreaterThan(0);
  });
});

describe('the check every minute', () => {
  const check = () => checkTrialBalance(db);
  const alerts = () =>
    select<{ open: boolean }>(db, "SELECT resolved_at IS NULL AS open FROM alert WHERE kind = 'trial_balance'");
  const frozen = async () =>
    (await balances(db, { owner: 'a merchant', mode: 'sandbox' })).map((balance) => balance.frozen);

  it('leaves right books alone', async () => {
    expect(await check()).toMatchObject({ transfers: 7, mismatches: 0 });
    expect([await alerts(), await frozen()]).toEqual([[], [false, false]]);
  });

  it('keeps what it summed when it adds up all entries, so that the next check reads new ones only', async () => {
    const marks = () =>
      select<{ kind: string; credits: string }>(
        db,
        `SELECT kind, c.credits_posted::text AS credits FROM account_check c JOIN account a ON a.id = c.account_id
         WHERE owner = 'a merchant' ORDER BY kind`,
      );
    expect(await check()).toMatchObject({ transfers: 7, mismatches: 0 });
    const right = [
      { kind: 'available', credits: '80' },
      { kind: 'unsettled', credits: '100' },
    ];
    expect(await marks()).toEqual(right);
    await execute(db, 'UPDATE account_check SET through = 0, credits_posted = 1');
    await inTransaction(db, forgetFullCheck);
    await check();
    expect(await marks()).toEqual(right);
    expect((await check()).transfers).toBe(0);
  });

  it('keeps no sums of operations whose accounts are empty', async () => {
    await inTransaction(db, (tx) =>
      postTransfers(tx, [
        { key: 'rest', kind: 'settle', postings: [{ debit: unsettled, credit: available, minor: 20n }] },
      ]),
    );
    await execute(db, "UPDATE account SET kind = 'deposit:' || gen_random_uuid() WHERE kind = 'unsettled'");
    const kept = () =>
      select<{ kind: string }>(
        db,
        `SELECT split_part(kind, ':', 1) AS kind FROM account_check c JOIN account a ON a.id = c.account_id
         WHERE owner = 'a merchant' ORDER BY kind`,
      );
    await recentTrialBalance(db);
    expect(await kept()).toEqual([{ kind: 'available' }, { kind: 'deposit' }]);
    expect(await check()).toMatchObject({ mismatches: 0 });
    expect(await kept()).toEqual([{ kind: 'available' }]);
  });

  it('finds at once what becomes wrong while it adds up all entries, and does not call the books right', async () => {
    const { promise: slow, resolve: finish } = Promise.withResolvers<void>();
    // The check of new entries needs no transaction: the first one is that of all entries.
    const { sequelize } = db;
    const run = sequelize.transaction.bind(sequelize) as (work: (tx: Tx) => Promise<unknown>) => Promise<unknown>;
    const slowly = async (work: (tx: Tx) => Promise<unknown>) => {
      const result = await run(work);
      await slow;
      return result;
    };
    vi.spyOn(sequelize, 'transaction').mockImplementationOnce(slowly as never);
    const recent: number[] = [];
    const checking = checkTrialBalance(db, { everyMs: 5, onRecent: ({ mismatches }) => recent.push(mismatches) });
    await vi.waitFor(() => expect(recent[0]).toBe(0));
    await spoil("UPDATE account SET debits_pending = debits_pending + 1 WHERE kind = 'available'");
    await vi.waitFor(() => expect(recent.at(-1)).toBe(1));
    expect([await alerts(), await frozen()]).toEqual([[{ open: true }], [true, true]]);
    finish();
    expect((await checking).mismatches).toBeGreaterThan(0);
    expect(await alerts()).toEqual([{ open: true }]);
  });

  it('adds up what is new only, and still finds an old entry that was changed when it adds up all', async () => {
    await check();
    await check();
    expect(await check()).toMatchObject({ transfers: 0, mismatches: 0 });
    await inTransaction(db, (tx) =>
      postTransfers(tx, [
        { key: 'more', kind: 'payment_credit', postings: [{ debit: custody, credit: unsettled, minor: 5n }] },
      ]),
    );
    expect(await check()).toMatchObject({ transfers: 1, mismatches: 0 });
    const tamper = (by: string) =>
      spoil(
        `UPDATE entry SET amount = amount + ${by} WHERE line = 0
         AND transfer_id = (SELECT id FROM transfer WHERE key = 'in')`,
      );
    await tamper('1');
    expect(await check()).toMatchObject({ mismatches: 0 });

    await execute(db, "UPDATE ledger_check SET full_at = full_at - interval '25 hours'");
    const found = await check();
    expect(found.mismatches).toBeGreaterThan(0);
    expect(await check()).toEqual(found);
    expect([await alerts(), await frozen()]).toEqual([[{ open: true }], [true, true]]);

    await tamper('-1');
    expect(await check()).toMatchObject({ transfers: 8, mismatches: 0 });
    expect(await alerts()).toEqual([{ open: false }]);
  });

  it.each([
    ['a changed balance', "UPDATE account SET debits_pending = debits_pending + 1 WHERE kind = 'available'"],
    ['an account below zero', "UPDATE account SET debits_posted = 101 WHERE kind = 'unsettled'"],
    [
      'a new entry without a balance',
      "INSERT INTO entry SELECT max(t.id), max(a.id), 'BTC', 'posted', 1, 99 FROM transfer t, account a",
    ],
  ])('finds %s at once', async (_, sql) => {
    await check();
    await check();
    await spoil(sql);
    expect((await check()).mismatches).toBeGreaterThan(0);
  });

  it('freezes outgoing money and alerts once, until the books are right again', async () => {
    await spoil("UPDATE account SET debits_posted = debits_posted + 1 WHERE kind = 'available'");
    expect(await check()).toMatchObject({ mismatches: 1 });
    expect([await alerts(), await frozen()]).toEqual([[{ open: true }], [true, true]]);
    const newcomer = { ...unsettled, owner: 'a newcomer' };
    const first = { key: 'first', kind: 'payment_credit', postings: [{ debit: custody, credit: newcomer, minor: 1n }] };
    await inTransaction(db, (tx) => postTransfers(tx, [first]));
    expect(await balances(db, newcomer)).toMatchObject([{ frozen: true }]);
    const hold = { key: 'more', kind: 'payout', postings: [{ debit: available, credit: custody, minor: 1n }] };
    await expect(inTransaction(db, (tx) => holdTransfer(tx, hold))).rejects.toMatchObject({ code: 'account_frozen' });

    expect(await inTransaction(db, unfreezeBooks)).toBe(true);
    await check();
    expect([await alerts(), await frozen()]).toEqual([[{ open: true }], [false, false]]);

    await spoil("UPDATE account SET debits_posted = debits_posted - 1 WHERE kind = 'available'");
    await check();
    expect(await alerts()).toEqual([{ open: false }]);
  });

  it('lets no money out by itself when the books are right again', async () => {
    await spoil("UPDATE account SET debits_posted = debits_posted + 1 WHERE kind = 'available'");
    await check();
    await spoil("UPDATE account SET debits_posted = debits_posted - 1 WHERE kind = 'available'");
    await check();
    expect([await alerts(), await frozen()]).toEqual([[{ open: false }], [true, true]]);
    expect(await inTransaction(db, unfreezeBooks)).toBe(true);
    await check();
    expect(await frozen()).toEqual([false, false]);
  });
});

it('what has expired is removed, and nothing else', async () => {
  for (const age of ['25 hours', '23 hours']) {
    await execute(
      db,
      `INSERT INTO idempotency_key (scope, key, request_hash, created_at)
       VALUES ('s', $1::text, '', now() - $1::text::interval)`,
      [age],
    );
  }
  expect(await createLedgerActivities({ db }).removeExpired()).toEqual({ sessions: 0, idempotencyKeys: 1 });
  expect(await select(db, 'SELECT key FROM idempotency_key')).toEqual([{ key: '23 hours' }]);
});
