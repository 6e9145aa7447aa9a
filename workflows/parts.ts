import { ApplicationFailure, CancellationScope, sleep } from '@temporalio/workflow';

/** How local activities that write to the database are tried: until it is done, in the task for a while and by timers after that. */
export const DATABASE_WRITES = {
  startToCloseTimeout: '10 seconds',
  // Beyond ten seconds of a database that is away the server keeps the time, not the workflow task.
  localRetryThreshold: '10 seconds',
  retry: { initialInterval: '200 milliseconds', backoffCoefficient: 2, maximumInterval: '1 minute' },
} as const;

/** A timer that can be looked at, and given up for another. */
export class Alarm {
  readonly atMs: number;
  readonly #scope = new CancellationScope();
  #rang = false;

  constructor(atMs: number, summary: string) {
    this.atMs = atMs;
    const sleeping = this.#scope.run(() => sleep(Math.max(atMs - Date.now(), 1), { summary: summary.slice(0, 200) }));
    sleeping.then(
      () => {
        this.#rang = true;
      },
      // Cancelled: another timer took its place.
      () => {},
    );
  }

  get rang(): boolean {
    return this.#rang;
  }

  cancel(): void {
    if (!this.#rang) this.#scope.cancel();
  }
}

/** An operator's update names who asks. */
export function checkOperator(command: { readonly operator?: unknown }): void {
  if (typeof command.operator !== 'string' || command.operator.trim() === '') refuse('operator is required');
}

/** Refuses an update; its sender reads the message. */
export function refuse(message: string): never {
  throw ApplicationFailure.nonRetryable(message, 'refused');
}
