import { defineSearchAttributeKey } from '@temporalio/common';
import {
  condition,
  defineSignal,
  proxyActivities,
  proxyLocalActivities,
  setHandler,
  sleep,
  upsertSearchAttributes,
} from '@temporalio/workflow';

const status = defineSearchAttributeKey('Status', 'KEYWORD');
export const changed = defineSignal('changed');

const { note } = proxyLocalActivities<{ note(): Promise<void> }>({ startToCloseTimeout: '10 seconds' });
const { ask } = proxyActivities<{ ask(): Promise<void> }>({
  startToCloseTimeout: '10 seconds',
  taskQueue: 'bench-bare-other',
});

/** The least that a workflow can ask which does anything at all: one local activity, and its end. */
export async function bareStepWorkflow(): Promise<void> {
  await note();
}

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

/**
 * What a payout asks: one activity on the queue of the signer and one on that of its chain, a timer, and one signal,
 * which says that it is confirmed and so comes when it is waited for. It begins in the queue and learns from the
 * answers of both what it has become, so nothing is read in between. It tells the Web UI twice where it stands: event
 * for event its history is that of a payout.
 */
export async function barePayoutWorkflow(): Promise<void> {
  let signals = 0;
  setHandler(changed, () => {
    signals += 1;
  });
  await ask();
  await ask();
  upsertSearchAttributes([{ key: status, value: 'confirming' }]);
  void sleep('15 minutes').catch(() => {});
  await condition(() => signals >= 1);
  upsertSearchAttributes([{ key: status, value: 'done' }]);
}
