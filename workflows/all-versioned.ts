// The workflows of workers with a build ID. A workflow stays with the build that began it; the permanent ones, which
// have no end, move to the current build with their next task.
import { setWorkflowOptions } from '@temporalio/workflow';
import { bankWindowWorkflow } from './bank-window.ts';
import { followerWorkflow } from './follower.ts';
import { hedgerWorkflow } from './hedger.ts';
import { linkedOperationsWorkflow } from './linked-operations.ts';
import { ratesWorkflow } from './rates.ts';
import { recoveryWorkflow } from './recovery.ts';
import { simulatorWorkflow } from './simulator.ts';
import { sweeperWorkflow } from './sweeper.ts';
import { treasuryWorkflow } from './treasury.ts';
import { trialBalanceWorkflow } from './trial-balance.ts';

export * from './all.ts';

setWorkflowOptions({ versioningBehavior: 'AUTO_UPGRADE' }, bankWindowWorkflow);
setWorkflowOptions({ versioningBehavior: 'AUTO_UPGRADE' }, followerWorkflow);
setWorkflowOptions({ versioningBehavior: 'AUTO_UPGRADE' }, hedgerWorkflow);
setWorkflowOptions({ versioningBehavior: 'AUTO_UPGRADE' }, linkedOperationsWorkflow);
setWorkflowOptions({ versioningBehavior: 'AUTO_UPGRADE' }, ratesWorkflow);
setWorkflowOptions({ versioningBehavior: 'AUTO_UPGRADE' }, recoveryWorkflow);
setWorkflowOptions({ versioningBehavior: 'AUTO_UPGRADE' }, simulatorWorkflow);
setWorkflowOptions({ versioningBehavior: 'AUTO_UPGRADE' }, sweeperWorkflow);
setWorkflowOptions({ versioningBehavior: 'AUTO_UPGRADE' }, treasuryWorkflow);
setWorkflowOptions({ versioningBehavior: 'AUTO_UPGRADE' }, trialBalanceWorkflow);
