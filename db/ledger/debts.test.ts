import { describe, expect, it } from 'vitest';
import { newId } from '../../domain/ids.ts';
import { moneyTransaction, type Tx } from '../core/sequelize.ts';
import { execute, select } from '../core/sql.ts';
import { openTestDatabase } from '../database.fixture.ts';
import { type AccountKind, type AccountRef, GATEWAY } from './accounts.ts';
import { balances } from './balances.ts';
import { allDebts } from './debts.ts';
import { splitHold } from './split-hold.ts';
import type { Posting, TransferRequest } from './transfer-request.ts';
import { holdTransfers, postTransfers } from './transfers.ts';
import { writeOffDebt } from './write-off.ts';

const { db } = await openTestDatabase();

const custody: AccountRef = { owner: GATEWAY, mode: 'sandbox', asset: 'BTC', kind: 'custody:BTC' };
const run = <T>(work: (tx: Tx) => Promise<T>) => moneyTransaction(db, work);
const transfer = (...postings: Posting[]): TransferRequest => ({ key: newId(), kind: 'test', postings });
const post = (...transfers: TransferRequest[]) => run((tx) => postTransfers(tx, transfers));
const hold = (...transfers: TransferRequest[]) => run((tx) => holdTransfers(tx, transfers));
const give = (credit: AccountRef, minor: bigint) => post(transfer({ debit: custody, credit, minor }));

function balanceOf(owner: string = newId(), kind: AccountKind = 'available'): AccountRef {
  return { owner, mode: 'sandbox', asset: 'BTC', kind };
}

/** The four amounts of an account: debits pending and posted, credits pending and posted. */
async function amountsOf({ owner, asset, kind }: AccountRef) {
  const [row] = await select<{ amounts: string }>(
    db,
    `SELECT concat_ws(' ', debits_pending, debits_posted, credits_pending, credits_posted) AS amounts
    FROM account WHERE owner = $1 AND kind = $2 AND asset = $3`,
    [owner, kind, asset],
  );
  return row?.amounts;
}

/** A merchant whose balance of 40 is held and who owes 100. */
async function owing(owner: string = newId()): Promise<{ available: AccountRef; receivable: AccountRef }> {
  const [available, receivable] = [balanceOf(owner), balanceOf(owner, 'receivable')];
  await give(available, 40n);
  await hold(transfer({ debit: available, credit: custody, minor: 40n }));
  await post(transfer({ debit: receivable, credit: custody, minor: 100n }));
  return { available, receivable };
}

