import type { BusHandler } from '../../db/bus/port.ts';
import { type Db, inTransaction, retrying } from '../../db/core/sequelize.ts';
import { findEnded, publishOutcome, requestsOfEvent } from '../../db/payment-requests/publish.ts';
import { type Rounds, startRounds } from '../rounds.ts';

/** The consumer that notices when a payment request was paid. */
export const REQUEST_OUTCOME_QUEUE = 'payment-request-outcomes';

interface OutcomeDeps {
  readonly db: Db;
  readonly publicUrl: string;
  readonly nowMs: () => number;
}

/** Publishes `payment_request.paid` once the invoice of a request is paid, once however often its events come. */
export function onRequestPaid(deps: OutcomeDeps): BusHandler {
  return async ({ eventId }) => {
    for (const id of await requestsOfEvent(deps.db, eventId)) await publish(deps, id);
  };
}

interface ExpiryOptions {
  /** Receives every error, for the log; the loop continues. */
  readonly onTrouble: (error: unknown) => void;
  /** How often it looks. */
  readonly pollMs?: number;
}

/**
 * Publishes `payment_request.expired` for requests whose time is over. Every worker may run this: each event is written
 * once.
 */
export function startRequestExpiry(deps: OutcomeDeps, { onTrouble, pollMs = 30_000 }: ExpiryOptions): Rounds {
  return startRounds(async (signal) => {
    await publishEnded(deps, { signal, onTrouble }).catch(onTrouble);
    return pollMs;
  });
}

/** One round. A request that fails keeps nobody waiting. */
export async function publishEnded(
  deps: OutcomeDeps,
  { signal, onTrouble }: Pick<ExpiryOptions, 'onTrouble'> & { readonly signal: AbortSignal },
): Promise<void> {
  for (const id of await findEnded(deps.db, deps.nowMs(), ROUND)) {
    if (signal.aborted) return;
    await publish(deps, id).catch(onTrouble);
  }
}

const ROUND = 500;

async function publish({ db, publicUrl, nowMs }: OutcomeDeps, id: string): Promise<void> {
  await retrying(() => inTransaction(db, (tx) => publishOutcome(tx, id, { publicUrl, nowMs: nowMs() })));
}
