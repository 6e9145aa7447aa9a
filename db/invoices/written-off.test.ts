import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { GateId } from '../../domain/assets/assets.ts';
import type { Autoconversion } from '../../domain/invoices/record.ts';
import { createTestDatabase, type TestDatabase } from '../../scripts/testing/database.ts';
import { connect } from '../connect.ts';
import { setMarket } from '../conversions/testing.fixture.ts';
import { type Db, inTransaction, moneyTransaction } from '../core/sequelize.ts';
import { execute } from '../core/sql.ts';
import { GATEWAY } from '../ledger/accounts.ts';
import { allDebts } from '../ledger/debts.ts';
import { postTransfers } from '../ledger/transfers.ts';
import { trialBalance } from '../ledger/trial-balance.ts';
import { writeOffDebt } from '../ledger/write-off.ts';
import { fund } from '../payouts/testing.fixture.ts';
import { refundDesk } from '../refunds/testing.fixture.ts';
import type { TestMerchant } from '../testing.fixture.ts';
import { balanceSheet, makeInvoice, makeShop, payInFull, paymentsChanged, setPayment } from './testing.fixture.ts';

let database: TestDatabase;
let db: Db;
let shop: TestMerchant;
let lossBefore: Record<string, bigint>;

beforeAll(async () => {
  database = await createTestDatabase();
  db = connect(database.url, { poolSize: 5 });
});
beforeEach(async () => {
  await setMarket(db);
  shop = await makeShop(db);
  lossBefore = { BTC: await allLoss('BTC'), EUR: await allLoss('EUR') };
});
afterEach(async () => expect((await trialBalance(db)).mismatches).toEqual([]));
afterAll(async () => {
  await db?.close();
  await database?.drop();
});

async function allLoss(asset: string): Promise<bigint> {
  return -((await balanceSheet(db, GATEWAY, asset)).reorg_loss ?? 0n);
}

/** The gateway's loss from this test. */
const loss = async (asset: 'BTC' | 'EUR' = 'BTC') => (await allLoss(asset)) - (lossBefore[asset] ?? 0n);
const sheet = (asset: GateId = 'BTC', owner: TestMerchant = shop) => balanceSheet(db, owner.merchantId, asset);

let spent = 0;
async function spend(minor: bigint, asset: GateId = 'BTC'): Promise<void> {
  const debit = { owner: shop.merchantId, mode: 'sandbox', asset, kind: 'available' } as const;
  const kind = asset === 'EUR' ? ('suspense:bank' as const) : ('custody:BTC' as const);
  spent += 1;
  const postings = [{ debit, credit: { ...debit, owner: GATEWAY, kind }, minor }];
  await inTransaction(db, (tx) => postTransfers(tx, [{ key: `spent:${spent}`, kind: 'test', postings }]));
}

async function writeOff(owner: TestMerchant = shop): Promise<bigint> {
  const [debt] = (await allDebts(db)).filter((each) => each.owner === owner.merchantId);
  if (debt === undefined) throw new Error('Nothing is owed.');
  const { mode, asset, minor } = debt;
  const about = { reason: 'the shop has closed', by: { kind: 'system', id: null, name: 'Ada' } as const };
  await moneyTransaction(db, (tx) => writeOffDebt(tx, { merchantId: owner.merchantId, mode, asset, minor, ...about }));
  return minor;
}

interface Paid {
  readonly id: string;
  readonly payment: string;
}

async function pay(autoconversion?: Autoconversion): Promise<Paid> {
  const { id } = await makeInvoice(db, shop, autoconversion === undefined ? {} : { autoconversion });
  return { id, payment: await payInFull(db, id) };
}

async function vanish({ id, payment }: Paid): Promise<void> {
  await setPayment(db, payment, 'seen');
  await paymentsChanged(db, id);
}

async function comeBack({ id, payment }: Paid): Promise<void> {
  await setPayment(db, payment, 'confirmed');
  await paymentsChanged(db, id);
}

