import { expect, test } from 'vitest';
import { execute, select } from '../../db/core/sql.ts';
import { rebuildDashboard } from '../../db/dashboard/project.ts';
import { allSums } from '../../db/dashboard/testing.fixture.ts';
import { openTestDatabase } from '../../db/database.fixture.ts';
import { makeInvoice, makeRates, makeShop, payInFull } from '../../db/invoices/testing.fixture.ts';
import { until } from '../../scripts/testing/until.ts';
import { createDashboardActivities } from './check.ts';
import { startProjector } from './project.ts';

const { db } = await openTestDatabase();
await makeRates(db);

test('sums follow payments, also after the projector has failed', async () => {
  const troubles: unknown[] = [];
  const projectors = [1, 2].map(() =>
    startProjector(db, { onTrouble: (error) => troubles.push(error), troublePauseMs: 20 }),
  );
  const shop = await makeShop(db);
  await payInFull(db, (await makeInvoice(db, shop)).id);
  const isContained = async () => (await allSums(db)).payers.some(({ paid }) => Number(paid) === 1);
  await until(isContained, 'the payment is contained');

  await execute(db, 'ALTER TABLE balance_day RENAME TO balance_day_away');
  await payInFull(db, (await makeInvoice(db, shop)).id);
  await until(() => Promise.resolve(troubles.length > 0), 'the projector fails');
  await execute(db, 'ALTER TABLE balance_day_away RENAME TO balance_day');
  await until(async () => (await select(db, 'SELECT FROM dashboard_change')).length === 0, 'it goes on');
  expect((await allSums(db)).payers.find(({ gate_id }) => gate_id === '')).toMatchObject({ opened: '2', paid: '2' });
  await Promise.all(projectors.map((each) => each.stop()));
});

test('a sum that differs from the books alerts operators, until it is right again', async () => {
  const { checkDashboard } = createDashboardActivities({ db });
  const alerts = () =>
    select<{ message: string }>(
      db,
      `SELECT message FROM alert WHERE kind = 'dashboard_differs' AND resolved_at IS NULL`,
    );
  expect(await checkDashboard()).toEqual({ differences: 0 });
  await execute(db, 'UPDATE payer_day SET opened = opened + 1');
  expect((await checkDashboard()).differences).toBeGreaterThan(0);
  expect((await alerts()).map(({ message }) => message)).toEqual([
    expect.stringMatching(/^2 rows of the dashboard differ from the books\. The first: payer_day of .* instead of /),
  ]);
  await rebuildDashboard(db);
  expect(await checkDashboard()).toEqual({ differences: 0 });
  expect(await alerts()).toEqual([]);
});
