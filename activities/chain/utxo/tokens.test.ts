import { afterAll, expect, test } from 'vitest';
import { applyStrayPayments } from '../../../db/chain/stray-payments.ts';
import { inTransaction } from '../../../db/core/sequelize.ts';
import { one } from '../../../db/core/sql.ts';
import { listSuspense } from '../../../db/custody/suspense.ts';
import { openTestDatabase } from '../../../db/database.fixture.ts';
import { applyInvoiceEvent } from '../../../db/invoices/process.ts';
import { makeInvoice, makeRates, makeShop } from '../../../db/invoices/testing.fixture.ts';
import { spendableCoins } from '../../../db/sending/coins.ts';
import { mineBlocks } from '../../../db/simulator/chain.ts';
import { newSpend, newTxid, sendSimulated } from '../../../db/simulator/transactions.ts';
import { gates } from '../../../domain/assets/assets.ts';
import { custodyDifference } from '../../../domain/assets/custody.ts';
import { compareCustody } from '../../custody/check.ts';
import { simulatedHoldingsPort } from '../../custody/simulated.ts';
import { createFollower } from '../follower.ts';
import { startSimulator } from '../simulator/engine.ts';
import { openSimulatedChain } from '../simulator/port.ts';
import { COINS_WITH_TOKENS, describe } from './movements.ts';

const chain = { mode: 'sandbox', network: 'BCH' } as const;
const { db } = await openTestDatabase();
await makeRates(db);
await startSimulator({ db, nowMs: Date.now, blockSeconds: 0, chains: [chain] });
const port = openSimulatedChain(db, chain);
afterAll(() => port.close());

test('hazard 17: coins that carry a token to an address of ours are listed in suspense, never spent, and pay no invoice', async () => {
  const follower = createFollower({ db, effects: { applyInvoiceEvent, applyStrayPayments }, nowMs: Date.now }, port, {
    dropAfterMs: 0,
  });
  while (!(await follower.poll()).complete);
  const { id } = await makeInvoice(db, await makeShop(db), { gateId: 'BCH', nowMs: Date.now() });
  const { address_key: script } = await one<{ address_key: string }>(
    db,
    'SELECT address_key FROM watched_address WHERE invoice_id = $1',
    [id],
  );
  const category = 'ab'.repeat(32);
  const txid = newTxid('BCH');
  const output = { n: 0, valueMinor: 25_000n, script: Buffer.from(`ef${category}10fde803${script}`, 'hex') };
  const raw = { txid, outpoints: [newSpend('BCH')], outputs: [output], coinbase: false, hogEx: false };
  const { movements, spends } = describe('BCH', raw, null);
  await inTransaction(db, async (tx) => {
    await sendSimulated(tx, chain, { txid, spends, failed: false, movements });
    for (let made = 0; made < gates.BCH.confirmations; made += 1) {
      await mineBlocks(tx, chain, { nowMs: Date.now() });
    }
  });
  while (!(await follower.poll()).complete);
  const listed = (await listSuspense(db, 10)).map(({ asset, minor, invoiceId }) => ({ asset, minor, invoiceId }));
  expect(listed).toHaveLength(2);
  expect(listed).toEqual(
    expect.arrayContaining([
      { asset: `BCH:${category}`, minor: 1_000n, invoiceId: id },
      { asset: COINS_WITH_TOKENS, minor: 25_000n, invoiceId: id },
    ]),
  );
  expect(await one(db, 'SELECT status FROM invoice WHERE id = $1', [id])).toEqual({ status: 'pending' });
  expect(await inTransaction(db, (tx) => spendableCoins(tx, chain, { aboveMinor: 0n, most: 10 }))).toEqual([]);
  const finding = await compareCustody(db, { port, holdings: simulatedHoldingsPort(port) });
  expect(finding?.figures.map(custodyDifference)).toEqual([0n]);
});
