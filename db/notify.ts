import pg from 'pg';

/** Sends Postgres notifications on a connection of its own. */
export interface Notifier {
  /**
   * Sends without waiting. The same message twice before it left is sent once; when the connection is lost, what is
   * queued is dropped.
   */
  send(channel: string, payload: string): void;
  /** Resolves when what was queued has been sent. */
  flush(): Promise<void>;
  close(): Promise<void>;
}

/**
 * A notification inside a transaction makes its commit wait for every other notifying commit, so these are sent after
 * the commit, in batches: what comes while one batch is under way leaves with the next. A lost notification costs only
 * time: whoever listens also looks by itself.
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
    // What is said in the same breath leaves together.
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
