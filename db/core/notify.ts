import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';

/** Sends Postgres notifications on a connection of its own. */
export interface Notifier {
  /** Sends without waiting. Repeated messages in the queue are sent once; a lost connection drops the queue. */
  send(channel: string, payload: string): void;
  /** Resolves when the queue is empty. */
  flush(): Promise<void>;
  close(): Promise<void>;
}

/** Nobody notices it, and under load it spares most of the statements and of the wake-ups that they cause. */
const GATHER_MS = 10;

/**
 * A notification inside a transaction makes its commit wait for every other notifying commit, so these are sent after
 * the commit, in batches: the first at once, and what arrives within the next {@link GATHER_MS} together. A lost
 * notification only costs time, because listeners also poll.
 */
export function openNotifier(url: string, applicationName: string): Notifier {
  const queued = new Map<string, { channel: string; payload: string }>();
  let client: pg.Client | undefined;
  let sending: Promise<void> | undefined;
  let closed = false;

  async function connected(): Promise<pg.Client> {
    if (client) return client;
    const fresh = new pg.Client({ connectionString: url, application_name: applicationName, keepAlive: true });
    fresh.on('error', () => {
      if (client === fresh) client = undefined;
    });
    await fresh.connect();
    client = fresh;
    return fresh;
  }

  async function drain(): Promise<void> {
    // Messages of the same tick leave together.
    await Promise.resolve();
    while (queued.size > 0) {
      const batch = [...queued.values()];
      queued.clear();
      try {
        const connection = await connected();
        const channels = batch.map((message) => message.channel);
        const payloads = batch.map((message) => message.payload);
        await connection.query({
          name: 'notify',
          text: 'SELECT pg_notify(c, p) FROM unnest($1::text[], $2::text[]) AS m(c, p)',
          values: [channels, payloads],
        });
      } catch {
        await client?.end().catch(() => {});
        client = undefined;
      }
      if (!closed) await pause(GATHER_MS);
    }
  }

  return {
    send(channel, payload) {
      if (closed) return;
      queued.set(`${channel} ${payload}`, { channel, payload });
      sending ??= drain().finally(() => {
        sending = undefined;
      });
    },
    flush: async () => {
      while (sending) await sending;
    },
    async close() {
      closed = true;
      while (sending) await sending;
      await client?.end().catch(() => {});
    },
  };
}
