import type { CaseSnapshot } from '../../domain/compliance/case.ts';
import { newId } from '../../domain/ids.ts';
import type { OutboxRow } from '../core/outbox.ts';
import type { CaseRow } from './case-rows.ts';

/** The outbox row that starts the workflow of a new case. */
export function onboardingStart(row: Subject, watch: CaseSnapshot): OutboxRow {
  return { topic: 'workflow.start', payload: workflow(row, watch) };
}

/** The outbox row that signals the workflow a change, and starts it again where it has ended. */
export function onboardingSignal(row: Subject, watch: CaseSnapshot): OutboxRow {
  const eventId = newId();
  const payload = { ...workflow(row, watch), signalName: 'onboardingChanged', signalArgs: [{ eventId, watch }] };
  return { topic: 'workflow.signal', payload, eventId };
}

type Subject = Pick<CaseRow, 'id' | 'merchantId' | 'companyName'>;

function workflow(row: Subject, watch: CaseSnapshot) {
  return {
    workflowType: 'onboardingWorkflow',
    workflowId: `onboarding:${row.merchantId}`,
    taskQueue: 'core',
    input: { version: 2, caseId: row.id, merchantId: row.merchantId, watch },
    searchAttributes: { MerchantId: row.merchantId },
    summary: `Onboarding of ${row.companyName ?? 'a merchant'}`,
  };
}
