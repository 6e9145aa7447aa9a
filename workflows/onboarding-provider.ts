import { ActivityFailure, isCancellation, proxyActivities } from '@temporalio/workflow';
import type { VerificationActivities } from '../activities/verification/activities.ts';
import type { CaseSnapshot } from '../domain/compliance/case.ts';
import { taskQueues } from './messages.ts';

/** Beside a review the team is not kept waiting: its decision takes effect once the call has ended. */
const BESIDE_REVIEW_MS = 15 * 60_000;

/**
 * Calls the verification provider, with retries until the deadline of the merchant's checks, or for a short time beside
 * a review.
 * @returns the case afterwards; null if the provider did not answer in time
 */
export async function callProvider(
  act: 'ask_provider' | 'look_at_provider',
  { actUntil, checksDue = false }: CaseSnapshot,
  { caseId }: { readonly caseId: string },
): Promise<CaseSnapshot | null> {
  const untilMs = Date.parse(actUntil ?? '') - Date.now();
  const leftMs = checksDue ? Math.min(untilMs, BESIDE_REVIEW_MS) : untilMs;
  const { askProvider, lookAtProvider } = proxyActivities<VerificationActivities>({
    taskQueue: taskQueues.verification,
    startToCloseTimeout: '5 minutes',
    heartbeatTimeout: '1 minute',
    scheduleToCloseTimeout: Math.max(Number.isFinite(leftMs) ? leftMs : 0, 60_000),
    retry: { initialInterval: '1 second', backoffCoefficient: 2, maximumInterval: '15 minutes' },
    summary: act === 'ask_provider' ? 'Send the submission to the provider' : 'Get the results from the provider',
  });
  try {
    return await (act === 'ask_provider' ? askProvider({ caseId }) : lookAtProvider({ caseId }));
  } catch (error) {
    if (!(error instanceof ActivityFailure) || isCancellation(error)) throw error;
    return null;
  }
}
