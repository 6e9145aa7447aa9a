import { beforeEach, describe, expect, it } from 'vitest';
import { newId } from '../../domain/ids.ts';
import { createTestDatabase, type TestDatabase } from '../../scripts/testing/database.ts';
import { connect } from '../connect.ts';
import { type Db, inTransaction, moneyTransaction, type Tx } from '../core/sequelize.ts';
import { execute, one, select } from '../core/sql.ts';
import { readHolds } from '../outflows/holds.ts';
import { readPayout } from '../payouts/read.ts';
import { fund, makePayout } from '../payouts/testing.fixture.ts';
import { makeMerchant } from '../testing.fixture.ts';
import { type AccountRef, GATEWAY } from './accounts.ts';
import { balances } from './balances.ts';
import { booksFrozenSince, freeze, freezeBooks, unfreeze, unfreezeBooks } from './freezes.ts';
import { holdTransfer, postTransfers } from './transfers.ts';

const custody: AccountRef = { owner: GATEWAY, mode: 'sandbox', asset: 'BTC', kind: 'custody:BTC' };

let database: TestDatabase;
let db: Db;

// The books are frozen for everybody, so each test has its own.
beforeEach(async () => {
  database = await createTestDatabase();
  db = connect(database.url);
  return async () => {
    await db.close();
    await database.drop();
  };
});

/** An account with 10 in it. */
async function fullAccount(): Promise<AccountRef> {
  const account = { owner: newId(), mode: 'sandbox', asset: 'BTC', kind: 'available' } as const;
  await inTransaction(db, (tx) =>
    postTransfers(tx, [{ key: newId(), kind: 'test', postings: [{ debit: custody, credit: account, minor: 10n }] }]),
  );
  return account;
}

/** Whether a hold is refused and the balance says so; both must agree. */
async function isFrozen(account: AccountRef): Promise<boolean> {
  const shown = (await balances(db, account)).some(({ frozen }) => frozen);
  const hold = { key: newId(), kind: 'test', postings: [{ debit: account, credit: custody, minor: 1n }] };
  const error = await moneyTransaction(db, (tx) => holdTransfer(tx, hold)).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (error !== undefined) expect(error).toMatchObject({ code: 'account_frozen' });
  expect(error !== undefined).toBe(shown);
  return shown;
}

const run = (work: (tx: Tx) => Promise<unknown>) => moneyTransaction(db, work);

describe('freezes', () => {
  it.each([
    ['first', 'second'],
    ['second', 'first'],
  ] as const)('of two causes last until both are gone, here %s before %s', async (one, other) => {
    const account = await fullAccount();
    for (const cause of ['first', 'second'] as const) await run((tx) => freeze(tx, `invoice:${cause}`, [account]));
    await run((tx) => unfreeze(tx, `invoice:${one}`));
    await run((tx) => unfreeze(tx, `invoice:${one}`));
    expect(await isFrozen(account)).toBe(true);
    await run((tx) => unfreeze(tx, `invoice:${other}`));
    expect(await isFrozen(account)).toBe(false);
  });

  it('begin once however often they are requested, and end with one call', async () => {
    const account = await fullAccount();
    const sinceOf = () =>
      one<{ frozen_at: Date }>(db, 'SELECT frozen_at FROM account WHERE owner = $1', [account.owner]);
    await run((tx) => freeze(tx, 'invoice:first', [account]));
    const since = await sinceOf();
    await run((tx) => freeze(tx, 'invoice:first', [account]));
    await run((tx) => freeze(tx, 'invoice:second', [account]));
    expect(await sinceOf()).toEqual(since);
    await run((tx) => unfreeze(tx, 'invoice:second'));
    expect(await sinceOf()).toEqual(since);
    await run((tx) => unfreeze(tx, 'invoice:first'));
    expect(await isFrozen(account)).toBe(false);
  });

  it('that never were are lifted without a trace', async () => {
    const account = await fullAccount();
    await run((tx) => freeze(tx, 'invoice:first', [account]));
    await run((tx) => unfreeze(tx, 'invoice:second'));
    expect(await isFrozen(account)).toBe(true);
  });

  it('set and lifted at once, leaves no account frozen without a cause and no cause without its freeze', async () => {
    const account = await fullAccount();
    await run((tx) => freeze(tx, 'invoice:old', [account]));
    for (let round = 0; round < 10; round += 1) {
      const cause = `invoice:${round}` as const;
      await Promise.all([
        run((tx) => freeze(tx, cause, [account])),
        run((tx) => unfreeze(tx, round === 0 ? 'invoice:old' : `invoice:${round - 1}`)),
      ]);
      expect(await isFrozen(account), cause).toBe(true);
    }
    await run((tx) => unfreeze(tx, 'invoice:9'));
    expect(await isFrozen(account)).toBe(false);
  });

  it('that are rolled back leave nothing', async () => {
    const account = await fullAccount();
    const failing = run(async (tx) => {
      await freeze(tx, 'invoice:first', [account]);
      await freezeBooks(tx);
      throw new Error('died');
    });
    await expect(failing).rejects.toThrow('died');
    expect(await isFrozen(account)).toBe(false);
    expect(await select(db, 'SELECT FROM account_freeze')).toEqual([]);
  });
});

