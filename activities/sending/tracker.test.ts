import { expect, test } from 'vitest';
import { select } from '../../db/core/sql.ts';
import { openTestDatabase } from '../../db/database.fixture.ts';
import { gate } from '../../domain/assets/assets.ts';
import { ChainUnavailableError } from '../chain/port.ts';
import { signerBench } from '../signer/testing.fixture.ts';
import { createTracker } from './tracker.ts';

const { db } = await openTestDatabase({ poolSize: 12 });

const alerts = () =>
  select<{ message: string; open: boolean }>(
    db,
    `SELECT message, resolved_at IS NULL AS open FROM alert
     WHERE kind = 'sending_behind' AND subject = 'sandbox:BTC' ORDER BY created_at`,
  );

test('operators are alerted when sent payouts were not tracked for a minute, until they are', async () => {
  let isAway = true;
  const bench = await signerBench(db, {
    through: (ways) => ({
      ...ways,
      port: {
        ...ways.port,
        async transaction(txid) {
          if (isAway) throw new ChainUnavailableError('The node is away.');
          return ways.port.transaction(txid);
        },
      },
    }),
  });
  const id = await bench.queued();
  await bench.sign(id);
  await bench.send(id);

  let nowMs = Date.now() + 10_000;
  const track = createTracker({ db, nowMs: () => nowMs }, bench.ways);
  expect(await track(1)).toMatchObject({ problem: expect.stringContaining('The node is away.'), isIdle: false });
  nowMs += 59_000;
  await track(2);
  expect(await alerts()).toEqual([]);

  nowMs += 1_000;
  await track(3);
  const message = expect.stringContaining('have not been checked for 60 s: The node is away.');
  expect(await alerts()).toEqual([{ message, open: true }]);

  isAway = false;
  nowMs += 2_000;
  expect(await track(4)).toEqual({ problem: null, isIdle: false });
  expect(await alerts()).toEqual([{ message, open: false }]);
});

test('a payout is done once the follower has seen enough blocks, and not when the node has', async () => {
  const bench = await signerBench(db, {});
  const id = await bench.queued();
  await bench.sign(id);
  await bench.send(id);
  const { confirmations } = gate('BTC');
  await bench.blocks(confirmations);
  const { height } = await bench.ways.port.tip();

  const track = createTracker({ db, nowMs: Date.now }, bench.ways);
  expect(await track(height - 1)).toEqual({ problem: null, isIdle: false });
  expect((await bench.stateOf(id)).status).toBe('confirming');
  expect(await track(height)).toEqual({ problem: null, isIdle: true });
  expect((await bench.stateOf(id)).status).toBe('done');
});
