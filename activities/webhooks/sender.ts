import { type Batches, createBatches } from '../../db/core/batches.ts';
import type { SecretBox } from '../../db/core/secret-box.ts';
import type { Db } from '../../db/core/sequelize.ts';
import {
  type AttemptRecord,
  type OutgoingDelivery,
  openDeliveries,
  type RequestedDelivery,
  recordAttempts,
} from '../../db/webhooks/deliveries.ts';
import { type GuardedClient, openGuardedClient } from './guarded-request.ts';
import type { ResolveHost } from './resolve-host.ts';
import { Slots } from './slots.ts';

export interface WebhookSenderDeps {
  readonly db: Db;
  /** Decrypts the notification keys. */
  readonly box: SecretBox;
  /** CIDR networks that may be reached although they are private: `WEBHOOK_ALLOWED_NETWORKS`. */
  readonly allowedNetworks: readonly string[];
  /** Ports on which the product itself listens. */
  readonly ownPorts?: ReadonlySet<number>;
  /** A process of the product: `OWN_PROCESS`. */
  readonly ownProcess?: number | undefined;
  readonly resolve?: ResolveHost;
  readonly deadlineMs?: number;
  /** The most concurrent requests to one receiver; by default 24. */
  readonly perEndpoint?: number;
  readonly nowMs?: () => number;
  /** Called after each attempt that was recorded, and for each that found no free slot. */
  readonly onAttempt?: (outcome: 'delivered' | 'failed' | 'busy') => void;
}

/** The shared state of all webhooks of a process: connections, and the number of open requests to each receiver. */
export interface WebhookSender {
  readonly db: Db;
  readonly box: SecretBox;
  readonly client: GuardedClient;
  /** By the origin of the receiver. */
  readonly slots: Slots;
  /** By object and address: two messages about one order at once are a race that shops lose. */
  readonly turns: Slots;
  readonly nowMs: () => number;
  readonly onAttempt: (outcome: 'delivered' | 'failed' | 'busy') => void;
  /** Opens deliveries, those of many events with one statement. */
  readonly openings: Batches<RequestedDelivery, readonly OutgoingDelivery[]>;
  /** Records attempts that need no other write in the same transaction. */
  readonly records: Batches<AttemptRecord, true>;
  close(): Promise<void>;
}

/** One per process; close it at the end. */
export function openWebhookSender(deps: WebhookSenderDeps): WebhookSender {
  const { db, box, perEndpoint = 24, nowMs = Date.now, onAttempt = () => {}, ...options } = deps;
  const client = openGuardedClient({ ...options, nowMs });
  return {
    db,
    box,
    client,
    slots: new Slots({ open: perEndpoint, waiting: MAX_WAITING }),
    turns: new Slots({ open: 1, waiting: MAX_WAITING }),
    nowMs,
    onAttempt,
    openings: createBatches({
      run: (requested) => openDeliveries(db, requested),
      keysOf: ({ eventId }) => [eventId],
      max: MAX_WRITTEN,
    }),
    records: createBatches<AttemptRecord, true>({
      run: async (attempts) => {
        await recordAttempts(db, attempts);
        return attempts.map(() => true);
      },
      keysOf: ({ eventId }) => [eventId],
      max: MAX_WRITTEN,
    }),
    close: () => client.close(),
  };
}

/** For one receiver; any more deliveries are left to workflows. */
const MAX_WAITING = 100;
/** Per statement. */
const MAX_WRITTEN = 100;
