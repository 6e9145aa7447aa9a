import { createFollower } from '../../activities/chain/follower.ts';
import { runSimulator } from '../../activities/chain/simulator/engine.fixture.ts';
import { startSimulator } from '../../activities/chain/simulator/engine.ts';
import { openSimulatedChain } from '../../activities/chain/simulator/port.ts';
import { startExpiry } from '../../activities/invoices/expiry.ts';
import { applyStrayPayments } from '../../db/chain/stray-payments.ts';
import type { Db } from '../../db/core/sequelize.ts';
import { select } from '../../db/core/sql.ts';
import { applyInvoiceEvent } from '../../db/invoices/process.ts';
import { settleNow } from '../../db/invoices/testing.fixture.ts';

/** A worker's tasks for the sandbox's Bitcoin: mines, follows, settles and ends lifetimes, until it is stopped. */
export async function startWorld(db: Db): Promise<{ stop(): Promise<void> }> {
  const chain = { mode: 'sandbox', network: 'BTC' } as const;
  const nowMs = Date.now;
  const simulator = { db, nowMs, blockSeconds: 0, chains: [chain] };
  await startSimulator(simulator);
  const port = openSimulatedChain(db, chain);
  const effects = { applyInvoiceEvent, applyStrayPayments };
  const follower = createFollower({ db, effects, nowMs }, port, { dropAfterMs: 0 });
  const expiry = startExpiry(db, { nowMs, onTrouble: () => {}, pollMs: 50 });
  let isStopped = false;
  const loop = async () => {
    while (!isStopped) {
      await runSimulator(simulator);
      await follower.poll();
      for (const { id } of await select<{ id: string }>(db, SETTLING)) await settleNow(db, id).catch(() => undefined);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  };
  const running = loop();
  return {
    async stop() {
      isStopped = true;
      await running;
      await expiry.stop();
      await port.close();
    },
  };
}

const SETTLING = `
  SELECT id FROM invoice
  WHERE status IN ('confirming', 'processing') AND amount_confirmed_minor > amount_settled_minor`;
