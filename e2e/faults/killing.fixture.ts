import { expect } from 'vitest';
import { identify } from '../../scripts/process/identity.ts';
import type { RunningProduct } from '../../scripts/testing/product.ts';

/** For what is left when the last server is back: leases, retries of webhooks, confirmations. */
const SETTLE_MS = 240_000;
const BACK_MS = 180_000;

/** Ends a program of the product without a word, as soon as it runs. */
export async function killProgram(product: RunningProduct, name: string): Promise<void> {
  let pid = 0;
  // It may be on its way back from the last round.
  await expect.poll(() => (pid = pidOf(product, name) ?? 0), { timeout: BACK_MS, interval: 100 }).not.toBe(0);
  process.kill(pid, 'SIGKILL');
  await expect.poll(() => identify(pid), { timeout: 10_000, interval: 50 }).toBeUndefined();
}

/** Waits until a program that was killed runs again. */
export async function untilBack(product: RunningProduct, name: string): Promise<void> {
  await expect.poll(() => pidOf(product, name), { timeout: BACK_MS, interval: 250 }).toBeDefined();
}

/**
 * Looks again until nothing is wrong or the time is over. While a server is on its way back there is nothing to see.
 */
export async function untilClean<Found extends { readonly problems: readonly string[] }>(
  look: () => Promise<Found>,
): Promise<Found> {
  const deadlineMs = Date.now() + SETTLE_MS;
  for (;;) {
    const found = await look().catch((error: unknown) => {
      if (Date.now() > deadlineMs) throw error;
      return undefined;
    });
    if (found !== undefined && (found.problems.length === 0 || Date.now() > deadlineMs)) return found;
    await until(Date.now() + 1_000);
  }
}

export async function until(atMs: number): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, Math.max(0, atMs - Date.now())));
}

function pidOf(product: RunningProduct, name: string): number | undefined {
  return product.processes().find((each) => each.name === name && identify(each.pid) !== undefined)?.pid;
}
