import { expect, test, vi } from 'vitest';
import { newId } from '../../domain/ids.ts';
import { inTransaction } from '../core/sequelize.ts';
import { openTestDatabase } from '../database.fixture.ts';
import { makeMerchant } from '../testing.fixture.ts';
import {
  handOverCommands,
  requestCredit,
  type SimulatedCredit,
  simulatedBankCommandsTable,
} from './simulated-commands.ts';

const { db } = await openTestDatabase();
const credit = (minor: number): SimulatedCredit => ({ type: 'credit', minor: String(minor), name: 'Payer' });
const request = async (merchantId: string, minor: number) => {
  // Ids of one millisecond have no order.
  const before = Date.now();
  await vi.waitUntil(() => Date.now() > before, { interval: 1 });
  await inTransaction(db, (tx) => requestCredit(tx, merchantId, credit(minor)));
};

test('credits that merchants request are handed over in their order, each until it was taken', async () => {
  const [{ merchantId: one }, { merchantId: two }] = [await makeMerchant(db), await makeMerchant(db)];
  // A request that was made later may be stored earlier.
  const later = { id: newId(Date.now() + 60_000), merchantId: one, command: credit(3) };
  await simulatedBankCommandsTable.create(db, later);
  await request(one, 1);
  await request(two, 2);
  const taken: string[] = [];
  const failing = handOverCommands(db, async ({ command: { minor } }) => {
    if (minor === '2') throw new Error('The bank is away.');
    taken.push(minor);
  });
  await expect(failing).rejects.toThrow('The bank is away.');
  expect(await simulatedBankCommandsTable.count(db, {})).toBe(2);
  await handOverCommands(db, async ({ command: { minor } }) => void taken.push(minor));
  expect(taken).toEqual(['1', '2', '3']);
  await handOverCommands(db, async () => void taken.push('again'));
  expect(taken).toHaveLength(3);
});

test('a merchant has at most a hundred open ones; those of others do not count, and a round takes a hundred', async () => {
  const [{ merchantId: greedy }, { merchantId: other }] = [await makeMerchant(db), await makeMerchant(db)];
  for (let count = 0; count < 100; count += 1)
    await simulatedBankCommandsTable.create(db, { id: newId(), merchantId: greedy, command: credit(count) });
  await expect(request(greedy, 100)).rejects.toMatchObject({ code: 'rate_limited' });
  await request(other, 7);
  expect(await simulatedBankCommandsTable.count(db, {})).toBe(101);
  const taken: string[] = [];
  await handOverCommands(db, async ({ merchantId }) => void taken.push(merchantId));
  expect(taken).toEqual(Array(100).fill(greedy));
  expect(await simulatedBankCommandsTable.count(db, {})).toBe(1);
});
