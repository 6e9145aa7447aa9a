import type { RowRun } from '../process/workflow-run.ts';
import { type CaseRow, snapshotOf } from './case-rows.ts';

export function onboardingRun(row: CaseRow): RowRun {
  return {
    workflowType: 'onboardingWorkflow',
    workflowId: `onboarding:${row.merchantId}`,
    input: { version: 2, caseId: row.id, merchantId: row.merchantId, watch: snapshotOf(row) },
    searchAttributes: { MerchantId: row.merchantId },
    summary: `Onboarding of ${row.companyName ?? 'a merchant'}`,
  };
}