describe('a debt', () => {
  it('is paid by the first transfer that comes in, under its key, and named after its merchant', async () => {
    const { available, receivable } = await owing();
    const request = transfer({ debit: custody, credit: available, minor: 30n });
    await post(request, transfer({ debit: custody, credit: available, minor: 5n }));
    expect(await amountsOf(receivable)).toBe('0 100 0 35');
    expect(
      await select(db, 'SELECT kind, entity FROM transfer WHERE key = $1', [
        `${request.key}:debt:${available.owner}:BTC`,
      ]),
    ).toEqual([{ kind: 'debt', entity: `merchant:${available.owner}` }]);
  });

  it('is paid by what is left of a call that also takes from the balance', async () => {
    const { available, receivable } = await owing();
    await post(
      transfer({ debit: custody, credit: available, minor: 30n }),
      transfer({ debit: available, credit: balanceOf(), minor: 10n }),
    );
    expect([await amountsOf(receivable), await amountsOf(available)]).toEqual(['0 100 0 20', '40 30 0 70']);
  });

  it('is paid to the last unit and not beyond, and then nothing more is taken', async () => {
    const { available, receivable } = await owing();
    await give(available, 130n);
    expect([await amountsOf(receivable), await amountsOf(available)]).toEqual(['0 100 0 100', '40 100 0 170']);
    await give(available, 5n);
    expect(await amountsOf(receivable)).toBe('0 100 0 100');
  });

  it('is not paid by money that is only held for the merchant, nor by money of an invoice', async () => {
    const { available, receivable } = await owing();
    const source = balanceOf();
    await give(source, 9n);
    await hold(transfer({ debit: source, credit: available, minor: 9n }));
    await give(balanceOf(available.owner, `invoice:${newId()}`), 7n);
    expect([await amountsOf(receivable), await amountsOf(available)]).toEqual(['0 100 0 0', '40 0 9 40']);
  });

  it('stays on the balance, in each asset and mode for itself, unless what leaves was replacesHold', async () => {
    const { available } = await owing();
    // Half of what was held comes back, 20 of the debt of 100 are on the balance.
    await execute(db, `UPDATE account SET debits_pending = 20 WHERE owner = $1 AND kind = 'available'`, [
      available.owner,
    ]);
    const out = transfer({ debit: available, credit: custody, minor: 20n });
    await expect(hold(out)).rejects.toMatchObject({
      code: 'insufficient_balance',
      message: expect.stringContaining('You owe 0.000001 BTC, because'),
    });
    expect(await balances(db, available)).toMatchObject([
      { kind: 'available', total: 40n, spendable: 0n, owed: 100n },
      { kind: 'receivable', owed: 0n, total: -100n, spendable: -100n },
    ]);
    const other = { ...available, asset: 'LTC' };
    await post(transfer({ debit: { ...custody, asset: 'LTC' }, credit: other, minor: 5n }));
    await hold(transfer({ debit: other, credit: { ...custody, asset: 'LTC' }, minor: 5n }));
    expect(await balances(db, available)).toMatchObject([
      { asset: 'BTC', kind: 'available', owed: 100n },
      { asset: 'BTC', kind: 'receivable' },
      { asset: 'LTC', kind: 'available', owed: 0n },
    ]);
    await hold({ ...out, replacesHold: true });
    // A correction takes what is there, whatever is owed.
    await execute(
      db,
      `UPDATE account SET debits_pending = 20 WHERE owner = $1 AND asset = 'BTC' AND kind = 'available'`,
      [available.owner],
    );
    await post(transfer({ debit: available, credit: custody, minor: 20n }));
  });

  it('leaves on the balance what is neither held nor owed', async () => {
    const owner = newId();
    const [available, receivable] = [balanceOf(owner), balanceOf(owner, 'receivable')];
    await give(available, 40n);
    await hold(transfer({ debit: available, credit: custody, minor: 10n }));
    await post(transfer({ debit: receivable, credit: custody, minor: 50n }));
    await post(transfer({ debit: custody, credit: receivable, minor: 30n }));
    const [balance] = await balances(db, available);
    expect(balance).toMatchObject({ total: 40n, debitsPending: 10n, owed: 20n, spendable: 10n });
    const out = (minor: bigint) => hold(transfer({ debit: available, credit: custody, minor }));
    await expect(out(11n)).rejects.toMatchObject({ code: 'insufficient_balance' });
    await out(10n);
  });

  it('does not stop a hold that was taken before from being split', async () => {
    const { available } = await owing();
    const whole = transfer({ debit: available, credit: custody, minor: 5n });
    await execute(db, `UPDATE account SET debits_pending = 35 WHERE owner = $1 AND kind = 'available'`, [
      available.owner,
    ]);
    await hold({ ...whole, replacesHold: true });
    const parts = [2n, 3n].map((minor) => transfer({ debit: available, credit: custody, minor }));
    await run((tx) => splitHold(tx, { whole, voidKey: `${whole.key}:void`, parts }));
    expect(await amountsOf(available)).toBe('40 0 0 40');
  });

  it('is collected once from incoming money, also when the transfer is repeated beside other money', async () => {
    const { available, receivable } = await owing();
    const request = transfer({ debit: custody, credit: available, minor: 30n });
    await post(request);
    await execute(db, `UPDATE account SET debits_pending = 0 WHERE owner = $1 AND kind = 'available'`, [
      available.owner,
    ]);
    expect(await post(request)).toEqual([{ key: request.key, created: false }]);
    expect(await amountsOf(receivable)).toBe('0 100 0 30');
  });

  it('of each asset and mode is paid by money of that asset and mode', async () => {
    const { available, receivable } = await owing();
    const others = [{ asset: 'LTC' }, { mode: 'production' }] as const;
    for (const other of others) {
      await post(transfer({ debit: { ...receivable, ...other }, credit: { ...custody, ...other }, minor: 100n }));
    }
    const [ltc, real] = others;
    await post(
      transfer(
        { debit: custody, credit: available, minor: 3n },
        { debit: { ...custody, ...ltc }, credit: { ...available, ...ltc }, minor: 4n },
      ),
      transfer({ debit: { ...custody, ...real }, credit: { ...available, ...real }, minor: 5n }),
    );
    const paid = await select<{ paid: string }>(
      db,
      `SELECT concat_ws(' ', mode, asset, credits_posted) AS paid FROM account
      WHERE owner = $1 AND kind = 'receivable' ORDER BY mode, asset`,
      [available.owner],
    );
    expect(paid.map((row) => row.paid)).toEqual(['production BTC 5', 'sandbox BTC 3', 'sandbox LTC 4']);
  });

  it('is paid by each merchant who is credited in one call', async () => {
    const [one, other] = [await owing(), await owing()];
    await post(
      transfer(
        { debit: custody, credit: one.available, minor: 3n },
        { debit: custody, credit: other.available, minor: 4n },
      ),
    );
    expect([await amountsOf(one.receivable), await amountsOf(other.receivable)]).toEqual(['0 100 0 3', '0 100 0 4']);
  });

  it('is not paid by a transfer that brings nothing in after all', async () => {
    const { available, receivable } = await owing();
    const elsewhere = balanceOf();
    await give(elsewhere, 5n);
    await post(
      transfer({ debit: elsewhere, credit: available, minor: 5n }),
      transfer({ debit: available, credit: elsewhere, minor: 5n }),
    );
    expect(await amountsOf(receivable)).toBe('0 100 0 0');
  });

  it('is listed for operators with its asset and mode, one after the other, until it is paid', async () => {
    const owners = ['a', 'b'].map((prefix) => `${prefix}:${newId()}`);
    for (const owner of owners) await owing(owner);
    const listed = async () => (await allDebts(db)).filter(({ owner }) => owners.includes(owner));
    expect(await listed()).toEqual(owners.map((owner) => ({ owner, mode: 'sandbox', asset: 'BTC', minor: 100n })));
    await give(balanceOf(owners[0]), 100n);
    expect((await listed()).map(({ owner }) => owner)).toEqual(owners.slice(1));
  });
});

