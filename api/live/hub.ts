import { type LiveMessage, listenLive } from '../../db/core/live.ts';

/** Called on each change that it subscribed to; without a message it must read again, because some were missed. */
export type LiveSubscriber = (message: LiveMessage | null) => void;

/** Spreads the database's notifications, heard on one connection, to any number of open pages. */
export interface LiveHub {
  /** `topic` is the id of an invoice, a profile or a user. Returns the way to stop. */
  subscribe(topic: string, subscriber: LiveSubscriber): () => void;
  close(): Promise<void>;
}

/**
 * A hub that does not wait for the database: until it listens, and after it lost the connection, it asks subscribers to
 * read again.
 */
export function openLiveHub(url: string, onError: (error: unknown) => void): LiveHub {
  const subscribers = new Map<string, Set<LiveSubscriber>>();
  let closed = false;
  let retry: NodeJS.Timeout | undefined;
  let listening = listen();

  async function listen(): Promise<{ close(): Promise<void> } | null> {
    try {
      const listener = await listenLive(url, spread, tellAll);
      tellAll();
      return listener;
    } catch (error) {
      onError(error);
      if (!closed) {
        retry = setTimeout(() => {
          listening = listen();
        }, RETRY_MS);
      }
      return null;
    }
  }

  function spread(message: LiveMessage): void {
    if ('invoice' in message) tell(message.invoice, message);
    if ('card' in message) tell(message.card, message);
    if ('user' in message) tell(message.user, message);
    else if (message.profile !== undefined) tell(message.profile, message);
  }

  function tell(topic: string, message: LiveMessage | null): void {
    for (const subscriber of subscribers.get(topic) ?? []) subscriber(message);
  }

  function tellAll(): void {
    for (const topic of subscribers.keys()) tell(topic, null);
  }

  return {
    subscribe(topic, subscriber) {
      const known = subscribers.get(topic) ?? new Set();
      known.add(subscriber);
      subscribers.set(topic, known);
      return () => {
        known.delete(subscriber);
        if (known.size === 0 && subscribers.get(topic) === known) subscribers.delete(topic);
      };
    },
    async close() {
      closed = true;
      clearTimeout(retry);
      const listener = await listening;
      await listener?.close();
    },
  };
}

const RETRY_MS = 1000;
