import { describe, expect, it } from 'vitest';
import { newId } from '../../domain/ids.ts';
import { moneyTransaction, type Tx } from '../core/sequelize.ts';
import { select } from '../core/sql.ts';
import { openTestDatabase } from '../database.fixture.ts';
import {
  type AccountKind,
  type AccountRef,
  accountKey,
  claimKind,
  depositKind,
  GATEWAY,
  invoiceKind,
  lockAccounts,
  stripeFor,
} from './accounts.ts';
import { balances, lockBalances } from './balances.ts';
import { freeze } from './freezes.ts';
import { lockForEnds, resolveTransfer, resolveTransfers } from './resolve.ts';
import { splitHold } from './split-hold.ts';
import type { Posting, TransferRequest } from './transfer-request.ts';
import { holdTransfer, holdTransfers, postTransfers } from './transfers.ts';
import { transferDigest } from './write.ts';
import { takeBackFrom } from './written-off.ts';

const { db } = await openTestDatabase();

const custody = gateway('custody:BTC');
const run = <T>(work: (tx: Tx) => Promise<T>) => moneyTransaction(db, work);
const transfer = (...postings: Posting[]): TransferRequest => ({ key: newId(), kind: 'test', postings });
const post = (...transfers: TransferRequest[]) => run((tx) => postTransfers(tx, transfers));
const hold = (...transfers: TransferRequest[]) => run((tx) => holdTransfers(tx, transfers));
const give = (credit: AccountRef, minor: bigint) => post(transfer({ debit: custody, credit, minor }));

function gateway(kind: AccountKind): AccountRef {
  return { owner: GATEWAY, mode: 'sandbox', asset: 'BTC', kind };
}

function balanceOf(owner: string = newId(), kind: AccountKind = 'available'): AccountRef {
  return { owner, mode: 'sandbox', asset: 'BTC', kind };
}

/** The four amounts of all accounts of this name. */
async function amountsOf({ owner, kind }: AccountRef) {
  const [row] = await select<{ amounts: string }>(
    db,
    `
      SELECT concat_ws(' ', sum(debits_pending), sum(debits_posted), sum(credits_pending),
        sum(credits_posted)) AS amounts
    FROM account WHERE owner = $1 AND kind = $2`,
    [owner, kind],
  );
  return row?.amounts;
}

describe('a transfer that makes no sense', () => {
  const [one, other] = [balanceOf(), balanceOf()];
  const named = (...postings: Posting[]): TransferRequest => ({ key: 'k', kind: 'test', postings });

  it.each<[string, TransferRequest[]]>([
    ['The transfer k moves nothing.', [named()]],
    [
      'The transfer k moves 0: an amount is more than zero.',
      [named({ debit: custody, credit: one, minor: 5n }, { debit: custody, credit: one, minor: 0n })],
    ],
    [
      'The transfer k mixes sandbox BTC and sandbox LTC.',
      [named({ debit: custody, credit: { ...one, asset: 'LTC' }, minor: 1n })],
    ],
    [
      'The transfer k mixes sandbox BTC and production BTC.',
      [named({ debit: custody, credit: { ...one, mode: 'production' }, minor: 1n })],
    ],
    ['The transfer k has one account on both sides.', [named({ debit: one, credit: one, minor: 1n })]],
    [
      'Two transfers of one call have the same key.',
      [named({ debit: custody, credit: one, minor: 1n }), named({ debit: custody, credit: other, minor: 1n })],
    ],
  ])('is refused: %s', async (message, transfers) => {
    await expect(post(...transfers)).rejects.toThrow(message);
    await expect(hold(...transfers)).rejects.toThrow(message);
  });

  it('is none where nothing is requested', async () => {
    expect(await post()).toEqual([]);
    expect(await run((tx) => resolveTransfers(tx, []))).toEqual([]);
  });
});

