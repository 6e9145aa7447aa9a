import { proxyActivities, setCurrentDetails } from '@temporalio/workflow';
import type { PartnerActivities } from '../activities/partners/settling.ts';
import type { PartnerSettlementInput } from './messages.ts';
import { untilNothing } from './parts.ts';

const { comparePartners, settlePartners } = proxyActivities<PartnerActivities>({
  startToCloseTimeout: '10 minutes',
  retry: { initialInterval: '10 seconds', backoffCoefficient: 2, maximumInterval: '10 minutes', maximumAttempts: 20 },
});

/**
 * One run of the schedule `partner-settlement`: merchants are compared with their partners before anything is settled,
 * so that no share leaves that does not count any more. A run does whatever is due, so a missed one does no harm.
 */
export async function partnerSettlementWorkflow(_input: PartnerSettlementInput): Promise<{ readonly settled: number }> {
  const compared = await untilNothing(async () => (await comparePartners()).compared);
  const settled = await untilNothing(async () => (await settlePartners()).settled);
  setCurrentDetails(`Compared ${compared} merchants with their partners; settled the month of ${settled} partners.`);
  return { settled };
}
