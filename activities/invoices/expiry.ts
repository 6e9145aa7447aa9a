import { type Db, inTransaction } from '../../db/core/sequelize.ts';
import { chainsToRead, lockOverdue, nextDeadlineMs, overdueInvoices } from '../../db/invoices/overdue.ts';
import { createStepQueue } from '../../db/invoices/step-queue.ts';
import { notifyReadersAfterCommit } from '../../db/simulator/chain.ts';
import { isDomainError } from '../../domain/errors.ts';
import { type Rounds, startRounds } from '../rounds.ts';

export interface ExpiryOptions {
  readonly nowMs: () => number;
  /** Receives every error, for the log; the loop continues. */
  readonly onTrouble: (error: unknown) => void;
  /** How often it looks at least while something is overdue. */
  readonly pollMs?: number;
}

/**
 * Decides deadlines from the rows, so that the API and the payer's page are right within a second, however many
 * invoices expire at once and whatever waits in Temporal. An invoice's workflow looks at its row a little later
 * (`db/invoices/publish.ts`) and finds it decided. Every worker may run this; one at a time does the work.
 */
export function startExpiry(db: Db, { nowMs, onTrouble, pollMs = 250 }: ExpiryOptions): Rounds {
  const sweep = createSweep(db, nowMs, onTrouble);
  return startRounds(async () => {
    const beganAtMs = performance.now();
    const { isFull, nextMs } = await sweep().catch((error: unknown) => {
      onTrouble(error);
      return { isFull: false, nextMs: 0 };
    });
    const tookMs = performance.now() - beganAtMs;
    // Payments get a quarter of the time while many are overdue, and most of it when rows only wait for a chain.
    return isFull ? tookMs / 3 : Math.max(tookMs * 4, pauseUntil(nextMs, nowMs(), pollMs));
  });
}

/** Until the next deadline. A new invoice has at least five seconds: its deadline is known before it passes. */
function pauseUntil(nextMs: number | null, nowMs: number, pollMs: number): number {
  const restMs = pollMs * REST_POLLS;
  return nextMs === null ? restMs : Math.min(restMs, Math.max(pollMs, nextMs - nowMs));
}

/** Two seconds. */
const REST_POLLS = 8;

interface Swept {
  /** Whether there may be more. */
  readonly isFull: boolean;
  /** The next deadline, which may have passed. */
  readonly nextMs: number | null;
}

/** @returns a function that decides the next overdue invoices */
function createSweep(db: Db, nowMs: () => number, onTrouble: (error: unknown) => void): () => Promise<Swept> {
  const queue = createStepQueue(db);
  /** Invoices whose step failed, and when they are tried again: they must not keep the others waiting. */
  const postponed = new Map<string, number>();
  return async () => {
    const nextMs = await nextDeadlineMs(db);
    if (nextMs === null || nextMs > nowMs()) return { isFull: false, nextMs };
    // The transaction only holds the lock: each batch of decisions commits on its own.
    return inTransaction(db, async (tx) => {
      if (!(await lockOverdue(tx))) return { isFull: false, nextMs };
      const atMs = nowMs();
      for (const [id, untilMs] of postponed) if (untilMs <= atMs) postponed.delete(id);
      const overdue = await overdueInvoices(tx, { nowMs: atMs, limit: BATCH, except: [...postponed.keys()] });
      const decide = async ({ id, version }: (typeof overdue)[number]) => {
        try {
          // The same key as the workflow's, so that both together make the step once.
          await queue.apply({ id, event: { type: 'deadline' }, cause: `deadline:v${version}`, nowMs: atMs });
        } catch (error) {
          if (isDomainError(error, 'illegal_transition')) return;
          postponed.set(id, atMs + POSTPONED_MS);
          onTrouble(error);
        }
      };
      await Promise.all(overdue.map(decide));
      // A quiet simulated chain is read less often than deadlines pass.
      for (const chain of await chainsToRead(tx, atMs)) notifyReadersAfterCommit(tx, chain);
      return { isFull: overdue.length === BATCH, nextMs };
    });
  };
}

const BATCH = 50;
const POSTPONED_MS = 60_000;
