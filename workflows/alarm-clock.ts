import { CancellationScope, sleep } from '@temporalio/workflow';

/** At most one running timer, whose state can be read. */
export class AlarmClock {
  #alarm: Alarm | undefined;

  /** Keeps a timer that rings earlier: its owner then only checks again, and every new timer adds to the history. */
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
      // Canceled because another timer replaced this one.
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
