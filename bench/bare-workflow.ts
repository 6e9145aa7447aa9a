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

/** The Temporal work of a paid invoice and nothing else: a timer, two signals, one local activity. */
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
 * The Temporal work of a payout: one activity on the signer's queue, one on its chain's queue, a timer, and a signal
 * that it is confirmed. It learns each new state from the activities' results, so it reads nothing in between, and
 * updates its details twice. Its history has the same events as that of a payout.
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