describe('writing a debt off', () => {
  const writeOff = (merchantId: string, minor: bigint) =>
    run((tx) =>
      writeOffDebt(tx, {
        merchantId,
        mode: 'sandbox',
        asset: 'BTC',
        minor,
        reason: 'the shop has closed',
        by: { kind: 'system', id: null, name: 'Ada' },
      }),
    );

  it('makes it a loss of the gateway, lets money leave, and is noted in the audit log of the staff', async () => {
    const { available, receivable } = await owing();
    await writeOff(available.owner, 100n);
    expect(await amountsOf(receivable)).toBe('0 100 0 100');
    const rows = await select(
      db,
      `SELECT t.kind, t.entity, t.note, a.owner, a.kind AS account, e.amount::text FROM transfer t
      JOIN entry e ON e.transfer_id = t.id JOIN account a ON a.id = e.account_id WHERE t.key LIKE $1 ORDER BY e.line`,
      [`debt:${available.owner}:%:written_off`],
    );
    const row = { kind: 'debt_written_off', entity: `merchant:${available.owner}`, note: 'the shop has closed' };
    expect(rows).toEqual([
      { ...row, owner: GATEWAY, account: 'reorg_loss', amount: '100' },
      { ...row, owner: available.owner, account: 'receivable', amount: '-100' },
    ]);
    await give(available, 7n);
    await hold(transfer({ debit: available, credit: custody, minor: 7n }));
    const noted = await select(
      db,
      `SELECT chain, action, actor_name, target_kind, target_id, target_label, data
       FROM audit_log WHERE target_id = $1`,
      [available.owner],
    );
    expect(noted).toEqual([
      {
        chain: 'staff',
        action: 'debt.written_off',
        actor_name: 'Ada',
        target_kind: 'merchant',
        target_id: available.owner,
        target_label: available.owner,
        data: { mode: 'sandbox', amount: '0.000001 BTC', reason: 'the shop has closed' },
      },
    ]);
  });

  it('takes what other money left of it', async () => {
    const { available, receivable } = await owing();
    await give(available, 30n);
    await writeOff(available.owner, 70n);
    expect(await amountsOf(receivable)).toBe('0 100 0 100');
  });

  it.each([99n, 101n, 0n])('of %s units is refused where 100 are owed, and says what is owed now', async (minor) => {
    const { available, receivable } = await owing();
    await expect(writeOff(available.owner, minor)).rejects.toMatchObject({
      code: 'conflict',
      message: 'The debt is 0.000001 BTC now. List the debts again, then write off that amount.',
    });
    expect(await amountsOf(receivable)).toBe('0 100 0 0');
  });

  it.each([0n, -1n, 1n])('of %s units is refused where nothing is owed', async (minor) => {
    await expect(writeOff(newId(), minor)).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('The debt is 0 BTC now.'),
    });
  });
});