describe('a transfer', () => {
  it('is written with the objects that caused it, a debit above zero and a credit below', async () => {
    const [from, to] = [balanceOf(), balanceOf()];
    await give(from, 10n);
    const request = {
      ...transfer({ debit: from, credit: to, minor: 3n }, { debit: from, credit: to, minor: 4n }),
      invoiceId: newId(),
      entity: 'payout:1',
      note: 'by hand',
    };
    await post(request);
    const rows = await select(
      db,
      `
        SELECT t.kind, t.state, t.resolves, t.invoice_id, t.entity, t.note, a.owner, e.asset, e.layer, e.amount::text,
          e.line
      FROM transfer t
      JOIN entry e ON e.transfer_id = t.id
      JOIN account a ON a.id = e.account_id
      WHERE t.key = $1
      ORDER BY e.line`,
      [request.key],
    );
    const row = {
      kind: 'test',
      state: 'posted',
      resolves: null,
      invoice_id: request.invoiceId,
      entity: 'payout:1',
      note: 'by hand',
      asset: 'BTC',
      layer: 'posted',
    };
    expect(rows).toEqual([
      { ...row, owner: from.owner, amount: '3', line: 0 },
      { ...row, owner: to.owner, amount: '-3', line: 1 },
      { ...row, owner: from.owner, amount: '4', line: 2 },
      { ...row, owner: to.owner, amount: '-4', line: 3 },
    ]);
    expect([await amountsOf(from), await amountsOf(to)]).toEqual(['0 7 0 10', '0 0 0 7']);
  });

  it('is the same with the same content, whatever its note, and another one with any other part', () => {
    const request = { key: 'k', kind: 'settle', postings: [{ debit: custody, credit: balanceOf('m'), minor: 5n }] };
    const digest = (changed: Partial<TransferRequest>) =>
      transferDigest({ ...request, ...changed }, 'posted').toString('hex');
    const posting = (changed: Partial<Posting>) => ({ postings: [{ ...request.postings[0], ...changed } as Posting] });
    // It is stored for good, so it never changes.
    expect(digest({})).toBe('22e2d54aa6a51185ae7e2365b3fecb4850f9b73f2c8668883d8ed8e9654ce860');
    expect(digest({ note: 'x', key: 'other', outgoing: true })).toBe(digest({}));
    const others = [
      { kind: 'x' },
      { invoiceId: 'x' },
      { entity: 'x' },
      { postings: [] },
      posting({ minor: 6n }),
      ...(['debit', 'credit'] as const).flatMap((side) =>
        [{ owner: 'x' }, { mode: 'production' as const }, { asset: 'x' }, { kind: 'suspense' as const }].map((change) =>
          posting({ [side]: { ...(side === 'debit' ? custody : balanceOf('m')), ...change } }),
        ),
      ),
    ].map(digest);
    expect(new Set([digest({}), ...others, transferDigest(request, 'pending').toString('hex')]).size).toBe(15);
  });

  it('whose key exists with another content says which', async () => {
    const to = balanceOf();
    const first = transfer({ debit: custody, credit: to, minor: 1n });
    await post(first);
    const other = { ...first, kind: 'other' };
    await expect(post(transfer({ debit: custody, credit: to, minor: 1n }), other)).rejects.toMatchObject({
      code: 'conflict',
      message: `The transfer ${first.key} exists with another content.`,
    });
    expect(await post(transfer({ debit: custody, credit: to, minor: 1n }), first)).toEqual([
      { key: expect.any(String), created: true },
      { key: first.key, created: false },
    ]);
  });

  it('is judged together with the others of its call', async () => {
    const [from, to, last] = [balanceOf(), balanceOf(), balanceOf()];
    await give(from, 10n);
    const take = (minor: bigint, debit = from, credit = to) => transfer({ debit, credit, minor });
    await expect(post(take(6n), take(5n))).rejects.toMatchObject({ code: 'insufficient_balance' });
    await post(take(10n), take(4n, to, last));
    expect([await amountsOf(to), await amountsOf(last)]).toEqual(['0 4 0 10', '0 0 0 4']);
  });

  it('that is new is refused beside one that was made before', async () => {
    const [from, to] = [balanceOf(), balanceOf()];
    await give(from, 10n);
    const made = transfer({ debit: from, credit: to, minor: 10n });
    await post(made);
    await expect(post(made, transfer({ debit: from, credit: to, minor: 1n }))).rejects.toMatchObject({
      code: 'insufficient_balance',
    });
  });
});

