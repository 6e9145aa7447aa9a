import { ResourceBasedController, type TunerHolder } from '@temporalio/worker';

export interface ActivitySlots {
  /** Concurrent activities: the most, or those that are always possible where there is `mostConcurrency`. */
  readonly concurrency: number;
  /** Concurrent activities while the machine has resources to spare. */
  readonly mostConcurrency?: number;
}

/** Workflow tasks at once: two threads and the database, not their number, decide how fast they are. */
export const WORKFLOW_SLOTS = 40;

/**
 * The slots of a queue's worker. Fixed ones where the number has a meaning, such as one follower for each chain. Where
 * tasks wait for others (shops, Postgres), more are given while the machine has memory and processor time to spare.
 */
export function slotsOf({ concurrency, mostConcurrency }: ActivitySlots): TunerHolder {
  const fixed = (numSlots: number) => ({ type: 'fixed-size', numSlots }) as const;
  return {
    workflowTaskSlotSupplier: fixed(WORKFLOW_SLOTS),
    localActivityTaskSlotSupplier: fixed(WORKFLOW_SLOTS),
    nexusTaskSlotSupplier: fixed(1),
    activityTaskSlotSupplier:
      mostConcurrency === undefined
        ? fixed(concurrency)
        : {
            type: 'resource-based',
            controller: controllerOfProcess(),
            minimumSlots: concurrency,
            maximumSlots: mostConcurrency,
          },
  };
}

let controller: ResourceBasedController | undefined;

/** One for all queues of the process, so that it measures the machine (or its container) once. */
function controllerOfProcess(): ResourceBasedController {
  // Postgres often runs on the same machine, and a worker that is short of memory is killed with all of its queues.
  controller ??= ResourceBasedController.create({ targetMemoryUsage: 0.8, targetCpuUsage: 0.85 });
  return controller;
}
