import { bankPaymentProcess } from './bank/payment-process.ts';
import { cardOrderProcess } from './card-orders/process.ts';
import { claimProcess } from './claims/process.ts';
import { caseProcess } from './compliance/process.ts';
import type { Db, Tx } from './core/sequelize.ts';
import { depositProcess } from './deposits/process.ts';
import { invoiceProcess } from './invoices/process.ts';
import { massPayoutProcess } from './mass-payouts/process.ts';
import { massSlices } from './mass-payouts/restart.ts';
import { partnerProcess } from './partners/process.ts';
import { methodProcess } from './payout-methods/process.ts';
import { payoutProcess } from './payouts/process.ts';
import type { Kind, Process } from './process/define.ts';
import { type Restartable, restartable, skipVersions, unfinishedRows } from './process/restart.ts';
import { refundRequestProcess } from './refunds/request-process.ts';
import { merchantProcess } from './shops/merchant-process.ts';
import { suspensionProcess } from './suspicion/process.ts';
import { reportProcess } from './suspicion/report-process.ts';
import { transferProcess } from './treasury/moves/process.ts';
import { hedgeOrders } from './treasury/orders.ts';
import { sendingUpdates } from './updates/restart.ts';
import { webhookDeliveries } from './webhooks/restart.ts';
import { withdrawalProcess } from './withdrawals/process.ts';

/** A process without the types of its rows. */
interface Listed {
  readonly name: string;
  readonly table: string;
  /** Null if its rows need no workflow. */
  readonly restart: Restartable | null;
  readonly skipVersions: (tx: Tx) => Promise<void>;
}

/** Every process, in the order of docs/states.md: restarts, restores, docs/states.md and tests read this list. */
export const processes: readonly Listed[] = [
  listed(invoiceProcess),
  listed(depositProcess),
  listed(payoutProcess),
  listed(claimProcess),
  listed(cardOrderProcess),
  listed(withdrawalProcess),
  listed(refundRequestProcess),
  listed(massPayoutProcess),
  listed(bankPaymentProcess),
  listed(hedgeOrders),
  listed(transferProcess),
  listed(methodProcess),
  listed(merchantProcess),
  listed(partnerProcess),
  listed(caseProcess),
  listed(suspensionProcess),
  listed(reportProcess),
];

function listed<K extends Kind>(process: Process<K>): Listed {
  return {
    name: process.name,
    table: process.table.name,
    restart: process.workflow === undefined ? null : restartable(process),
    skipVersions: (tx) => skipVersions(tx, process),
  };
}

/** Every kind of rows that need workflows; what moves money first. */
export const restartables: readonly Restartable[] = [
  ...processes.flatMap(({ restart }) => restart ?? []),
  massSlices,
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
  for (const each of processes) await each.skipVersions(tx);
}
