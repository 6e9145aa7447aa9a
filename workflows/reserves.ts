import { ActivityFailure, proxyActivities, setCurrentDetails } from '@temporalio/workflow';
import type { OpenReserveDay, ReserveActivities } from '../activities/reserves/activities.ts';
import type { ReserveAddressActivities } from '../activities/reserves/addresses.ts';
import type { SignerActivities } from '../activities/signer/activities.ts';
import type { Network } from '../domain/assets/assets.ts';
import { type ReservesInput, taskQueues } from './messages.ts';

const RETRY = { initialInterval: '10 seconds', backoffCoefficient: 2, maximumInterval: '5 minutes' } as const;

const { makeReserves, publishReserves } = proxyActivities<ReserveActivities>({
  startToCloseTimeout: '30 minutes',
  heartbeatTimeout: '1 minute',
  retry: RETRY,
});

/**
 * A day does not wait longer for a node or a signer that is away: less is proven then. The work of a worker that died is
 * given to another one as soon as it misses its heartbeats, which come every two seconds.
 */
const PATIENCE = {
  startToCloseTimeout: '5 minutes',
  heartbeatTimeout: '10 seconds',
  scheduleToCloseTimeout: '20 minutes',
  retry: RETRY,
} as const;

/**
 * One run of the schedule `reserves`: the trees of the day, unless they are made; then each network's addresses are
 * read and signed for, and the day becomes public. Every step can be repeated. A network whose node or signer does not
 * answer proves nothing that day.
 */
export async function reservesWorkflow(_input: ReservesInput): Promise<{ readonly published: number }> {
  const days = await makeReserves();
  const silent: string[] = [];
  for (const day of days) {
    const tried = await Promise.all(day.networks.map((network) => isProven(day, network)));
    silent.push(...day.networks.filter((_, at) => !tried[at]).map((network) => `${network} (${day.mode})`));
    const { mode, day: of } = day;
    await publishReserves({ mode, day: of });
  }
  const missing = silent.length === 0 ? '' : ` No answer about ${silent.join(', ')}, which prove nothing.`;
  setCurrentDetails(`Published ${days.length} days of the proof of reserves.${missing}`);
  return { published: days.length };
}

async function isProven({ mode, day }: OpenReserveDay, network: Network): Promise<boolean> {
  const summary = `Addresses of ${network} (${mode})`;
  const node = proxyActivities<ReserveAddressActivities>({
    ...PATIENCE,
    taskQueue: taskQueues.chain(network),
    summary,
  });
  const signer = proxyActivities<SignerActivities>({
    ...PATIENCE,
    taskQueue: taskQueues.signer,
    summary,
  });
  try {
    await node.readReserveAddresses({ mode, network, day });
    await signer.signReserveAddresses({ mode, network, day });
    return true;
  } catch (error) {
    if (error instanceof ActivityFailure) return false;
    throw error;
  }
}