describe('money of a debt that was written off and is mined again', () => {
  test('pays the loss of the gateway first; the rest is the merchant’s', async () => {
    const at = await pay();
    await spend(150_000n);
    await vanish(at);
    expect(await writeOff()).toBe(150_000n);
    expect([await sheet(), await loss()]).toEqual([{}, 150_000n]);
    await comeBack(at);
    expect([await sheet(), await loss()]).toEqual([{ available: 48_000n }, 0n]);
  });

  test('and removed once more is taken from the merchant as far as they got it, and else from the gateway', async () => {
    const at = await pay();
    await spend(150_000n);
    await vanish(at);
    await writeOff();
    await comeBack(at);
    await spend(8_000n);
    await vanish(at);
    expect([await sheet(), await loss()]).toEqual([{ receivable: -8_000n }, 150_000n]);
    expect(await writeOff()).toBe(8_000n);
    expect(await loss()).toBe(158_000n);
    await comeBack(at);
    expect([await sheet(), await loss()]).toEqual([{ available: 40_000n }, 0n]);
  });

  test('of another invoice is the merchant’s: it has nothing to do with the loss', async () => {
    const at = await pay();
    await spend(198_000n);
    await vanish(at);
    await writeOff();
    await pay();
    expect([await sheet(), await loss()]).toEqual([{ available: 198_000n }, 198_000n]);
    await comeBack(at);
    expect([await sheet(), await loss()]).toEqual([{ available: 198_000n }, 0n]);
  });

  test('of a debt that other money had paid is the merchant’s; of the one that was left, it is the gateway’s', async () => {
    const [first, second] = [await pay(), await pay()];
    await spend(396_000n);
    await vanish(first);
    await vanish(second);
    await fund(db, shop, 'BTC', 250_000n);
    expect(await writeOff()).toBe(146_000n);
    await comeBack(first);
    expect([await sheet(), await loss()]).toEqual([{ available: 198_000n }, 146_000n]);
    await comeBack(second);
    expect([await sheet(), await loss()]).toEqual([{ available: 250_000n }, 0n]);
  });

  test('pays the loss before a debt that arose since', async () => {
    const [first, second] = [await pay(), await pay()];
    await spend(396_000n);
    await vanish(first);
    await writeOff();
    await vanish(second);
    await comeBack(first);
    expect([await sheet(), await loss()]).toEqual([{ receivable: -198_000n }, 0n]);
    await comeBack(second);
    expect(await sheet()).toEqual({});
  });

  test('that a refund had paid out goes to the gateway, which lost it', async () => {
    const desk = refundDesk(db);
    const at = await desk.paid(200_000n, true);
    await fund(db, at.shop, 'BTC', 70_000n);
    await desk.send((await desk.refund(at.shop, at.invoiceId)).id);
    await vanish({ id: at.invoiceId, payment: at.payment });
    expect(await writeOff(at.shop)).toBe(130_000n);
    await comeBack({ id: at.invoiceId, payment: at.payment });
    expect([await sheet('BTC', at.shop), await loss()]).toEqual([{ available: 70_000n }, 0n]);
  });

  test('that was converted pays the loss in the currency in which it arose', async () => {
    const at = await pay({ type: 'full', gate_id: 'EUR' });
    await spend(9_000n, 'EUR');
    await vanish(at);
    expect(await writeOff()).toBe(9_000n);
    await comeBack(at);
    expect([await sheet('EUR'), await sheet(), await loss('EUR')]).toEqual([{ available: 850n }, {}, 0n]);
    await vanish(at);
    expect([await sheet('EUR'), await sheet(), await loss('EUR')]).toEqual([{}, {}, 9_000n]);
  });

  test('converts what the loss leaves of it', async () => {
    const at = await pay({ type: 'partial', gate_id: 'EUR', percent: 50 });
    await spend(99_000n);
    await spend(4_925n, 'EUR');
    await vanish(at);
    // The coins that were converted came back from the position, so half of what was paid is missing in each.
    const debts = (await allDebts(db)).filter(({ owner }) => owner === shop.merchantId);
    for (const _ of debts) await writeOff();
    await comeBack(at);
    expect([await loss(), await loss('EUR')]).toEqual([0n, 0n]);
  });
});

describe('the trial balance', () => {
  test('finds a loss that the books know and no row does, or the other way round', async () => {
    const at = await pay();
    await spend(150_000n);
    await vanish(at);
    await writeOff();
    const change = (sql: string) => execute(db, `UPDATE written_off ${sql} WHERE owner = $1`, [shop.merchantId]);
    const found = async () => (await trialBalance(db)).mismatches.map((each) => 'what' in each && each.what);
    await change('SET open_minor = open_minor - 1');
    expect(await found()).toEqual(['written_off']);
    await change('SET recovered_minor = recovered_minor + 1');
    expect(await found()).toEqual(['recovered']);
    await change('SET recovered_minor = recovered_minor - 1, open_minor = open_minor + 1');
  });
});