describe('a hold', () => {
  it('gives its credit side nothing to spend before it is posted', async () => {
    const [from, to] = [balanceOf(), balanceOf()];
    await give(from, 10n);
    const both = [transfer({ debit: from, credit: to, minor: 10n }), transfer({ debit: to, credit: from, minor: 1n })];
    await expect(hold(...both)).rejects.toMatchObject({ code: 'insufficient_balance' });
    await hold(transfer({ debit: from, credit: to, minor: 10n }));
    expect([await amountsOf(from), await amountsOf(to)]).toEqual(['10 0 0 10', '0 0 10 0']);
  });

  it.each([
    ['post', '0 9 0 10', '0 0 0 9', [0, 1, 2, 3]],
    ['void', '0 0 0 10', '0 0 0 0', [0, 2]],
  ] as const)(
    'is ended by %s on both sides, with the objects that caused it',
    async (outcome, fromAfter, toAfter, lines) => {
      const [from, to] = [balanceOf(), balanceOf()];
      await give(from, 10n);
      const held = { ...transfer({ debit: from, credit: to, minor: 9n }), invoiceId: newId(), entity: 'payout:2' };
      expect(await run((tx) => holdTransfer(tx, held))).toEqual({ key: held.key, created: true });
      await run((tx) => resolveTransfer(tx, { key: `${held.key}:end`, pendingKey: held.key, outcome, note: 'sent' }));
      expect([await amountsOf(from), await amountsOf(to)]).toEqual([fromAfter, toAfter]);
      const [end] = await select(
        db,
        `SELECT t.kind, t.state, t.invoice_id, t.entity, t.note, h.key AS resolves,
        ARRAY(SELECT line::int FROM entry WHERE transfer_id = t.id ORDER BY line) AS lines
      FROM transfer t JOIN transfer h ON h.id = t.resolves WHERE t.key = $1`,
        [`${held.key}:end`],
      );
      expect(end).toEqual({
        kind: 'test',
        state: `${outcome}_pending`,
        entity: 'payout:2',
        note: 'sent',
        resolves: held.key,
        invoice_id: held.invoiceId,
        lines,
      });
    },
  );

  it('that was ended, or never taken, says so', async () => {
    const [from, to] = [balanceOf(), balanceOf()];
    await give(from, 10n);
    const held = transfer({ debit: from, credit: to, minor: 9n });
    await hold(held);
    const end = (key: string, pendingKey = held.key) =>
      run((tx) => resolveTransfers(tx, [{ key, pendingKey, outcome: 'void' }]));
    await expect(end(newId(), 'none')).rejects.toMatchObject({ code: 'not_found', message: 'There is no hold none.' });
    await end(`${held.key}:1`);
    expect(await end(`${held.key}:1`)).toEqual([{ key: `${held.key}:1`, created: false }]);
    await expect(end(`${held.key}:2`)).rejects.toMatchObject({
      code: 'conflict',
      message: `The hold ${held.key} was ended by another transfer.`,
    });
  });

  it('is ended beside one that was ended before', async () => {
    const [from, to] = [balanceOf(), balanceOf()];
    await give(from, 10n);
    const [first, second] = [1n, 2n].map((minor) => transfer({ debit: from, credit: to, minor }));
    if (!first || !second) throw new Error('two transfers');
    await hold(first, second);
    const ends = [first, second].map(({ key }) => ({ key: `${key}:end`, pendingKey: key, outcome: 'post' }) as const);
    await run((tx) => resolveTransfers(tx, ends.slice(0, 1)));
    expect(await run((tx) => resolveTransfers(tx, ends))).toEqual([
      { key: ends[0]?.key, created: false },
      { key: ends[1]?.key, created: true },
    ]);
    expect(await amountsOf(from)).toBe('0 3 0 10');
  });

  it('is split into parts without anybody spending in between, and only once', async () => {
    const from = balanceOf();
    await give(from, 10n);
    const whole = transfer({ debit: from, credit: custody, minor: 10n });
    await hold(whole);
    const parts = [4n, 6n].map((minor) => transfer({ debit: from, credit: custody, minor }));
    const split = () => run((tx) => splitHold(tx, { whole, voidKey: `${whole.key}:void`, parts }));
    await split();
    await split();
    expect(await amountsOf(from)).toBe('10 0 0 10');
    const open = await select<{ key: string }>(
      db,
      `SELECT key FROM transfer h WHERE state = 'pending' AND key = ANY($1::text[])
         AND NOT EXISTS (SELECT FROM transfer WHERE resolves = h.id)`,
      [[whole, ...parts].map(({ key }) => key)],
    );
    expect(open.map(({ key }) => key).sort()).toEqual(parts.map(({ key }) => key).sort());
  });
});

