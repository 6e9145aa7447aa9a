import { condition, defineSignal, proxyLocalActivities, setHandler, sleep } from '@temporalio/workflow';

export const changed = defineSignal('changed');

const { note } = proxyLocalActivities<{ note(): Promise<void> }>({ startToCloseTimeout: '10 seconds' });

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
