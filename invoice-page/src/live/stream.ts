import type { CustomerInvoice } from '../../../contract/customer-invoice.ts';
import { isInvoice } from '../is-invoice.ts';

export interface StreamEvents {
  onInvoice(view: CustomerInvoice): void;
  onBeat(serverTimeMs: number): void;
  onOpen(): void;
  /** The stream is silent or broken; it is being opened again. */
  onDown(): void;
}

export type OpenSource = (url: string) => EventSource;

/** The server beats every 15 s at the latest; two missed beats are a dead connection that no error has reported. */
const SILENCE_MS = 35_000;
const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 30_000;

/**
 * Follows `/customer/invoices/{id}/events`: events `invoice` (full snapshot) and `heartbeat`. It opens again after
 * errors and silence with growing pauses, until stopped. Browsers reopen by themselves only after some errors, so it is
 * done here.
 */
export function followInvoice(
  invoiceId: string,
  events: StreamEvents,
  open: OpenSource = (url) => new EventSource(url),
): { reopen(): void; stop(): void } {
  let source: EventSource | null = null;
  let watch: ReturnType<typeof setTimeout> | undefined;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let pauseMs = FIRST_PAUSE_MS;
  let stopped = false;

  function connect(): void {
    close();
    if (stopped) return;
    const current = open(`/customer/invoices/${encodeURIComponent(invoiceId)}/events`);
    source = current;
    expectBeat();
    current.addEventListener('open', () => events.onOpen());
    current.addEventListener('invoice', (event) => {
      heard();
      const view = parse(event);
      if (isInvoice(view)) events.onInvoice(view);
    });
    current.addEventListener('heartbeat', (event) => {
      heard();
      events.onBeat(serverTime(parse(event)));
    });
    current.addEventListener('error', () => fail(current));
  }

  function heard(): void {
    pauseMs = FIRST_PAUSE_MS;
    expectBeat();
  }

  function expectBeat(): void {
    clearTimeout(watch);
    watch = setTimeout(() => source !== null && fail(source), SILENCE_MS);
  }

  function fail(failed: EventSource): void {
    if (failed !== source) return;
    close();
    events.onDown();
    retry = setTimeout(connect, pauseMs);
    pauseMs = Math.min(LONGEST_PAUSE_MS, pauseMs * 2);
  }

  function close(): void {
    clearTimeout(watch);
    clearTimeout(retry);
    source?.close();
    source = null;
  }

  connect();
  return {
    reopen() {
      pauseMs = FIRST_PAUSE_MS;
      connect();
    },
    stop() {
      stopped = true;
      close();
    },
  };
}

function parse(event: Event): unknown {
  if (!(event instanceof MessageEvent) || typeof event.data !== 'string') return null;
  try {
    return JSON.parse(event.data);
  } catch {
    return null;
  }
}

function serverTime(beat: unknown): number {
  return typeof beat === 'object' && beat !== null && 'server_time' in beat
    ? Date.parse(String(beat.server_time))
    : Number.NaN;
}
