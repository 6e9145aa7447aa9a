import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeWhole } from '../../scripts/start/data-folder.ts';
import type { OnStep } from '../../temporal/queue-plans.ts';
import { until } from './killing.fixture.ts';

export type Step = Parameters<OnStep>[0];

/**
 * A place where the next process that comes to a step stands still, with whatever it holds: transactions, locks, calls.
 */
export interface Barrier {
  arm(step: Step): void;
  /** Waits until a process stands there. */
  held(timeoutMs: number): Promise<void>;
  /** Lets it go on, and nobody stand there any more. */
  release(): void;
}

const POLL_MS = 10;

export function openBarrier(folder: string): Barrier {
  mkdirSync(folder, { recursive: true });
  let number = 0;
  let armed = '';
  return {
    arm(step) {
      number += 1;
      armed = armedFile(folder, step);
      writeWhole(armed, String(number));
    },
    async held(timeoutMs) {
      const deadlineMs = Date.now() + timeoutMs;
      while (!existsSync(heldFile(folder, number))) {
        if (Date.now() > deadlineMs) throw new Error(`Nobody came to ${armed}.`);
        await until(Date.now() + POLL_MS);
      }
    },
    release() {
      rmSync(armed, { force: true });
      // Each time has a file of its own: whoever looks late must not miss that they were let go.
      writeFileSync(releasedFile(folder, number), '');
    },
  };
}

/**
 * What a program does at each step: stands still, where the barrier is armed for it. The whole process does, as one
 * that the system stopped.
 */
export function standAt(folder: string): OnStep {
  const clock = new Int32Array(new SharedArrayBuffer(4));
  return (step) => {
    const mine = join(folder, `standing-${process.pid}`);
    try {
      // Whoever moves it away stands there, and nobody else.
      renameSync(armedFile(folder, step), mine);
    } catch {
      return;
    }
    const number = Number(readFileSync(mine, 'utf8'));
    writeFileSync(heldFile(folder, number), '');
    while (!existsSync(releasedFile(folder, number))) Atomics.wait(clock, 0, 0, POLL_MS);
  };
}

const armedFile = (folder: string, step: Step) => join(folder, `armed-${step}`);
const heldFile = (folder: string, number: number) => join(folder, `held-${number}`);
const releasedFile = (folder: string, number: number) => join(folder, `released-${number}`);
