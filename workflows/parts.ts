import { ApplicationFailure, CancellationScope, sleep } from '@temporalio/workflow';

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
