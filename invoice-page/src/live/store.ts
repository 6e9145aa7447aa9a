import type { CustomerInvoice } from '../../../contract/customer-invoice.ts';
import type { CryptoGateId } from '../../../domain/assets/assets.ts';
import type { Locale } from '../i18n/locale.ts';
import { ClientError, type InvoiceClient } from './client.ts';
import type { Clock } from './clock.ts';
import type { followInvoice, StreamEvents } from './stream.ts';

/** Why there is no invoice to show. */
export type MissingView = 'missing' | 'failed';

export interface LiveState {
  readonly view: CustomerInvoice | null;
  readonly load: 'ready' | MissingView;
  readonly link: 'live' | 'polling' | 'offline';
}

export interface InvoiceStore {
  getState(): LiveState;
  subscribe(listener: () => void): () => void;
  /** The server's time: that of the first snapshot until `start`, so that the page is taken over as it was drawn. */
  now(): number;
  /** Reads the invoice again. Never throws: what fails shows in the state. */
  refresh(): Promise<void>;
  /** @throws ClientError when the server refuses; the state then holds the invoice as it is. */
  choose(gateId: CryptoGateId, amount?: string): Promise<void>;
  /** @throws ClientError */
  pay(): Promise<void>;
  /** @throws ClientError */
  askRefund(ask: Parameters<InvoiceClient['askRefund']>[0]): Promise<void>;
  /** Changes nothing. @throws ClientError */
  refundOffer: InvoiceClient['refundOffer'];
  /** @throws ClientError */
  mailRefundLink(): Promise<void>;
  /** Changes nothing. @throws ClientError */
  exchanges: InvoiceClient['exchanges'];
  /** Changes nothing. @throws ClientError */
  walletPayment: InvoiceClient['walletPayment'];
  /** Changes nothing. @throws ClientError */
  tronTransaction: InvoiceClient['tronTransaction'];
  /** @throws ClientError */
  sendSigned: InvoiceClient['sendSigned'];
  /** Changes nothing. @throws ClientError */
  pageCode: InvoiceClient['pageCode'];
  /** Changes nothing. @throws ClientError */
  findPayment: InvoiceClient['findPayment'];
  /** Changes nothing. @throws ClientError */
  refundMessage: InvoiceClient['refundMessage'];
  /** @throws ClientError */
  signRefund(ask: Parameters<InvoiceClient['signRefund']>[0]): Promise<void>;
  /** @throws ClientError */
  enterEmail(email: string): Promise<void>;
  /** Says in which language the payer reads. Never throws: it matters for mails only. */
  speak(language: Locale): Promise<void>;
  /** Starts following the invoice; the result ends it. */
  start(): () => void;
}

export interface StoreDeps {
  readonly client: InvoiceClient;
  readonly clock: Clock;
  readonly follow: (events: StreamEvents) => ReturnType<typeof followInvoice>;
  readonly initial: CustomerInvoice | MissingView;
  /** When the server took `initial`, by this device's clock. */
  readonly initialAtMs?: number | undefined;
  /** Calls back when the page is seen again or the network returns (`up`), or goes away. Returns how to stop. */
  readonly watchPage: (onChange: (up: boolean) => void) => () => void;
}

/** How often the invoice is read while no stream tells of it. */
const POLL_MS = 4_000;
/** A stream that reopens within this is not worth a word to the payer. */
const GRACE_MS = 3_000;

