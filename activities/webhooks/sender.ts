import type { SecretBox } from '../../db/secret-box.ts';
import type { Db } from '../../db/sequelize.ts';
import { EndpointSlots } from './endpoint-slots.ts';
import { type GuardedClient, openGuardedClient } from './guarded-request.ts';
import type { ResolveHost } from './resolve-host.ts';

export interface WebhookSenderDeps {
  readonly db: Db;
  /** Opens the notification keys. */
  readonly box: SecretBox;
  /** CIDR networks that may be reached although they are private: `WEBHOOK_ALLOWED_NETWORKS`. */
  readonly allowedNetworks: readonly string[];
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
    close: () => client.close(),
  };
}

/** For one receiver; what comes on top goes to workflows. */
const MAX_WAITING = 100;
