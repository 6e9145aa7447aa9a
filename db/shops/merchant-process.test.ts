import { expect, test } from 'vitest';
import type { MerchantEvent } from '../../domain/state/merchant.ts';
import { inTransaction } from '../core/sequelize.ts';
import { one } from '../core/sql.ts';
import { openTestDatabase } from '../database.fixture.ts';
import { applyStep } from '../process/apply.ts';
import { makeMerchant, type TestMerchant } from '../testing.fixture.ts';
import { merchantProcess } from './merchant-process.ts';

const { db } = await openTestDatabase();

const apply = ({ merchantId: id }: TestMerchant, type: Exclude<MerchantEvent['type'], 'company_named'>) =>
  inTransaction(db, (tx) => applyStep(tx, merchantProcess, { id, event: { type }, cause: null, nowMs: Date.now() }));

const read = ({ merchantId }: TestMerchant) =>
  one(db, 'SELECT status, version, company_name, turnover FROM merchant WHERE id = $1', [merchantId]);

test('production opens and closes, once each time', async () => {
  const shop = await makeMerchant(db, { status: 'active' });
  for (const status of ['verified', 'verified']) {
    expect(await apply(shop, 'production_opens')).toEqual({ status });
  }
  expect(await read(shop)).toMatchObject({ status: 'verified', version: 2, company_name: 'Test Shop' });
  for (const status of ['active', 'active']) {
    expect(await apply(shop, 'production_closes')).toEqual({ status });
  }
  expect(await read(shop)).toMatchObject({ status: 'active', version: 3, company_name: 'Test Shop' });
});

test('a blocked merchant stays blocked', async () => {
  const shop = await makeMerchant(db, { status: 'blocked' });
  expect(await apply(shop, 'production_opens')).toEqual({ status: 'blocked' });
  expect(await read(shop)).toMatchObject({ status: 'blocked', version: 1 });
});
