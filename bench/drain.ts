import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Client, Connection } from '@temporalio/client';
import type { Db } from '../db/core/sequelize.ts';
import { one } from '../db/core/sql.ts';
import { newId } from '../domain/ids.ts';
import { type ManagedProcess, startProcess } from '../scripts/process/managed.ts';
import { startTemporal } from '../scripts/services/temporal.ts';
import { programArgs, programEnv } from '../scripts/start/node-options.ts';
import type { Figure } from './figure.ts';
import { inParallel } from './shop.ts';

const BARE_STARTS = 1_000;
const AT_ONCE = 50;

/**
 * How fast a worker starts the workflows of invoices that were created while Temporal was away, beside starts of a
 * workflow that nobody serves, on the same Temporal server. The worker's starts have to share the machine with the
 * workflows they started.
 *
 * @param env what API and worker have in common: database, keys, seed
 */
export async function measureDrain(db: Db, env: NodeJS.ProcessEnv): Promise<Figure> {
  const temporal = await startTemporal();
  try {
    const bare = await bareStartsPerSecond(temporal.address);
    const worker = await startProcess({
      name: 'worker',
      command: process.execPath,
      args: [...programArgs, join(import.meta.dirname, '../temporal/worker.ts')],
      env: programEnv({ ...env, TEMPORAL_ADDRESS: temporal.address }),
    });
    try {
      const drained = await drainedPerSecond(db, worker);
      return {
        name: 'workflows started after Temporal was away',
        value: drained,
        unit: '/s',
        reference: { name: 'bare workflow starts', value: bare },
      };
    } finally {
      await worker.stop();
    }
  } finally {
    await temporal.stop();
  }
}

/** From the first row that leaves the outbox to the last. */
async function drainedPerSecond(db: Db, worker: ManagedProcess): Promise<number> {
  let ended = false;
  void worker.exited.then(() => {
    ended = true;
  });
  const soon = async () => {
    if (ended) throw new Error(`The worker ended: ${worker.logTail()}`);
    await pause(20);
    return waiting(db);
  };
  const all = await waiting(db);
  let rows = all;
  while (rows === all) rows = await soon();
  const [first, startMs] = [rows, performance.now()];
  while (rows > 0) rows = await soon();
  return (first * 1_000) / (performance.now() - startMs);
}

async function waiting(db: Db): Promise<number> {
  const { rows } = await one<{ rows: string }>(db, `SELECT count(*) AS rows FROM outbox WHERE lane = 'later'`);
  return Number(rows);
}

async function bareStartsPerSecond(address: string): Promise<number> {
  const connection = await Connection.connect({ address });
  try {
    const { workflow } = new Client({ connection });
    const start = async () => {
      await workflow.start('nobody', { taskQueue: 'nobody', workflowId: newId(), args: [{ version: 1 }] });
    };
    await inParallel(AT_ONCE * 2, AT_ONCE, start);
    const startMs = performance.now();
    await inParallel(BARE_STARTS, AT_ONCE, start);
    return (BARE_STARTS * 1_000) / (performance.now() - startMs);
  } finally {
    await connection.close();
  }
}
