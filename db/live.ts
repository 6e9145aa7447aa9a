import pg from 'pg';
import { type Db, dbOf, onCommit, type Tx } from './sequelize.ts';

/** What changed, for open pages: they read the object itself again. */
export type LiveMessage =
  | { readonly invoice: string; readonly profile?: string; readonly status?: string; readonly version?: number }
  | {
      /** Also the name of the event that pages hear. */
      readonly entity: 'payout' | 'refund' | 'mass_payout';
      readonly id: string;
      readonly profile: string;
      readonly status: string;
      readonly version: number;
    }
  | { readonly profile: string }
  /** Sessions of the user ended: whoever shows something to them looks whether theirs still stands. */
  | { readonly user: string };

/** Tells every process that shows something live. Sent apart from any transaction; never waits, never fails. */
export function notifyLive(db: Db, message: LiveMessage): void {
  db.notifier.send(LIVE_CHANNEL, JSON.stringify(message));
}

/** {@link notifyLive} once the transaction is committed. */
export function notifyLiveAfterCommit(on: Tx | Db, message: LiveMessage): void {
  onCommit(on, () => notifyLive(dbOf(on), message));
}

export interface LiveListener {
  close(): Promise<void>;
}

/**
 * Hears every live message. After a lost connection it comes back by itself and calls `onReconnect`: messages were
 * missed, so whatever is shown must be read again.
 */
export function listenLive(
  url: string,
  onMessage: (message: LiveMessage) => void,
  onReconnect: () => void = () => {},
): Promise<LiveListener> {
  return listen(url, LIVE_CHANNEL, (payload) => onMessage(JSON.parse(payload) as LiveMessage), onReconnect);
}

/** Hears a notification channel on a connection of its own, which is made again when lost. Resolves when it listens. */
export async function listen(
  url: string,
  channel: string,
  onPayload: (payload: string) => void,
  onReconnect: () => void,
): Promise<LiveListener> {
  let closed = false;
  let client = await attach();
  let retry: NodeJS.Timeout | undefined;

  async function attach(): Promise<pg.Client> {
    const fresh = new pg.Client({
      connectionString: url,
      application_name: `tidegate-listen-${channel}`,
      keepAlive: true,
    });
    fresh.on('notification', ({ payload }) => onPayload(payload ?? ''));
    // Only 'end' brings it back; without a handler an 'error' would end the process.
    fresh.on('error', () => {});
    await fresh.connect();
    await fresh.query(`LISTEN ${fresh.escapeIdentifier(channel)}`);
    fresh.on('end', reconnect);
    return fresh;
  }

  function reconnect(): void {
    if (closed) return;
    retry = setTimeout(() => {
      attach().then(
        (fresh) => {
          client = fresh;
          if (closed) void fresh.end();
          else onReconnect();
        },
        () => reconnect(),
      );
    }, RECONNECT_MS);
  }

  return {
    async close() {
      closed = true;
      clearTimeout(retry);
      await client.end().catch(() => {});
    },
  };
}

const LIVE_CHANNEL = 'live';
const RECONNECT_MS = 250;