/** One invoice, kept current by stream, by reading on every return to the page, and by polling as the last resort. */
export function createInvoiceStore(deps: StoreDeps): InvoiceStore {
  const { client, clock, initial, initialAtMs } = deps;
  let state = stateOf(initial);
  let isFollowed = false;
  const listeners = new Set<() => void>();

  function set(change: Partial<LiveState>): void {
    const next = { ...state, ...change };
    if (next.view === state.view && next.load === state.load && next.link === state.link) return;
    state = next;
    for (const listener of listeners) listener();
  }

  function accept(view: CustomerInvoice): void {
    clock.learn(Date.parse(view.server_time));
    if (isNewer(view, state.view)) set({ view, load: 'ready' });
  }

  async function ask(call: () => Promise<CustomerInvoice>): Promise<void> {
    const view = await call();
    accept(view);
  }

  async function refresh(): Promise<void> {
    try {
      await ask(() => client.read());
      if (state.link === 'offline') set({ link: 'live' });
    } catch (error) {
      if (state.view !== null) return;
      set({ load: error instanceof ClientError && error.status === 404 ? 'missing' : 'failed' });
    }
  }

  async function act(call: () => Promise<CustomerInvoice>): Promise<void> {
    try {
      await ask(call);
    } catch (error) {
      await refresh();
      throw error;
    }
  }

  if (typeof initial !== 'string') clock.learn(Date.parse(initial.server_time), initialAtMs);
  return {
    getState: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    now: () => (isFollowed || typeof initial === 'string' ? clock.now() : Date.parse(initial.server_time)),
    refresh,
    choose: (gateId, amount) => act(() => client.choose(gateId, amount)),
    pay: () => act(() => client.pay()),
    askRefund: (refund) => act(() => client.askRefund(refund)),
    refundOffer: (token) => client.refundOffer(token),
    mailRefundLink: () => act(() => client.mailRefundLink()),
    exchanges: () => client.exchanges(),
    walletPayment: () => client.walletPayment(),
    tronTransaction: (ask) => client.tronTransaction(ask),
    sendSigned: (signed) => client.sendSigned(signed),
    pageCode: () => client.pageCode(),
    findPayment: (ask) => client.findPayment(ask),
    refundMessage: (ask) => client.refundMessage(ask),
    signRefund: (ask) => act(() => client.signRefund(ask)),
    enterEmail: (email) => act(() => client.enterEmail(email)),
    speak: (language) => ask(() => client.speak(language)).catch(() => undefined),
    start() {
      isFollowed = true;
      // An id that is none gets no invoice later.
      if (state.load === 'missing') return () => undefined;
      return startFollowing(deps, { getState: () => state, set, accept, refresh });
    },
  };
}

export function stateOf(initial: CustomerInvoice | MissingView): LiveState {
  return typeof initial === 'string'
    ? { view: null, load: initial, link: 'live' }
    : { view: initial, load: 'ready', link: 'live' };
}

/** The parts of the store that following an invoice needs. */
interface FollowedState {
  getState(): LiveState;
  set(change: Partial<LiveState>): void;
  accept(view: CustomerInvoice): void;
  refresh(): Promise<void>;
}

function startFollowing(
  { clock, follow, watchPage }: StoreDeps,
  { getState, set, accept, refresh }: FollowedState,
): () => void {
  let poll: ReturnType<typeof setInterval> | undefined;
  let grace: ReturnType<typeof setTimeout> | undefined;
  const stopPolling = () => {
    clearInterval(poll);
    clearTimeout(grace);
    poll = undefined;
    grace = undefined;
  };
  const up = () => {
    stopPolling();
    set({ link: 'live' });
  };
  const stream = follow({
    onInvoice(view) {
      accept(view);
      up();
    },
    onBeat: (serverMs) => clock.learn(serverMs),
    onOpen: up,
    onDown() {
      poll ??= setInterval(() => void refresh(), POLL_MS);
      grace ??= setTimeout(() => getState().link === 'live' && set({ link: 'polling' }), GRACE_MS);
    },
  });
  const unwatch = watchPage((pageUp) => {
    if (!pageUp) return set({ link: 'offline' });
    if (getState().link !== 'live') stream.reopen();
    void refresh();
  });
  if (getState().view === null) void refresh();
  return () => {
    stopPolling();
    unwatch();
    stream.stop();
  };
}

/** Versions only grow: an older snapshot that arrives late changes nothing; of one version the later taken counts. */
export function isNewer(view: CustomerInvoice, known: CustomerInvoice | null): boolean {
  if (known === null || view.version > known.version) return true;
  return view.version === known.version && view.server_time > known.server_time;
}
