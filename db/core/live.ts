import pg from 'pg';
import { explainedDatabase } from './explained.ts';
import { type Db, dbOf, onCommit, type Tx } from './sequelize.ts';

/** A change, for open pages, which then read the object again. */
export type LiveMessage =
  | { readonly invoice: string; readonly profile?: string; readonly status?: string; readonly version?: number }
  | {
      /** Also the event name for pages. */
      readonly entity: 'payout' | 'refund' | 'withdrawal' | 'mass_payout' | 'deposit' | 'balance_recovery';
      readonly id: string;
      readonly profile: string;
      readonly status: string;
      readonly version: number;
    }
  | { readonly profile: string }
  /** A purchase by card, with its shop once it was placed; or its requested price. */
  | { readonly card: string; readonly profile?: string; readonly status?: string; readonly version?: number }
  /** Sessions of the user ended: open streams check whether theirs is still valid. */
  | { readonly user: string };

/** The message that an object changed. */
export function objectChanged(
  entity: Extract<LiveMessage, { entity: unknown }>['entity'],
  row: { readonly id: string; readonly profileId: string; readonly status: string; readonly version: number },
): LiveMessage {
  const { id, profileId: profile, status, version } = row;
  return { entity, id, profile, status, version };
}

/** Notifies every process that shows live data. Sent outside any transaction; never waits, never fails. */
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
 * Receives every live message. Reconnects automatically after a lost connection and calls `onReconnect`: messages were
 * missed, so everything that is shown must be read again.
 */
export function listenLive(
  url: string,
  onMessage: (message: LiveMessage) => void,
  onReconnect: () => void = () => {},
): Promise<LiveListener> {
  return listen(url, LIVE_CHANNEL, (payload) => onMessage(JSON.parse(payload) as LiveMessage), onReconnect);
}

/**
 * Listens to a notification channel on a separate connection, which is reopened when lost. Resolves when it listens.
 */
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
    // Only 'end' reconnects; without a handler an 'error' would end the process.
    fresh.on('error', () => {});
    await fresh.connect().catch((error: unknown) => {
      throw explainedDatabase(error);
    });
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
