import { beforeEach, describe, expect, it } from 'vitest';
import { newId } from '../../domain/ids.ts';
import { moneyTransaction, type Tx } from '../core/sequelize.ts';
import { select } from '../core/sql.ts';
import { openTestDatabase } from '../database.fixture.ts';
import { type AccountRef, GATEWAY } from './accounts.ts';
import { balances } from './balances.ts';
import type { TransferRequest } from './transfer-request.ts';
import { holdTransfers, postTransfers } from './transfers.ts';
import { writeOffDebt } from './write-off.ts';
import { postingsOfTaken, type TakenBack, takeBackFrom } from './written-off.ts';

const { db } = await openTestDatabase();

const custody: AccountRef = { owner: GATEWAY, mode: 'sandbox', asset: 'BTC', kind: 'custody:BTC' };
const run = <T>(work: (tx: Tx) => Promise<T>) => moneyTransaction(db, work);
const post = (...all: TransferRequest[]) => run((tx) => postTransfers(tx, all));
let owner: string;
let available: AccountRef;
let lossBefore: bigint;
beforeEach(async () => {
  owner = newId();
  available = { owner, mode: 'sandbox', asset: 'BTC', kind: 'available' };
  lossBefore = await allLoss();
});

const allLoss = async () => -((await sheet(GATEWAY)).reorg_loss ?? 0n);
/** The gateway's loss from this test. */
const loss = async () => (await allLoss()) - lossBefore;

async function sheet(of: string = owner): Promise<Partial<Record<string, bigint>>> {
  const all = await balances(db, { owner: of, mode: 'sandbox' });
  return Object.fromEntries(all.filter(({ total }) => total !== 0n).map(({ kind, total }) => [kind, total]));
}

/** Money of a cause for a merchant; of none, if it is left out. */
function gift(minor: bigint, gives?: string, credit: AccountRef = available): TransferRequest {
  const postings = [{ debit: custody, credit, minor }];
  return { key: newId(), kind: 'test', postings, gives };
}

/** Money of a cause is gone. */
async function take(minor: bigint, cause: string): Promise<TakenBack> {
  return run(async (tx) => {
    const taken = await takeBackFrom(tx, available, { minor, cause });
    const postings = postingsOfTaken(available, custody, taken);
    await postTransfers(tx, [{ key: newId(), kind: 'test', entity: cause, postings }]);
    return taken;
  });
}

async function writeOff(minor: bigint, of: string = owner): Promise<void> {
  const by = { kind: 'system', id: null, name: 'Ada' } as const;
  const debt = { merchantId: of, mode: 'sandbox', asset: 'BTC', minor, reason: 'closed', by } as const;
  await run((tx) => writeOffDebt(tx, debt));
}

/** A new cause that left a debt, which was written off. */
async function lost(minor: bigint): Promise<string> {
  const cause = `deposit:${newId()}`;
  await take(minor, cause);
  await writeOff(minor);
  return cause;
}

describe('money that is gone', () => {
  it('is taken from the balance as far as it is there, and is a debt beyond', async () => {
    await post(gift(40n));
    expect(await take(30n, 'deposit:a')).toEqual({ lossMinor: 0n, takenMinor: 30n, shortMinor: 0n });
    expect(await take(25n, 'deposit:a')).toEqual({ lossMinor: 0n, takenMinor: 10n, shortMinor: 15n });
    expect(await sheet()).toEqual({ receivable: -15n });
  });

  it('is a debt where what is there is held', async () => {
    await post(gift(40n));
    await run((tx) =>
      holdTransfers(
        tx,
        [gift(35n)].map((of) => ({ ...of, postings: [{ debit: available, credit: custody, minor: 35n }] })),
      ),
    );
    expect(await take(20n, 'deposit:a')).toEqual({ lossMinor: 0n, takenMinor: 5n, shortMinor: 15n });
  });

  it('is taken from the gateway again as far as it had paid its loss, after what the merchant got', async () => {
    const cause = await lost(100n);
    await post(gift(130n, cause));
    expect([await sheet(), await loss()]).toEqual([{ available: 30n }, 0n]);
    expect(await take(130n, cause)).toEqual({ lossMinor: 100n, takenMinor: 30n, shortMinor: 0n });
    expect([await sheet(), await loss()]).toEqual([{}, 100n]);
    await post(gift(60n, cause));
    expect(await loss()).toBe(40n);
    expect(await take(70n, cause)).toEqual({ lossMinor: 60n, takenMinor: 0n, shortMinor: 10n });
  });

  it('is taken from the gateway first, and nothing from a balance that would pay for it', async () => {
    const cause = await lost(100n);
    await post(gift(100n, cause), gift(50n));
    expect(await take(100n, cause)).toEqual({ lossMinor: 100n, takenMinor: 0n, shortMinor: 0n });
    expect([await sheet(), await loss()]).toEqual([{ available: 50n }, 100n]);
  });

  it('of another cause, or asset, takes nothing from the gateway', async () => {
    const cause = await lost(100n);
    await post(gift(100n, cause));
    await post(gift(10n));
    expect(await take(10n, 'deposit:other')).toEqual({ lossMinor: 0n, takenMinor: 10n, shortMinor: 0n });
    const ether = { ...available, asset: 'ETH' } as const;
    expect(await run((tx) => takeBackFrom(tx, ether, { minor: 10n, cause }))).toMatchObject({ lossMinor: 0n });
  });

  it('makes no posting of nothing', () => {
    expect(postingsOfTaken(available, custody, { takenMinor: 0n, shortMinor: 0n, lossMinor: 0n })).toEqual([]);
    expect(postingsOfTaken(available, custody, { takenMinor: 1n, shortMinor: 2n, lossMinor: 3n })).toEqual([
      { debit: available, credit: custody, minor: 1n },
      { debit: { ...available, kind: 'receivable' }, credit: custody, minor: 2n },
      { debit: { ...available, owner: GATEWAY, kind: 'reorg_loss' }, credit: custody, minor: 3n },
    ]);
  });
});

