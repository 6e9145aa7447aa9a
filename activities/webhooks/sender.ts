import { type Batches, createBatches } from '../../db/batches.ts';
import type { SecretBox } from '../../db/secret-box.ts';
import type { Db } from '../../db/sequelize.ts';
import {
  type AttemptRecord,
  type OutgoingDelivery,
  openDeliveries,
  recordAttempts,
  type WantedDelivery,
} from '../../db/webhooks/deliveries.ts';
import { EndpointSlots } from './endpoint-slots.ts';
import { type GuardedClient, openGuardedClient } from './guarded-request.ts';
import type { ResolveHost } from './resolve-host.ts';

export interface WebhookSenderDeps {
  readonly db: Db;
  /** Opens the notification keys. */
  readonly box: SecretBox;
  /** CIDR networks that may be reached although they are private: `WEBHOOK_ALLOWED_NETWORKS`. */
  readonly allowedNetworks: readonly string[];
  /** Ports on which the product itself listens. */
  readonly ownPorts?: ReadonlySet<number>;
  readonly resolve?: ResolveHost;
  readonly deadlineMs?: number;
  /** Requests under way to one receiver at most; default 24. */
  readonly perEndpoint?: number;
}

/** What all webhooks of a process share: connections, and the count of requests under way to each receiver. */
export interface WebhookSender {
  readonly db: Db;
  readonly box: SecretBox;
  readonly client: GuardedClient;
  readonly slots: EndpointSlots;
  /** Opens deliveries; those of many events at once by one statement. */
  readonly openings: Batches<WantedDelivery, OutgoingDelivery | null>;
  /** Writes down attempts that need nothing else written with them. */
  readonly records: Batches<AttemptRecord, true>;
  close(): Promise<void>;
}

/** One per process; close it at the end. */
export function openWebhookSender({ db, box, perEndpoint = 24, ...options }: WebhookSenderDeps): WebhookSender {
  const client = openGuardedClient(options);
  return {
    db,
    box,
    client,
    slots: new EndpointSlots({ perEndpoint, waiting: MAX_WAITING }),
    openings: createBatches({
      run: (wanted) => openDeliveries(db, wanted),
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

/** For one receiver; what comes on top goes to workflows. */
const MAX_WAITING = 100;
/** By one statement. */
const MAX_WRITTEN = 100;
