// The workflows of workers with a build ID. A workflow stays with the build that began it; the permanent ones, which
// have no end, move to the current build with their next task.
import { setWorkflowOptions } from '@temporalio/workflow';
import { bankWindowWorkflow } from './bank-window.ts';
import { followerWorkflow } from './follower.ts';
import { hedgerWorkflow } from './hedger.ts';
import { linkedOperationsWorkflow } from './linked-operations.ts';
import type { PermanentWorkflowType } from './messages.ts';
import { ratesWorkflow } from './rates.ts';
import { recoveryWorkflow } from './recovery.ts';
import { simulatorWorkflow } from './simulator.ts';
import { sweeperWorkflow } from './sweeper.ts';
import { treasuryWorkflow } from './treasury.ts';
import { trialBalanceWorkflow } from './trial-balance.ts';

export * from './all.ts';

// A permanent workflow that is missing here does not compile.
const permanent: Readonly<Record<PermanentWorkflowType, (input: never) => Promise<void>>> = {
  bankWindowWorkflow,
  followerWorkflow,
  hedgerWorkflow,
  linkedOperationsWorkflow,
  ratesWorkflow,
  recoveryWorkflow,
  simulatorWorkflow,
  sweeperWorkflow,
  treasuryWorkflow,
  trialBalanceWorkflow,
};
for (const workflow of Object.values(permanent)) setWorkflowOptions({ versioningBehavior: 'AUTO_UPGRADE' }, workflow);
