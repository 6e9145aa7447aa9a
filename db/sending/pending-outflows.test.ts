import { expect, test } from 'vitest';
import { inTransaction } from '../core/sequelize.ts';
import { execute, one } from '../core/sql.ts';
import { openTestDatabase } from '../database.fixture.ts';
import { storeInternal } from './internal-transfers.ts';
import { pendingOutflows, takeFreedNonce } from './pending-outflows.ts';
import { takeNonce } from './transactions.ts';

const { db } = await openTestDatabase();
const CHAIN = { mode: 'sandbox', network: 'ETH' } as const;

/**
 * A transfer with the account's next number; it takes 10 to the power of that number in minor units, and nothing for
 * its fee.
 */
async function signed(account: string, status: string, height: number | null = null): Promise<string> {
  return inTransaction(db, async (tx) => {
    const number = await takeNonce(tx, CHAIN, account, 1n);
    const [spend, amountMinor] = [`${account}:${number}`, 10n ** number];
    const outgoing = { chain: CHAIN, txid: spend, raw: '', spends: [spend], feeMinor: 0n, replaces: null };
    const transfer = { kind: 'gas', gateId: 'ETH', fromKey: account, toKey: 'ours', amountMinor } as const;
    await storeInternal(tx, { ...outgoing, nowMs: Date.now() }, transfer);
    const { id } = await one<{ id: string }>(tx, 'SELECT id FROM outgoing_transaction WHERE txid = $1', [spend]);
    const move = 'UPDATE outgoing_transaction SET status = $2, block_height = $3 WHERE id = $1';
    await execute(tx, move, [id, status, height]);
    return id;
  });
}

test('promised is what a balance does not show yet: what waits, and what is in blocks above it', async () => {
  await signed('a', 'mined', 100);
  await signed('a', 'confirmed', 101);
  await signed('a', 'mined', 102);
  const fourth = await signed('a', 'sent');
  await signed('a', 'signed');
  await signed('a', 'replaced');
  await signed('a', 'failed');
  const promised = (view: { height: number; number: bigint | null; exceptId: string | null }) =>
    inTransaction(db, async (tx) => (await pendingOutflows(tx, CHAIN, 'ETH', { address: 'a', ...view })).get('ETH'));
  expect(await promised({ height: 100, number: null, exceptId: null })).toBe(111_100n);
  expect(await promised({ height: 102, number: null, exceptId: null })).toBe(110_000n);
  expect(await promised({ height: 102, number: null, exceptId: fourth })).toBe(100_000n);
  // The fourth is in the block of the balance already, and nobody has written that down.
  expect(await promised({ height: 103, number: 5n, exceptId: null })).toBe(100_000n);
});

test('hazard 50: only the nonce of a transaction that no block has or can take becomes free again', async () => {
  await signed('b', 'failed');
  await signed('b', 'failed', 100);
  await signed('b', 'sent');
  await signed('b', 'failed');
  const freed = (from: bigint) => inTransaction(db, (tx) => takeFreedNonce(tx, CHAIN, { address: 'b', from }));
  expect(await freed(2n)).toBe(4n);
  expect(await freed(2n)).toBeNull();
  expect(await freed(1n)).toBe(1n);
  expect(await freed(1n)).toBeNull();
});
