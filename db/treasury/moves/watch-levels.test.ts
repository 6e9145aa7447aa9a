import { afterAll, expect, test } from 'vitest';
import { moneyTransaction } from '../../core/sequelize.ts';
import { openTestDatabase } from '../../database.fixture.ts';
import { GATEWAY } from '../../ledger/accounts.ts';
import { postTransfers } from '../../ledger/transfers.ts';
import { releaseHedging, stopHedging } from '../stops.ts';
import { setLevel } from './levels.ts';
import { actOf, confirmedRoute, openTestTreasury, transferNow } from './testing.fixture.ts';
import { proposeByLevels } from './watch-levels.ts';

const { db } = await openTestDatabase();
const treasury = await openTestTreasury(db);
const { staff, settings } = treasury;
afterAll(() => db.close());

const propose = (more: object = {}) =>
  moneyTransaction(db, (tx) => proposeByLevels(tx, { ...settings, ...more }, { mode: 'sandbox', nowMs: Date.now() }));

test('levels propose once what is missing, from what the books hold, and nothing while all hedging is stopped', async () => {
  const route = await confirmedRoute(treasury, { from: 'bank:main', to: 'exchange:kraken', gateId: 'EUR' });
  const account = { owner: GATEWAY, mode: 'sandbox', asset: 'EUR' } as const;
  const [debit, credit] = [
    { ...account, kind: 'custody:bank:main' } as const,
    { ...account, kind: 'capital' } as const,
  ];
  const postings = [{ debit, credit, minor: 900_000n }];
  await moneyTransaction(db, (tx) => postTransfers(tx, [{ key: 'test:bank', kind: 'test', postings }]));
  const level = { mode: 'sandbox', gateId: 'EUR' } as const;
  const set = (more: { place: 'bank:main' | 'exchange:kraken'; floorMinor: bigint; targetMinor: bigint }) =>
    moneyTransaction(db, (tx) => setLevel(tx, { ...level, ...more }, actOf(staff.mlro)));
  await set({ place: 'bank:main', floorMinor: 100_000n, targetMinor: 500_000n });
  await set({ place: 'exchange:kraken', floorMinor: 100_000n, targetMinor: 1_000_000n });
  const scope = { mode: 'sandbox', asset: '*' } as const;
  await moneyTransaction(db, (tx) => stopHedging(tx, scope, { by: 'test', reason: 'The figures may be wrong.' }));
  expect(await propose()).toEqual([]);
  await moneyTransaction(db, (tx) => releaseHedging(tx, scope));
  const [made, ...others] = await propose();
  expect(others).toEqual([]);
  expect(made).toMatchObject({ routeId: route.id, amountMinor: 400_000n, status: 'proposed', proposedBy: 'levels' });
  expect(await propose({ automaticBelowMinor: 1_000_000n })).toEqual([]);
  expect((await transferNow(db, made?.id ?? '')).status).toBe('proposed');
});
