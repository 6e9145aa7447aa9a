import { expect, test } from 'vitest';
import { verifyReserves } from '../../packages/cli/src/reserves-verifier.ts';
import { until } from '../../scripts/testing/until.ts';
import { moneyTransaction } from '../core/sequelize.ts';
import { execute, select } from '../core/sql.ts';
import { openTestDatabase } from '../database.fixture.ts';
import { documentSigner, rotateDocumentKey } from '../documents/keys.ts';
import { makeInvoice, makeRates, makeShop, payInFull } from '../invoices/testing.fixture.ts';
import { GATEWAY } from '../ledger/accounts.ts';
import { holdTransfer, postTransfers } from '../ledger/transfers.ts';
import { fund } from '../payouts/testing.fixture.ts';
import { type TestMerchant, testBox } from '../testing.fixture.ts';
import { openReserveDays, proofFile, publishedDays, publishReserveDay, reserveAssets } from './days.ts';
import { makeReserveDay } from './make-day.ts';
import { merchantDays } from './merchant-days.ts';
import { readOwed } from './owed.ts';
import { UNASSIGNED } from './rows.ts';

const { db } = await openTestDatabase();
await makeRates(db);
const signer = await documentSigner(db, testBox);
const make = (day: string, by = signer) =>
  makeReserveDay(db, by, { mode: 'sandbox', day, gateway: 'https://pay.example', isSimulated: () => true });
const publish = (day: string) => publishReserveDay(db, { mode: 'sandbox', day });
const proofOf = async ({ merchantId }: TestMerchant, day: string) => {
  const file = await proofFile(db, { mode: 'sandbox', day, merchantId });
  if (file === null) throw new Error('The day is public.');
  return file;
};
const verified = async (shop: TestMerchant, day: string) => verifyReserves(JSON.stringify(await proofOf(shop, day)));

function move(from: TestMerchant, to: TestMerchant, { key, minor }: { readonly key: string; readonly minor: bigint }) {
  const account = (owner: string) => ({ owner, mode: 'sandbox', asset: 'LTC', kind: 'available' }) as const;
  const postings = [{ debit: account(from.merchantId), credit: account(to.merchantId), minor }];
  return moneyTransaction(db, (tx) => postTransfers(tx, [{ key, kind: 'settle', postings }]));
}

test('a day contains what each merchant is owed, available, unsettled or held, and each can prove it offline', async () => {
  const [shop, other] = [await makeShop(db), await makeShop(db)];
  await fund(db, shop, 'BTC', 100n);
  await fund(db, other, 'BTC', 100n);
  await fund(db, shop, 'XRP', 7n);
  await payInFull(db, (await makeInvoice(db, shop)).id);
  const invoices = await unsettledOf(shop);
  // Held for a payout: it has not left.
  await moneyTransaction(db, (tx) =>
    holdTransfer(tx, {
      key: 'hold:reserves',
      kind: 'payout',
      postings: [
        {
          debit: { owner: shop.merchantId, mode: 'sandbox', asset: 'XRP', kind: 'available' },
          credit: { owner: GATEWAY, mode: 'sandbox', asset: 'XRP', kind: 'custody:XRP' },
          minor: 7n,
        },
      ],
    }),
  );
  expect(await make('2026-01-01')).toBe(true);
  await publish('2026-01-01');
  const { balances, moment } = await verified(shop, '2026-01-01');
  const inBtc = balances.find(({ gateId }) => gateId === 'BTC');
  expect(inBtc?.amount).toBe(100n + invoices);
  expect(inBtc?.owed).toBe(200n + invoices);
  expect(balances.find(({ gateId }) => gateId === 'XRP')).toMatchObject({ amount: 7n, owed: 7n });
  expect(Math.abs(Date.parse(moment) - Date.now())).toBeLessThan(60_000);
  expect((await verified(other, '2026-01-01')).balances).toEqual([expect.objectContaining({ amount: 100n })]);
});