describe('money that leaves', () => {
  const frozen = async (account: AccountRef) => run((tx) => freeze(tx, `invoice:${newId()}`, [account]));

  it('is refused where the balance is frozen, also the money of invoices, and beside money that may move', async () => {
    const owner = newId();
    const [available, invoice] = [balanceOf(owner), balanceOf(owner, `invoice:${newId()}`)];
    for (const account of [available, invoice]) await give(account, 10n);
    const out = (debit: AccountRef) => transfer({ debit, credit: custody, minor: 1n });
    for (const debit of [available, invoice]) await hold(out(debit));
    await frozen(available);
    for (const debit of [available, invoice]) {
      await expect(hold(out(debit))).rejects.toMatchObject({ code: 'account_frozen' });
      await expect(post(out(debit), { ...out(debit), outgoing: true })).rejects.toMatchObject({
        code: 'account_frozen',
      });
      expect(await post(out(debit))).toMatchObject([{ created: true }]);
    }
  });

  it('leaves beside what only moves, whatever that is', async () => {
    const from = balanceOf();
    const invoice = balanceOf(newId(), `invoice:${newId()}`);
    await give(invoice, 1n);
    await give(from, 10n);
    const out = transfer({ debit: from, credit: custody, minor: 1n });
    const moved = transfer({ debit: invoice, credit: custody, minor: 1n });
    await post({ ...out, outgoing: true }, { ...out, key: newId() }, moved);
    expect(await amountsOf(from)).toBe('0 2 0 10');
  });
});

it('money from before invoices had accounts is stopped by a freeze of its own alone', async () => {
  const owner = newId();
  const [available, unsettled] = [balanceOf(owner), balanceOf(owner, 'unsettled')];
  for (const account of [available, unsettled]) await give(account, 10n);
  await run((tx) => freeze(tx, `invoice:${newId()}`, [available]));
  const out = () => hold(transfer({ debit: unsettled, credit: custody, minor: 1n }));
  expect(await out()).toMatchObject([{ created: true }]);
  await run((tx) => freeze(tx, `invoice:${newId()}`, [unsettled]));
  await expect(out()).rejects.toMatchObject({ code: 'account_frozen' });
});

