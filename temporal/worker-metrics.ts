import { Counter, Gauge, type Registry } from 'prom-client';
import type { AttemptOutcome } from '../activities/webhooks/deliver.ts';
import { createRegistry } from '../monitoring/process-metrics.ts';
import type { SdkMetrics } from './sdk-runtime.ts';

/** A worker's counters, besides the SDK's own metrics and the figures of the gateway. */
export interface WorkerMetrics {
  /** Counts an attempt to deliver a webhook. */
  countWebhook(outcome: AttemptOutcome['outcome']): void;
  /** Notes that this process has compared the books. */
  noteBooksChecked(mismatches: number): void;
  /** Adds figures that are brought up to date before each read; without them the rest is still read. */
  add(figures: (registry: Registry) => () => Promise<void>): void;
  /** Everything, in Prometheus' text format. */
  read(): Promise<string>;
}

export function createWorkerMetrics(service: string, sdk: SdkMetrics | null): WorkerMetrics {
  const registry = createRegistry(service);
  const registers = [registry];
  const attempts = new Counter({
    name: 'tidegate_webhook_attempts_total',
    help: 'Attempts to deliver webhooks, by outcome: delivered, failed, or busy (the receiver had too many open requests).',
    labelNames: ['outcome'],
    registers,
  });
  for (const outcome of ['delivered', 'failed', 'busy']) attempts.inc({ outcome }, 0);
  const checkedAt = new Gauge({
    name: 'tidegate_trial_balance_checked_timestamp_seconds',
    help: 'When this process last compared the books; only the process that does so has it.',
    labelNames: [],
    registers,
  });
  const mismatches = new Gauge({
    name: 'tidegate_trial_balance_mismatches',
    help: 'Mismatches that the last comparison of the books by this process found.',
    registers,
  });
  // Not known until it was done here.
  checkedAt.remove();
  mismatches.remove();
  let update = async () => {};
  return {
    add: (figures) => {
      update = figures(registry);
    },
    countWebhook: (outcome) => attempts.inc({ outcome }),
    noteBooksChecked: (found) => {
      checkedAt.setToCurrentTime();
      mismatches.set(found);
    },
    read: async () => {
      await update().catch(() => {});
      const [own, native] = await Promise.all([registry.metrics(), sdk === null ? '' : sdk.read().catch(() => '')]);
      return `${own}${native}`;
    },
  };
}
