/** The dynamic configuration of every Temporal server that the project starts (docs/operating/temporal.md). */
export const temporalSettings = {
  // Tests and a busy shop start and signal far more than the defaults for one namespace allow.
  'frontend.namespaceRPS': 10_000,
  'frontend.namespaceRPS.visibility': 1_000,
  // A queue has four partitions by default. A task in one that no poller waits at is forwarded, after up to two
  // seconds: with one or two workers, the last tasks of a burst waited that long.
  'matching.numTaskqueueReadPartitions': 1,
  'matching.numTaskqueueWritePartitions': 1,
  // Priorities, and turns of merchants within one priority.
  'matching.enableFairness': true,
} as const;
