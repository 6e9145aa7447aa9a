import {
  condition,
  defineSignal,
  proxyActivities,
  proxyLocalActivities,
  setHandler,
  sleep,
} from '@temporalio/workflow';

export const changed = defineSignal('changed');

const { note } = proxyLocalActivities<{ note(): Promise<void> }>({ startToCloseTimeout: '10 seconds' });
const { ask } = proxyActivities<{ ask(): Promise<void> }>({
  startToCloseTimeout: '10 seconds',
  taskQueue: 'bench-bare-other',
});

/** What a paid invoice asks of Temporal and nothing else: a timer, two signals, one local activity. */
export async function bareWorkflow(): Promise<void> {
  let signals = 0;
  setHandler(changed, () => {
    signals += 1;
  });
  void sleep('15 minutes').catch(() => {});
  await condition(() => signals >= 2);
  await note();
}

/** What a payout asks: three local activities, two on queues of others, a timer, three signals. */
export async function barePayoutWorkflow(): Promise<void> {
  let signals = 0;
  setHandler(changed, () => {
    signals += 1;
  });
  await note();
  await ask();
  await note();
  await ask();
  await note();
  void sleep('15 minutes').catch(() => {});
  await condition(() => signals >= 3);
}
