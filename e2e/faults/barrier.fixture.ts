import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeWhole } from '../../scripts/start/data-folder.ts';
import type { OnStep } from '../../temporal/queue-plans.ts';
import { until } from './killing.fixture.ts';

export type Step = Parameters<OnStep>[0];

/** A point at which the next process to reach a step is paused, with whatever it holds: transactions, locks, calls. */
export interface Barrier {
  arm(step: Step): void;
  /** Waits until a process is paused there. */
  held(timeoutMs: number): Promise<void>;
  /** Resumes it, and pauses no other. */
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
      // Each time has a file of its own, so that a process that polls late still sees its release.
      writeFileSync(releasedFile(folder, number), '');
    },
  };
}

/**
 * A program's hook at each step: it pauses where the barrier is armed for that step. The whole process is paused, like
 * one that the system stopped.
 */
export function standAt(folder: string): OnStep {
  const clock = new Int32Array(new SharedArrayBuffer(4));
  return (step) => {
    const mine = join(folder, `standing-${process.pid}`);
    try {
      // Only the process that moves the file away is paused.
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
