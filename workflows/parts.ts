import {
  ActivityFailure,
  type ActivityInterfaceFor,
  ApplicationFailure,
  CancellationScope,
  patched,
  proxyActivities,
  proxyLocalActivities,
  sleep,
} from '@temporalio/workflow';

/**
 * How local activities that write to the database are tried: until it is done, in the task for a while and by timers
 * after that.
 */
export const DATABASE_WRITES = {
  startToCloseTimeout: '10 seconds',
  // Beyond ten seconds of a database that is away the server keeps the time, not the workflow task.
  localRetryThreshold: '10 seconds',
  retry: { initialInterval: '200 milliseconds', backoffCoefficient: 2, maximumInterval: '1 minute' },
} as const;

/**
 * Calls an activity for an operator's update. It is no local one: the task that asks for it accepts the update for
 * good, before anything is written. Otherwise news that comes in between would undo the task that answers it and ends
 * the workflow, and the update with it, although its decision was carried out.
 * @throws ApplicationFailure with the words of a refusal
 */
export async function forOperator<Activities, Answer>(
  call: (activities: ActivityInterfaceFor<Activities>) => Promise<Answer>,
): Promise<Answer> {
  const activities = patched('operator-writes')
    ? proxyActivities<Activities>({ startToCloseTimeout: '30 seconds', retry: DATABASE_WRITES.retry })
    : proxyLocalActivities<Activities>(DATABASE_WRITES);
  try {
    return await call(activities);
  } catch (error) {
    throw error instanceof ActivityFailure && error.cause instanceof ApplicationFailure ? error.cause : error;
  }
}

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

/** One alarm at a time. */
export class AlarmClock {
  #alarm: Alarm | undefined;

  cancel(): void {
    this.#alarm?.cancel();
    this.#alarm = undefined;
  }

  /** An alarm that rings no later is kept: ringing early only means to look again, and each timer costs history. */
  set(atMs: number, summary: string): Alarm {
    if (this.#alarm !== undefined && !this.#alarm.rang && this.#alarm.atMs <= atMs) return this.#alarm;
    this.#alarm?.cancel();
    this.#alarm = new Alarm(atMs, summary);
    return this.#alarm;
  }
}

/** An operator's update names who asks. */
export function checkOperator(command: { readonly operator?: unknown }): void {
  if (typeof command.operator !== 'string' || command.operator.trim() === '') refuse('operator is required');
}

/** An update on money that leaves names who asks and why. */
export function checkOperated(command: { readonly by?: unknown; readonly note?: unknown }): void {
  for (const name of ['by', 'note'] as const) {
    const value = command[name];
    if (typeof value !== 'string' || value.trim() === '') refuse(`${name} is required`);
  }
}

/** The same, where the update may also let a transaction cost more. */
export function checkRetried(command: { readonly by?: unknown; readonly note?: unknown; readonly maxFee?: unknown }) {
  checkOperated(command);
  if (command.maxFee !== undefined && typeof command.maxFee !== 'string') refuse('maxFee must be a decimal text');
}

/** Refuses an update; its sender reads the message. */
export function refuse(message: string): never {
  throw ApplicationFailure.nonRetryable(message, 'refused');
}
