import { continueAsNew, proxyLocalActivities, setCurrentDetails, sleep, workflowInfo } from '@temporalio/workflow';
import type { MassActivities } from '../activities/payouts/mass-activities.ts';
import type { MassSliceInput } from './messages.ts';
import { DATABASE_WRITES } from './parts.ts';
import { broadcast, signAll } from './payout-sending.ts';

const database = proxyLocalActivities<MassActivities>(DATABASE_WRITES);

/**
 * `mass-payout:<id>:<slice>`: has up to 200 lines of one asset signed as one transaction, where the chain pays many at once, and sent. The database says what is
 * left to do, so whatever was interrupted is looked up and never signed twice; only the lines that are in the transaction are marked by it (hazard 53).
 * Ends when every line is with the node or has ended; the follower goes on from there.
 */
export async function massSliceWorkflow(input: MassSliceInput): Promise<void> {
  const { massPayoutId, slice, network } = input;
  let tries = 0;
  for (;;) {
    const { unsigned, unsent } = await database.sliceWork({ massPayoutId, slice });
    if (unsigned.length + unsent.length === 0) return;
    const left = `${unsigned.length} lines to sign, ${unsent.length} transactions to send.`;
    setCurrentDetails(`${left} Tried ${tries} times.`);
    const troubles: (string | null)[] = [];
    if (unsigned.length > 0) troubles.push((await signAll({ payoutIds: unsigned, summary: left })).trouble);
    for (const payoutId of unsent) {
      const request = { payoutId, network, summary: left, once: false, isOver: () => false };
      troubles.push((await broadcast(request, false)).trouble);
    }
    const trouble = troubles.find((words) => words !== null) ?? null;
    if (trouble === null) {
      tries = 0;
      continue;
    }
    tries += 1;
    setCurrentDetails(`${left} ${trouble} Tried ${tries} times; trying again.`);
    await sleep(Math.min(1_000 * 2 ** Math.min(tries - 1, 20), 300_000), { summary: trouble.slice(0, 200) });
    if (workflowInfo().continueAsNewSuggested) await continueAsNew<typeof massSliceWorkflow>(input);
  }
}
