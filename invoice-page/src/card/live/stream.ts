import type { CardOrder } from '../../../../contract/card-payment.ts';
import type { OrderKey } from './calls.ts';

export interface OrderEvents {
  onOrder(order: CardOrder): void;
  onUp(): void;
  onDown(): void;
}

/** A heartbeat comes every 10 s: silence for longer means a dead connection. */
const SILENCE_MS = 25_000;
const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 15_000;

/**
 * Follows an order by its event stream. It is read with `fetch`, because `EventSource` sends no header and the secret
 * must not be in an address. Reopens after an ever longer pause; the result ends it.
 */
export function followOrder(
  key: OrderKey,
  events: OrderEvents,
  fetcher: typeof fetch = (...args) => fetch(...args),
): () => void {
  const end = new AbortController();
  void run();
  return () => end.abort();

  async function run(): Promise<void> {
    for (let pauseMs = FIRST_PAUSE_MS; !end.signal.aborted; pauseMs = Math.min(LONGEST_PAUSE_MS, pauseMs * 2)) {
      const wasUp = await readOnce().catch(() => false);
      if (end.signal.aborted) return;
      events.onDown();
      if (wasUp) pauseMs = FIRST_PAUSE_MS;
      await pause(pauseMs, end.signal);
    }
  }

  /** @returns whether anything was heard before it broke */
  async function readOnce(): Promise<boolean> {
    const silence = new AbortController();
    let timer = setTimeout(() => silence.abort(), SILENCE_MS);
    let isUp = false;
    try {
      const response = await fetcher(`/customer/card-payment/orders/${key.id}/events`, {
        headers: { accept: 'text/event-stream', authorization: `Bearer ${key.secret}` },
        cache: 'no-store',
        signal: AbortSignal.any([end.signal, silence.signal]),
      });
      if (!response.ok || response.body === null) return false;
      for await (const { event, data } of eventsOf(response.body)) {
        clearTimeout(timer);
        timer = setTimeout(() => silence.abort(), SILENCE_MS);
        if (!isUp) events.onUp();
        isUp = true;
        if (event === 'card_order') events.onOrder(JSON.parse(data));
      }
    } catch {
      // Broken off: a next one is opened.
    } finally {
      clearTimeout(timer);
    }
    return isUp;
  }
}

/** The events of a stream (HTML standard, "Server-sent events", without its rarer fields). */
export async function* eventsOf(body: ReadableStream<Uint8Array>): AsyncGenerator<{ event: string; data: string }> {
  const reader = body.pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>).getReader();
  let rest = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    const blocks = (rest + value).split(/\r?\n\r?\n/);
    rest = blocks.pop() ?? '';
    for (const block of blocks) {
      const field = (name: string) =>
        block
          .split(/\r?\n/)
          .filter((line) => line.startsWith(`${name}:`))
          .map((line) => line.slice(name.length + 1).replace(/^ /, ''))
          .join('\n');
      const data = field('data');
      if (data !== '') yield { event: field('event') || 'message', data };
    }
  }
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