async function unsettledOf({ merchantId }: TestMerchant): Promise<bigint> {
  const [row] = await select<{ minor: string }>(
    db,
    `SELECT coalesce(sum(credits_posted - debits_posted), 0)::text AS minor FROM account
     WHERE owner = $1 AND asset = 'BTC' AND (invoice_id IS NOT NULL OR kind = 'available')`,
    [merchantId],
  );
  return BigInt(row?.minor ?? 0) - 100n;
}

test('one unit that the books change does not fit the proof of the day before', async () => {
  const shop = await makeShop(db);
  await fund(db, shop, 'LTC', 10n);
  await make('2026-01-02');
  await publish('2026-01-02');
  await fund(db, shop, 'LTC', 1n);
  await make('2026-01-03');
  await publish('2026-01-03');
  const [before, after] = [await proofOf(shop, '2026-01-02'), await proofOf(shop, '2026-01-03')];
  expect((await verified(shop, '2026-01-03')).balances).toEqual([expect.objectContaining({ amount: 11n })]);
  const mixed = { ...before, balances: after.balances };
  await expect(verifyReserves(JSON.stringify(mixed))).rejects.toThrow('0.00000011 LTC is not part of the total');
  const changed = { ...after, balances: after.balances.map((each) => ({ ...each, amount: '10' })) };
  await expect(verifyReserves(JSON.stringify(changed))).rejects.toThrow('0.00000010 LTC is not part of the total');
});

test('a day is made once: a second call, ten at once, and an earlier day change nothing', async () => {
  const made = await Promise.all(Array.from({ length: 10 }, () => make('2026-01-04')));
  expect(made.filter(Boolean)).toHaveLength(1);
  expect(await make('2026-01-04')).toBe(false);
  expect(await make('2025-12-31')).toBe(false);
  const rows = await select(db, `SELECT FROM reserve_day WHERE day = '2026-01-04'`);
  expect(rows).toHaveLength(1);
});

test('a crash in the middle leaves nothing, and the next call makes the whole day', async () => {
  await execute(db, 'ALTER TABLE reserve_leaf RENAME TO reserve_leaf_away');
  await expect(make('2026-01-05')).rejects.toThrow();
  await execute(db, 'ALTER TABLE reserve_leaf_away RENAME TO reserve_leaf');
  expect((await openReserveDays(db)).map(({ day }) => day)).not.toContain('2026-01-05');
  expect(await make('2026-01-05')).toBe(true);
  expect(await reserveAssets(db, { mode: 'sandbox', day: '2026-01-05' })).toHaveLength(9);
});

test('a day is public once, and until then nobody can read it', async () => {
  const shop = await makeShop(db);
  await fund(db, shop, 'LTC', 1n);
  await make('2026-01-06');
  expect(await proofFile(db, { mode: 'sandbox', day: '2026-01-06', merchantId: shop.merchantId })).toBeNull();
  expect((await publish('2026-01-06'))?.length).toBe(9);
  expect(await publish('2026-01-06')).toBeNull();
  expect(await publish('2027-01-01')).toBeNull();
  const [newest] = await publishedDays(db, { mode: 'sandbox', limit: 1 });
  expect(newest?.day).toBe('2026-01-06');
  expect((await publishedDays(db, { mode: 'sandbox', before: '2026-01-03', limit: 9 })).map(({ day }) => day)).toEqual([
    '2026-01-02',
    '2026-01-01',
  ]);
  expect(await publishedDays(db, { mode: 'production', limit: 1 })).toEqual([]);
});

test('the leaves of a day are never changed', async () => {
  await expect(execute(db, 'UPDATE reserve_leaf SET amount_minor = amount_minor + 1')).rejects.toThrow('append-only');
  await expect(execute(db, 'TRUNCATE reserve_leaf')).rejects.toThrow('append-only');
});

