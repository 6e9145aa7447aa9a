import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { one } from '../../db/core/sql.ts';
import { openTestDatabase } from '../../db/database.fixture.ts';
import { mismatches, moneyOf } from '../../db/payouts/testing.fixture.ts';
import { testEncryptionKey } from '../../db/testing.fixture.ts';
import type { CrashOrder } from './crash.program.fixture.ts';
import { FAULT_POINTS } from './fault-points.fixture.ts';
import { type SignerBench, signerBench } from './testing.fixture.ts';

const { db, databaseUrl } = await openTestDatabase();

type Order = Omit<CrashOrder, 'url' | 'encryptionKey'>;

function start(order: Order): ChildProcessByStdio<null, Readable, null> {
  const encryptionKey = testEncryptionKey.toString('base64');
  const program = join(import.meta.dirname, 'crash.program.fixture.ts');
  const told = JSON.stringify({ ...order, url: databaseUrl, encryptionKey } satisfies CrashOrder);
  return spawn(process.execPath, [program, told], { stdio: ['ignore', 'pipe', 'inherit'] });
}

async function dies(order: Order): Promise<string | null> {
  const [, signal] = (await once(start(order), 'exit')) as [number | null, string | null];
  return signal;
}

/** Acts as the next process, until nothing is left to do. */
async function goOn(bench: SignerBench, ids: readonly string[]): Promise<void> {
  await bench.sign(...ids);
  await bench.track();
  await bench.blocks(12);
  await bench.track();
}

describe.each(['BTC', 'ETH'] as const)('kill -9 while %s leaves', (gateId) => {
  test.each(FAULT_POINTS)(
    'hazard 47: at %s: each payout is on the chain once, and the books are even',
    async (point) => {
      const bench = await signerBench(db, { gateId });
      const before = await moneyOf(db, bench.shop, gateId);
      const ids = [await bench.queued(), await bench.queued()];
      expect(await dies({ gateId, payoutIds: ids, point, times: 1, bump: false })).toBe('SIGKILL');
      await goOn(bench, ids);
      for (const id of ids) {
        expect(await bench.stateOf(id)).toEqual({ status: 'done', reason: null, needsOperator: false });
        expect(await bench.minedFor(id)).toHaveLength(1);
        expect(await bench.signedFor(id)).toHaveLength(1);
      }
      expect((await moneyOf(db, bench.shop, gateId)).held).toBe(before.held);
      expect(await mismatches(db)).toEqual([]);
    },
    60_000,
  );
});

describe('kill -9 while a fee is raised', () => {
  const points = FAULT_POINTS.slice(0, 5);
  test.each(points)(
    'hazard 50: at %s: one of both is on the chain, and the payout is done once',
    async (point) => {
      const bench = await signerBench(db, { gateId: 'ETH' });
      const id = await bench.queued();
      expect(await dies({ gateId: 'ETH', payoutIds: [id], point, times: 2, bump: true })).toBe('SIGKILL');
      await goOn(bench, [id]);
      expect(await bench.stateOf(id)).toEqual({ status: 'done', reason: null, needsOperator: false });
      expect(await bench.minedFor(id)).toHaveLength(1);
      const { costs } = await one<{ costs: string }>(
        db,
        `SELECT count(*) AS costs FROM transfer t
         JOIN outgoing_line l ON t.key = 'outgoing:' || l.transaction_id || ':cost' WHERE l.payout_id = $1`,
        [id],
      );
      expect(costs).toBe('1');
      expect(await mismatches(db)).toEqual([]);
    },
    60_000,
  );
});

describe('kill -9 at random moments', () => {
  const kills = Number(process.env.SIGNER_KILLS || '4');

  test(
    `hazards 47 and 50: ${kills} deaths in the middle of payouts and higher fees lose nothing and pay nothing twice`,
    async () => {
      const bench = await signerBench(db, { gateId: 'ETH' });
      const ids: string[] = [];
      let survived = 0;
      for (let death = 0; death < kills; death += 1) {
        for (let n = 0; n < 5; n += 1) ids.push(await bench.queued());
        const child = start({
          gateId: 'ETH',
          payoutIds: ids.slice(-10),
          point: 'none',
          times: 1,
          bump: death % 2 === 1,
        });
        await once(child.stdout, 'data');
        await new Promise((resolve) => setTimeout(resolve, Math.random() * 1_500));
        child.kill('SIGKILL');
        await once(child, 'exit');
      }
      await goOn(bench, ids);
      await goOn(bench, ids);
      for (const id of ids) {
        const mined = await bench.minedFor(id);
        const { status } = await bench.stateOf(id);
        expect({ id, status, mined: mined.length }).toEqual({ id, status: 'done', mined: 1 });
        survived += 1;
      }
      console.log(
        `signer: killed ${kills} times; payouts: ${ids.length} tried, ${survived} survived, 0 lost, 0 made twice`,
      );
      expect(await mismatches(db)).toEqual([]);
    },
    // A bound that catches what hangs: a busy machine takes ten times as long.
    300_000 + kills * 60_000,
  );
});
