// What a worker bundles: the one list of workflow types. Everything else imports a workflow's own file.
export { archiveWorkflow } from './archive.ts';
export { automaticPayoutWorkflow } from './automatic-payout.ts';
export { followerWorkflow } from './follower.ts';
export { invoiceWorkflow } from './invoice.ts';
export { linkedOperationsWorkflow } from './linked-operations.ts';
export { massPayoutWorkflow } from './mass-payout.ts';
export { massSliceWorkflow } from './mass-slice.ts';
export { onboardingWorkflow } from './onboarding.ts';
export { payoutWorkflow } from './payout.ts';
export { ratesWorkflow } from './rates.ts';
export { recoveryWorkflow } from './recovery.ts';
export { retentionWorkflow } from './retention.ts';
export { simulatorWorkflow } from './simulator.ts';
export { suspiciousOperationWorkflow } from './suspicious-operation.ts';
export { sweeperWorkflow } from './sweeper.ts';
export { trialBalanceWorkflow } from './trial-balance.ts';
export { webhookWorkflow } from './webhook.ts';
