import { claimProcess } from './claims/process.ts';
import { caseProcess } from './compliance/process.ts';
import type { Db, Tx } from './core/sequelize.ts';
import { depositProcess } from './deposits/process.ts';
import { invoiceProcess } from './invoices/process.ts';
import { massPayoutProcess } from './mass-payouts/process.ts';
import { massSlices } from './mass-payouts/restart.ts';
import { payoutProcess } from './payouts/process.ts';
import { type Restartable, restartable, skipVersions, unfinishedRows } from './process/restart.ts';
import { suspensionProcess } from './suspicion/process.ts';
import { sendingUpdates } from './updates/restart.ts';
import { webhookDeliveries } from './webhooks/restart.ts';
import { withdrawalProcess } from './withdrawals/process.ts';

/** Every kind of rows that need workflows; what moves money first. */
export const restartables: readonly Restartable[] = [
  restartable(invoiceProcess),
  restartable(depositProcess),
  restartable(payoutProcess),
  restartable(withdrawalProcess),
  restartable(claimProcess),
  restartable(massPayoutProcess),
  massSlices,
  restartable(caseProcess),
  restartable(suspensionProcess),
  webhookDeliveries,
  sendingUpdates,
];

/**
 * Starts the workflow of every unfinished row: after Temporal has lost what it knew, the rows alone bring everything
 * back. Running workflows are not disturbed.
 * @returns by process, how many rows are unfinished
 */
export async function restartAll(db: Db, nowMs: number): Promise<Readonly<Record<string, number>>> {
  const started: Record<string, number> = {};
  for (const each of restartables) {
    started[each.name] = 0;
    for await (const rows of unfinishedRows(db, each, { nowMs })) {
      const ids = rows.map(({ id }) => id);
      started[each.name] = (started[each.name] ?? 0) + (await each.start(db, ids, nowMs));
    }
  }
  return started;
}

/** After a restore: every unfinished row is newer than what a workflow that still runs knows of it. */
export async function skipAllVersions(tx: Tx): Promise<void> {
  await skipVersions(tx, invoiceProcess);
  await skipVersions(tx, depositProcess);
  await skipVersions(tx, payoutProcess);
  await skipVersions(tx, withdrawalProcess);
  await skipVersions(tx, claimProcess);
  await skipVersions(tx, massPayoutProcess);
  await skipVersions(tx, caseProcess);
  await skipVersions(tx, suspensionProcess);
}
