import { caseProcess } from './compliance/process.ts';
import { invoiceProcess } from './invoices/process.ts';
import { massPayoutProcess } from './mass-payouts/process.ts';
import { payoutProcess } from './payouts/process.ts';
import { restartWorkflows } from './process/restart.ts';
import type { Db } from './sequelize.ts';
import { suspensionProcess } from './suspicion/process.ts';

/**
 * Starts the workflow of every row that needs one, for every process that has workflows: after Temporal has lost what
 * it knew, the rows alone bring everything back. Nothing is done twice by it.
 * @returns by process, how many rows need a workflow
 */
export async function restartAll(db: Db, nowMs: number): Promise<Readonly<Record<string, number>>> {
  return {
    [invoiceProcess.name]: await restartWorkflows(db, invoiceProcess, { nowMs }),
    [payoutProcess.name]: await restartWorkflows(db, payoutProcess, { nowMs }),
    [massPayoutProcess.name]: await restartWorkflows(db, massPayoutProcess, { nowMs }),
    [caseProcess.name]: await restartWorkflows(db, caseProcess, { nowMs }),
    [suspensionProcess.name]: await restartWorkflows(db, suspensionProcess, { nowMs }),
  };
}