describe('money of what was written off', () => {
  it('pays the loss first, once, under the key of what brought it', async () => {
    const cause = await lost(100n);
    const first = gift(70n, cause);
    await post(first);
    await post(first);
    expect([await sheet(), await loss()]).toEqual([{}, 30n]);
    await post(gift(70n, cause));
    expect([await sheet(), await loss()]).toEqual([{ available: 40n }, 0n]);
    expect(
      await select(db, 'SELECT kind, entity FROM transfer WHERE key = $1', [`${first.key}:recovered:${owner}:BTC`]),
    ).toEqual([{ kind: 'debt_recovered', entity: `merchant:${owner}` }]);
  });

  it('of no cause, or another one, is the merchant’s', async () => {
    await lost(100n);
    await post(gift(20n), gift(30n, 'deposit:other'));
    expect([await sheet(), await loss()]).toEqual([{ available: 50n }, 100n]);
  });

  it('of a cause of another merchant, or asset, is not the gateway’s', async () => {
    const cause = await lost(100n);
    const [other, ether] = [{ ...available, owner: newId() }, { ...available, asset: 'ETH' } as const];
    await post(gift(50n, cause, other), {
      ...gift(50n, cause),
      postings: [{ debit: { ...custody, asset: 'ETH', kind: 'custody:ETH' }, credit: ether, minor: 50n }],
    });
    expect([await sheet(), await sheet(other.owner), await loss()]).toEqual([
      { available: 50n },
      { available: 50n },
      100n,
    ]);
  });

  it('of a cause that two merchants share pays for each its own', async () => {
    const cause = await lost(100n);
    const [first, firstOwner] = [available, owner];
    owner = newId();
    available = { ...available, owner };
    await take(30n, cause);
    await writeOff(30n);
    await post(gift(20n, cause), gift(110n, cause, first));
    expect([await sheet(), await sheet(firstOwner), await loss()]).toEqual([{}, { available: 10n }, 10n]);
  });

  it('pays losses of several causes each by its own, in one call', async () => {
    const [one, two] = [await lost(100n), await lost(50n)];
    await post(gift(60n, one), gift(80n, two), gift(60n, one));
    expect([await sheet(), await loss()]).toEqual([{ available: 50n }, 0n]);
  });

  it('pays no more than is left on the balance after what the same call takes from it', async () => {
    const cause = await lost(100n);
    const spend = { ...gift(90n), postings: [{ debit: available, credit: custody, minor: 90n }] };
    await post(gift(100n, cause), spend);
    expect([await sheet(), await loss()]).toEqual([{}, 90n]);
    await post(gift(20n, cause), gift(30n, cause), {
      ...spend,
      key: newId(),
      postings: [{ debit: available, credit: custody, minor: 35n }],
    });
    expect([await sheet(), await loss()]).toEqual([{}, 75n]);
  });

  it('counts what one transfer gives in several postings', async () => {
    const cause = await lost(100n);
    await post({
      ...gift(0n, cause),
      postings: [30n, 40n].map((minor) => ({ debit: custody, credit: available, minor })),
    });
    expect([await sheet(), await loss()]).toEqual([{}, 30n]);
  });

  it('pays the loss before a debt, and the debt of the rest', async () => {
    const cause = await lost(100n);
    await take(30n, 'deposit:later');
    await post(gift(120n, cause));
    expect([await sheet(), await loss()]).toEqual([{ receivable: -10n }, 0n]);
  });

  it('pays what several write-offs of the cause left', async () => {
    const cause = await lost(100n);
    await take(20n, cause);
    await writeOff(20n);
    expect(await loss()).toBe(120n);
    await post(gift(130n, cause));
    expect([await sheet(), await loss()]).toEqual([{ available: 10n }, 0n]);
  });

  it('pays nothing for a debt that other money had paid', async () => {
    const cause = `deposit:${newId()}`;
    await take(100n, cause);
    await post(gift(60n));
    await writeOff(40n);
    await post(gift(100n, cause));
    expect([await sheet(), await loss()]).toEqual([{ available: 60n }, 0n]);
  });
});

it('a debt is written off only as it is', async () => {
  await take(100n, 'deposit:a');
  for (const minor of [99n, 101n, 0n, -100n]) await expect(writeOff(minor)).rejects.toMatchObject({ code: 'conflict' });
  expect([await sheet(), await loss()]).toEqual([{ receivable: -100n }, 0n]);
});
