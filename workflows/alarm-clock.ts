import { CancellationScope, sleep } from '@temporalio/workflow';

/** One timer at a time, which can be looked at. */
export class AlarmClock {
  #alarm: Alarm | undefined;

  /** A timer that rings no later is kept: ringing early only means to look again, and each timer costs history. */
  set(atMs: number, summary: string): Alarm {
    if (this.#alarm !== undefined && !this.#alarm.rang && this.#alarm.atMs <= atMs) return this.#alarm;
    this.cancel();
    this.#alarm = new Alarm(atMs, summary);
    return this.#alarm;
  }

  cancel(): void {
    this.#alarm?.cancel();
    this.#alarm = undefined;
  }
}

class Alarm {
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
      // Canceled: another timer took its place.
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