describe('an account', () => {
  it('is created once, with its first transfer; existing ones are not created again', async () => {
    // Each attempt to make an account takes a number, also where it exists.
    const profit = gateway('pnl');
    await post(transfer({ debit: profit, credit: balanceOf(), minor: 1n }));
    const ids: number[] = [];
    for (const _ of [1, 2, 3]) {
      const invoice = balanceOf(newId(), `invoice:${newId()}`);
      await post(transfer({ debit: profit, credit: invoice, minor: 2n }));
      await post(transfer({ debit: profit, credit: invoice, minor: 2n }));
      await post(transfer({ debit: invoice, credit: profit, minor: 1n }));
      const rows = await select<{ id: string }>(db, 'SELECT id FROM account WHERE owner = $1', [invoice.owner]);
      expect(rows).toHaveLength(1);
      ids.push(Number(rows[0]?.id));
    }
    const [first = 0] = ids;
    expect(ids).toEqual([first, first + 1, first + 2]);
  });

  it('of custody, fees and positions of the gateway is eight rows, by the key of the transfer', () => {
    const stripes = (account: AccountRef) =>
      new Set(Array.from({ length: 200 }, (_, n) => stripeFor(account, `key ${n}`).stripe));
    for (const kind of ['custody:BTC', 'fees:service', 'fees:network', 'position'] as const) {
      expect([...stripes(gateway(kind))].sort()).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
    }
    expect([...stripes(gateway('suspense'))]).toEqual([0]);
    expect([...stripes(balanceOf('m', 'custody:BTC'))]).toEqual([0]);
    expect(stripeFor(custody, 'a').stripe).toBe(2);
  });

  it('has a name that tells every part', () => {
    expect(accountKey({ ...balanceOf('m'), stripe: 3 })).toBe('m sandbox BTC available 3');
    expect([invoiceKind('1'), depositKind('2'), claimKind('3')]).toEqual(['invoice:1', 'deposit:2', 'claim:3']);
  });

  it('may go below zero where debits are claims or one stripe gives back for another', async () => {
    const kinds: readonly AccountKind[] = [
      'unsettled',
      'invoice:1',
      'available',
      'suspense',
      'receivable',
      'position',
      'reorg_loss',
      'fees:service',
      'fees:network',
      'custody:BTC',
    ];
    const owner = newId();
    const requested = kinds.map((kind) => ({
      ...balanceOf(owner, kind === 'invoice:1' ? `invoice:${newId()}` : kind),
      stripe: 0,
    }));
    const locked = await run((tx) => lockAccounts(tx, requested));
    expect(requested.map((account) => locked.get(accountKey(account))?.mayGoNegative)).toEqual([
      false,
      false,
      false,
      false,
      true,
      true,
      true,
      true,
      true,
      true,
    ]);
    expect([...locked.values()][0]).toMatchObject({ asset: 'BTC', frozen: null, owes: false });
  });

  it('is shown with its stripes added up, by asset and kind; money of invoices together as unsettled', async () => {
    const owner = newId();
    const [first, second] = [balanceOf(owner, `invoice:${newId()}`), balanceOf(owner, `invoice:${newId()}`)];
    for (const account of [first, second, balanceOf(owner)]) await give(account, 10n);
    await post(transfer({ debit: second, credit: balanceOf(owner), minor: 10n }));
    await hold(transfer({ debit: first, credit: custody, minor: 4n }));
    expect(await balances(db, { owner, mode: 'sandbox' })).toEqual([
      {
        asset: 'BTC',
        kind: 'available',
        debitsPending: 0n,
        debitsPosted: 0n,
        creditsPending: 0n,
        creditsPosted: 20n,
        total: 20n,
        spendable: 20n,
        owed: 0n,
        frozen: false,
      },
      {
        asset: 'BTC',
        kind: 'unsettled',
        debitsPending: 4n,
        debitsPosted: 0n,
        creditsPending: 0n,
        creditsPosted: 10n,
        total: 10n,
        spendable: 6n,
        owed: 0n,
        frozen: false,
      },
    ]);
    expect(await balances(db, { owner, mode: 'production' })).toEqual([]);
  });

  it('covers an amount as far as it can be spent', async () => {
    const balance = balanceOf();
    await give(balance, 10n);
    await hold(transfer({ debit: balance, credit: custody, minor: 4n }));
    const taken = (minor: bigint) => run((tx) => takeBackFrom(tx, balance, { minor, cause: 'invoice:none' }));
    expect(await taken(6n)).toEqual({ takenMinor: 6n, shortMinor: 0n, lossMinor: 0n });
    expect(await taken(8n)).toEqual({ takenMinor: 6n, shortMinor: 2n, lossMinor: 0n });
  });

  it('is locked with others in the requested order', async () => {
    const [one, other] = [balanceOf(), balanceOf()];
    await give(other, 2n);
    await give(one, 1n);
    const locked = await run((tx) => lockBalances(tx, [one, other]));
    expect(locked.map(({ creditsPosted }) => creditsPosted)).toEqual([1n, 2n]);
  });
});

it('the accounts of holds and of transfers to come are locked together, and nothing else', async () => {
  const [held, coming, other] = [balanceOf(), balanceOf(), balanceOf()];
  for (const account of [held, coming, other]) await give(account, 10n);
  const pending = transfer({ debit: held, credit: balanceOf(), minor: 1n });
  await hold(pending);
  const nowait = `SELECT FROM account WHERE owner = $1 FOR NO KEY UPDATE NOWAIT`;
  const isLocked = (account: AccountRef) =>
    run((tx) => select(tx, nowait, [account.owner])).then(
      () => false,
      () => true,
    );
  const next = transfer({ debit: coming, credit: balanceOf(), minor: 1n });
  await run(async (tx) => {
    await lockForEnds(tx, [pending.key], [next]);
    expect([await isLocked(held), await isLocked(coming), await isLocked(other)]).toEqual([true, true, false]);
  });
});
