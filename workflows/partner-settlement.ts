import { proxyActivities, setCurrentDetails } from '@temporalio/workflow';
import type { PartnerActivities } from '../activities/partners/settling.ts';
import type { PartnerSettlementInput } from './messages.ts';

const { comparePartners, settlePartners } = proxyActivities<PartnerActivities>({
  startToCloseTimeout: '10 minutes',
  retry: { initialInterval: '10 seconds', backoffCoefficient: 2, maximumInterval: '10 minutes', maximumAttempts: 20 },
});

/**
 * One run of the schedule `partner-settlement`: merchants are compared with their partners before anything is settled,
 * so that no share leaves that does not count any more. A run does whatever is due, so a missed one does no harm.
 */
export async function partnerSettlementWorkflow(_input: PartnerSettlementInput): Promise<{ readonly settled: number }> {
  let compared = 0;
  for (;;) {
    const round = await comparePartners();
    compared += round.compared;
    if (round.compared === 0) break;
  }
  let settled = 0;
  for (;;) {
    const round = await settlePartners();
    settled += round.settled;
    if (round.settled === 0) break;
  }
  setCurrentDetails(`Compared ${compared} merchants with their partners; settled the month of ${settled} partners.`);
  return { settled };
}
