import { expect, test } from 'vitest';
import { moneyTransaction } from '../../db/core/sequelize.ts';
import { select } from '../../db/core/sql.ts';
import { openTestDatabase } from '../../db/database.fixture.ts';
import { GATEWAY } from '../../db/ledger/accounts.ts';
import { postTransfers } from '../../db/ledger/transfers.ts';
import { upsertRates } from '../../db/rates/rates.ts';
import { newId } from '../../domain/ids.ts';
import { parseRate } from '../../domain/money/rates.ts';
import { checkTrialBalance } from './trial-balance.ts';

const { db } = await openTestDatabase();

const gateway = (asset: string, kind: 'fees:network' | 'custody:ETH') =>
  ({ owner: GATEWAY, mode: 'sandbox', asset, kind }) as const;
const cost = (minor: bigint) => move([gateway('ETH', 'fees:network'), gateway('ETH', 'custody:ETH')], minor);
const charge = (asset: string, minor: bigint) =>
  move([gateway(asset, 'custody:ETH'), gateway(asset, 'fees:network')], minor);
const move = ([debit, credit]: readonly [ReturnType<typeof gateway>, ReturnType<typeof gateway>], minor: bigint) =>
  moneyTransaction(db, (tx) =>
    postTransfers(tx, [{ key: `test:${newId()}`, kind: 'network_cost', postings: [{ debit, credit, minor }] }]),
  );
const alerts = () =>
  select<{ subject: string; message: string }>(
    db,
    `SELECT subject, message FROM alert WHERE kind = 'network_fees_negative' AND resolved_at IS NULL`,
    [],
  );

test('operators are alerted while a network costs more than was charged for it', async () => {
  await charge('ETH', 100n);
  await charge('USDT_ERC20', 500_000n);
  await checkTrialBalance(db);
  expect(await alerts()).toEqual([]);
  await cost(2_000_000_000_000_100n);
  await checkTrialBalance(db);
  expect(await alerts()).toEqual([
    {
      subject: 'sandbox:ETH',
      message: expect.stringContaining(
        'exceed the network fees charged for it by 0.002. Fees charged in USDT_ERC20: 0.5.',
      ),
    },
  ]);
  await charge('ETH', 2_000_000_000_000_000n);
  await checkTrialBalance(db);
  expect(await alerts()).toEqual([]);
});

test('what tokens were charged on the network counts at the present rate', async () => {
  const sampledAt = new Date();
  const about = { currency: 'EUR', source: 'test', sampledAt, expiresAt: new Date(sampledAt.getTime() + 60_000) };
  const rates = [parseRate('2000', { asset: 'ETH', ...about }), parseRate('1', { asset: 'USDT', ...about })];
  await moneyTransaction(db, (tx) => upsertRates(tx, 'sandbox', rates));
  // The 0.5 charged in USDT so far is worth 0.00025 ETH.
  await cost(250_000_000_000_000n);
  await checkTrialBalance(db);
  expect(await alerts()).toEqual([]);
  await cost(1_000_000_000n);
  await checkTrialBalance(db);
  expect(await alerts()).toMatchObject([{ subject: 'sandbox:ETH' }]);
});