describe('a freeze of the books', () => {
  it('stops every account, also one that is made later, and never the accounts of the gateway', async () => {
    const before = await fullAccount();
    await run(freezeBooks);
    const after = await fullAccount();
    expect([await isFrozen(before), await isFrozen(after)]).toEqual([true, true]);
    expect((await balances(db, custody)).map(({ frozen }) => frozen)).toEqual([false]);
    expect(await run(unfreezeBooks)).toBe(true);
    expect([await isFrozen(before), await isFrozen(after)]).toEqual([false, false]);
  });

  it.each(['before', 'after'] as const)(
    'outlasts what an invoice froze %s it, and the other way round',
    async (when) => {
      const account = await fullAccount();
      const freezes = [(tx: Tx) => freeze(tx, 'invoice:first', [account]), freezeBooks];
      for (const work of when === 'before' ? freezes : freezes.reverse()) await run(work);
      await run((tx) => unfreeze(tx, 'invoice:first'));
      expect(await isFrozen(account)).toBe(true);
      await run((tx) => freeze(tx, 'invoice:first', [account]));
      await run(unfreezeBooks);
      expect(await isFrozen(account)).toBe(true);
      await run((tx) => unfreeze(tx, 'invoice:first'));
      expect(await isFrozen(account)).toBe(false);
    },
  );

  it('begins once and ends once', async () => {
    expect(await booksFrozenSince(db)).toBeNull();
    await run(freezeBooks);
    const since = await booksFrozenSince(db);
    await run(freezeBooks);
    expect(await booksFrozenSince(db)).toEqual(since);
    expect([await run(unfreezeBooks), await run(unfreezeBooks)]).toEqual([true, false]);
    expect(await booksFrozenSince(db)).toBeNull();
  });

  it('lets no money out where nobody has decided anything: the row is gone', async () => {
    const account = await fullAccount();
    await execute(db, 'DELETE FROM books_freeze');
    expect(await isFrozen(account)).toBe(true);
  });

  it('is seen by the signer, and waits for signatures that are being made', async () => {
    const shop = await makeMerchant(db);
    await fund(db, shop, 'BTC', 1_000_000n);
    const { id } = await makePayout(db, shop);
    const holdFrozen = async (tx: Tx) => (await readHolds(tx, [await readPayout(tx, id)])).get(id)?.frozen;
    let signed = false;
    let freezing: Promise<void> | undefined;
    await run(async (tx) => {
      expect(await holdFrozen(tx)).toBe(false);
      freezing = run(freezeBooks).then(() => expect(signed).toBe(true));
      await new Promise((resolve) => setTimeout(resolve, 50));
      signed = true;
    });
    await freezing;
    expect(await run(holdFrozen)).toBe(true);
    await run(unfreezeBooks);
    expect(await run(holdFrozen)).toBe(false);
  });
});
