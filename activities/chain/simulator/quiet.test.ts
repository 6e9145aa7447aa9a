import { afterAll, expect, test } from 'vitest';
import { inTransaction } from '../../../db/core/sequelize.ts';
import { openTestDatabase } from '../../../db/database.fixture.ts';
import { requestPayment } from '../../../db/simulator/commands.ts';
import { newId } from '../../../domain/ids.ts';
import { signerBench } from '../../signer/testing.fixture.ts';
import { follow } from '../follow.ts';
import { recordEffects, watchInvoice } from '../testing.fixture.ts';
import { startSimulator } from './engine.ts';
import { openSimulatorNews } from './news.ts';
import { openSimulatedChain } from './port.ts';

const { db } = await openTestDatabase({ poolSize: 12 });
const chain = { mode: 'sandbox', network: 'BTC' } as const;
await startSimulator({ db, nowMs: Date.now, blockSeconds: 0, chains: [chain] });
const port = openSimulatedChain(db, chain);
afterAll(() => port.close());

/** How long the follower waits for news after each read, when this is what its tracker says. */
async function pausesAfter(idle: readonly boolean[]): Promise<number[]> {
  const end = new AbortController();
  const pauses: number[] = [];
  const said = [...idle];
  await follow(
    { db, effects: recordEffects(), nowMs: Date.now },
    {
      ...port,
      async wait(_signal, ms) {
        pauses.push(ms);
        if (pauses.length === idle.length) end.abort();
      },
    },
    {
      signal: end.signal,
      pollMs: 500,
      dropAfterMs: 0,
      onPoll: () => {},
      afterPoll: async () => ({ problem: null, isIdle: said.shift() ?? true }),
    },
  );
  return pauses;
}

test('a quiet chain is seldom read without news, more often while something of ours is on its way', async () => {
  expect(await pausesAfter([true, false, true])).toEqual([10_000, 2_000, 10_000]);
  const addressKey = `address-${newId()}`;
  const { invoiceId } = await watchInvoice(db, { gateId: 'BTC', address: addressKey, addressKey, dueMinor: 150_000n });
  await inTransaction(db, (tx) =>
    requestPayment(tx, { ...chain, invoiceId, scenario: 'zero_conf', nowMs: Date.now(), isSimulated: () => true }),
  );
  // Its first read finds the payment, the next one looks for its block.
  expect((await pausesAfter([true, true, true])).slice(1)).toEqual([500, 500]);
});

test('what is signed is news for the follower of its chain', async () => {
  const bench = await signerBench(db);
  const id = await bench.queued();
  const news = openSimulatorNews(db.url);
  const heard = news.next(new AbortController().signal, 30_000, 'sandbox:BTC').then(() => Date.now());
  const beganMs = Date.now();
  expect((await bench.sign(id)).signed).toEqual([id]);
  expect((await heard) - beganMs).toBeLessThan(10_000);
  await news.close();
});