test('each statement names the one before it, also by a new key, and old days stay verifiable', async () => {
  const shop = await makeShop(db);
  await fund(db, shop, 'LTC', 3n);
  await make('2026-01-07');
  await publish('2026-01-07');
  await rotateDocumentKey(db, testBox);
  await make('2026-01-08', await documentSigner(db, testBox));
  await publish('2026-01-08');
  const [after, before] = await publishedDays(db, { mode: 'sandbox', limit: 2 });
  const [, key, payload = ''] = after?.statement.split('.') ?? [];
  expect(key).not.toBe(before?.keyId);
  const { previous } = JSON.parse(Buffer.from(payload, 'base64url').toString()) as { previous: string };
  const { createHash } = await import('node:crypto');
  expect(previous).toBe(
    createHash('sha256')
      .update(before?.statement ?? '')
      .digest('base64url'),
  );
  expect((await verified(shop, '2026-01-07')).keyId).toBe(before?.keyId);
  expect((await verified(shop, '2026-01-08')).keyId).toBe(key);
});

test('debts do not make others smaller, and money that nobody was found for is owed, too', async () => {
  const shop = await makeShop(db);
  await fund(db, shop, 'BCH', 50n);
  const account = (owner: string, kind: 'receivable' | 'suspense' | 'custody:BCH') =>
    ({ owner, mode: 'sandbox', asset: 'BCH', kind }) as const;
  const custody = account(GATEWAY, 'custody:BCH');
  await moneyTransaction(db, (tx) =>
    postTransfers(tx, [
      {
        key: 'owes',
        kind: 'test',
        postings: [{ debit: account(shop.merchantId, 'receivable'), credit: custody, minor: 9n }],
      },
      { key: 'stray', kind: 'test', postings: [{ debit: custody, credit: account(GATEWAY, 'suspense'), minor: 4n }] },
    ]),
  );
  const { owed } = await readOwed(db, 'sandbox');
  const inBch = owed.filter(({ gateId }) => gateId === 'BCH');
  expect(inBch.find(({ owner }) => owner === shop.merchantId)?.amountMinor).toBe(50n);
  expect(inBch.find(({ owner }) => owner === UNASSIGNED)?.amountMinor).toBe(4n);
});

/** The first balance of a merchant on a public day. */
async function owedOn(day: string, merchantId: string): Promise<bigint> {
  const days = await merchantDays(db, { mode: 'sandbox', merchantId, limit: 30 });
  return days.find((each) => each.day === day)?.balances[0]?.amountMinor ?? 0n;
}

test('balances and tree agree while money moves: no transfer is counted twice, and none is lost', async () => {
  const [one, other] = [await makeShop(db), await makeShop(db)];
  await fund(db, one, 'LTC', 1_000_000n);
  await fund(db, other, 'LTC', 1_000_000n);
  let isRunning = true;
  let moved = 0;
  const movers = [0, 1, 2].map(async (mover) => {
    for (let count = 0; isRunning; count += 1) {
      const minor = BigInt(1 + ((mover + count) % 7));
      await move(count % 2 === 0 ? one : other, count % 2 === 0 ? other : one, { key: `m:${mover}:${count}`, minor });
      moved += 1;
    }
  });
  try {
    for (let at = 10; at < 18; at += 1) {
      const before = moved;
      await until(() => Promise.resolve(moved > before + 5), 'money moves');
      const day = `2026-01-${at}`;
      await make(day);
      await publish(day);
      const amounts = await Promise.all(
        [one, other].map(async ({ merchantId }) => {
          return owedOn(day, merchantId);
        }),
      );
      expect(amounts.reduce((sum, each) => sum + each, 0n)).toBe(2_000_000n);
      const proven = await Promise.all([one, other].map((shop) => verified(shop, day)));
      expect(proven.map(({ balances }) => balances[0]?.amount)).toEqual(amounts);
    }
  } finally {
    isRunning = false;
    await Promise.all(movers);
  }
  await make('2026-01-20');
  await publish('2026-01-20');
  const booked = await select<{ owner: string; minor: string }>(
    db,
    `SELECT owner, (credits_posted - debits_posted)::text AS minor FROM account
     WHERE asset = 'LTC' AND kind = 'available' AND owner = ANY ($1)`,
    [[one.merchantId, other.merchantId]],
  );
  for (const { owner, minor } of booked) {
    expect(await owedOn('2026-01-20', owner)).toBe(BigInt(minor));
  }
});
