import type {
  CardCurrencies,
  CardOrder,
  CardPartner,
  CardQuote,
  CardVerification,
  NewCardOrder,
  SetAmountBody,
} from '../../../../contract/card-payment.ts';
import type { Locale } from '../../i18n/locale.ts';
import { ClientError } from '../../live/client.ts';
import type { Clock } from '../../live/clock.ts';
import type { MissingView } from '../../live/store.ts';
import { isMoving } from '../model/steps.ts';
import type { CardPageInput, CardPageState } from '../page-state.ts';
import type { CardClient, InvoiceChoice, OrderKey } from './calls.ts';
import type { Keeper, KeptOrder } from './keeper.ts';
import { followOrder } from './stream.ts';

export interface CardState {
  /** `opening` until the browser has looked for an order of this tab; `lost` if it was promised one and has none. */
  readonly load: 'opening' | 'ready' | 'lost' | MissingView;
  readonly page: CardPageState | null;
  readonly order: CardOrder | null;
  readonly kept: KeptOrder | null;
  /** What the seller offers; null until it is read. */
  readonly offer: { readonly partner: CardPartner; readonly currencies: CardCurrencies } | null;
  readonly link: 'live' | 'polling' | 'offline';
}

export interface CardStore {
  readonly client: CardClient;
  getState(): CardState;
  subscribe(listener: () => void): () => void;
  /** The server's time. */
  now(): number;
  /** Finds this tab's order, reads the offer, and follows the order from then on; the result ends it. */
  start(): () => void;
  /** Never throws: what fails shows in the state. */
  refresh(): Promise<void>;
  /** Those below change the order. @throws ClientError when the server refuses; the state then holds the order as it is */
  setAmount(body: SetAmountBody): Promise<void>;
  payInvoice(choice: InvoiceChoice, language: Locale): Promise<void>;
  setAddress(address: string, tag: string): Promise<void>;
  sendCode(email: string, language: Locale): Promise<void>;
  enterCode(code: string): Promise<void>;
  place(): Promise<void>;
  acceptQuote(quote: CardQuote): Promise<void>;
  cancel(): Promise<void>;
  /** The seller's page for this one visit. @throws ClientError */
  checkout(): Promise<string>;
  /** @throws ClientError */
  verification(): Promise<CardVerification>;
  /** Another address for the code. */
  changeEmail(): void;
  /** Begins another order; the last one stays with the seller as it is. */
  startOver(): void;
}

export interface CardStoreDeps {
  readonly client: CardClient;
  readonly clock: Clock;
  readonly keeper: Keeper;
  readonly initial: CardPageInput;
  /** The page's path and shop, by which its order is found again. */
  readonly home: string;
  /** Calls back when the page is seen again or the network returns (`true`), or goes away. Returns how to stop. */
  readonly watchPage: (onChange: (up: boolean) => void) => () => void;
}

/** Where no stream tells of it, an order that waits for others is read this often while the page is looked at. */
const POLL_MS = 2_000;
/** One that waits for the customer, who may be on the seller's page in another tab. */
const IDLE_POLL_MS = 15_000;

export function createCardStore(deps: CardStoreDeps): CardStore {
  const { client, clock, keeper, initial } = deps;
  const listeners = new Set<() => void>();
  let state: CardState = stillState(initial);

  function set(change: Partial<CardState>): void {
    state = { ...state, ...change };
    for (const listener of listeners) listener();
  }

  /** Versions only grow: an older answer that comes late changes nothing. */
  function accept(order: CardOrder): void {
    clock.learn(Date.parse(order.server_time));
    const known = state.order;
    if (known?.id === order.id && (known.version > order.version || known.server_time > order.server_time)) return;
    set({ order, load: 'ready', link: 'live' });
  }

  function begin({ order, secret }: NewCardOrder): void {
    // Null for a draft that this tab has already.
    if (secret !== null) {
      const kept = { id: order.id, secret, home: deps.home };
      keeper.keep(kept);
      set({ kept, order: null });
    }
    accept(order);
  }

  function keep(change: Partial<KeptOrder>): void {
    if (state.kept === null) return;
    const kept = { ...state.kept, ...change };
    keeper.keep(kept);
    set({ kept });
  }

  async function refresh(): Promise<void> {
    if (state.kept === null) return;
    try {
      accept(await client.read(state.kept));
    } catch (error) {
      const { status } = error instanceof ClientError ? error : { status: 0 };
      if (status === 401 || status === 404) return lose(state.kept.id);
      if (state.order === null) set({ load: 'failed' });
      else if (status === 0) set({ link: navigator.onLine ? 'polling' : 'offline' });
    }
  }

  /** Drafts are deleted after some weeks, and a tab can be older than that. */
  function lose(id: string): void {
    keeper.forget(id);
    set({ kept: null, order: null, load: state.page?.merchant === null ? 'lost' : 'ready' });
  }

  /** With the order of this tab; after a refusal, the order is read, as the reason may be what it is by now. */
  async function act(call: (key: OrderKey) => Promise<CardOrder>): Promise<void> {
    if (state.kept === null) throw new ClientError(401, 'unauthenticated');
    try {
      accept(await call(state.kept));
    } catch (error) {
      await refresh();
      throw error;
    }
  }

  function subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }

  const following = { getState: () => state, subscribe, set, refresh, accept };
  return {
    client,
    getState: () => state,
    subscribe,
    now: clock.now,
    refresh,
    start: () => startFollowing(deps, following),
    async setAmount(body) {
      const key = state.order?.status === 'draft' ? state.kept : null;
      begin(await client.setAmount(body, key));
    },
    async payInvoice(choice, language) {
      const invoice = state.page?.invoice;
      if (!invoice) throw new ClientError(404, 'not_found');
      begin(await client.payInvoice(invoice.id, { ...choice, language }));
    },
    setAddress: (address, tag) =>
      act((key) => client.setAddress(key, tag === '' ? { address } : { address, destination_tag: tag })),
    async sendCode(email, language) {
      if (state.kept === null) throw new ClientError(401, 'unauthenticated');
      const { resend_in } = await client.sendCode(state.kept, email, language);
      keep({ email, resendAtMs: Date.now() + resend_in * 1000 });
    },
    enterCode: (code) =>
      act(async (key) => {
        await client.enterCode(key, { email: state.kept?.email ?? '', code });
        return client.read(key);
      }),
    changeEmail: () => keep({ email: undefined, resendAtMs: undefined }),
    place: () => act((key) => client.place(key)),
    acceptQuote: (quote) => act((key) => client.acceptQuote(key, quote)),
    cancel: () => act((key) => client.cancel(key)),
    async checkout() {
      if (state.kept === null) throw new ClientError(401, 'unauthenticated');
      return (await client.payment(state.kept)).checkout_url;
    },
    verification: () =>
      state.kept === null ? Promise.reject(new ClientError(401, 'unauthenticated')) : client.verification(state.kept),
    startOver() {
      if (state.kept !== null) keeper.forget(state.kept.id);
      set({ kept: null, order: null });
    },
  };
}

/** The page as the server draws it, and until the browser has looked for an order. */
export function stillState(initial: CardPageInput): CardState {
  const nothing = { order: null, kept: null, offer: null, link: 'live' } as const;
  return typeof initial === 'string'
    ? { ...nothing, load: initial, page: null }
    : { ...nothing, load: 'opening', page: initial };
}

interface Following extends Pick<CardStore, 'getState' | 'subscribe' | 'refresh'> {
  set(change: Partial<CardState>): void;
  accept(order: CardOrder): void;
}

function startFollowing(deps: CardStoreDeps, { getState, subscribe, set, refresh, accept }: Following): () => void {
  const { client, keeper, home, watchPage } = deps;
  const { page } = getState();
  if (page === null) return () => undefined;
  const kept = page.merchant === null ? keeper.byId(home.split('/').at(-1) ?? '') : keeper.atHome(home);
  set({ kept, load: kept === null ? (page.merchant === null ? 'lost' : 'ready') : 'opening' });
  let isReading = false;
  void refresh().then(readOffer);
  void readOffer();

  async function readOffer(): Promise<void> {
    // The page that the seller leads back to learns its shop from the order.
    const shop = (page?.merchant ?? getState().order)?.shop.id;
    if (shop === undefined || isReading || getState().offer !== null) return;
    isReading = true;
    try {
      const [partner, currencies] = await Promise.all([client.partner(shop), client.currencies(shop)]);
      set({ offer: { partner, currencies } });
    } catch {
      if (getState().order === null) set({ load: 'failed' });
    } finally {
      isReading = false;
    }
  }

  let stream: { readonly id: string; stop(): void } | null = null;
  let isStreamed = false;
  /** One stream, of the order that the tab is about. */
  function followKept(): void {
    const { kept: known } = getState();
    if (known?.id === stream?.id) return;
    stream?.stop();
    isStreamed = false;
    if (known === null) {
      stream = null;
      return;
    }
    const stop = followOrder(known, {
      onOrder: accept,
      onUp: () => {
        isStreamed = true;
      },
      onDown: () => {
        isStreamed = false;
      },
    });
    stream = { id: known.id, stop };
  }
  followKept();
  const unsubscribe = subscribe(followKept);

  let readAtMs = Date.now();
  const poll = setInterval(() => {
    const { order } = getState();
    if (isStreamed || order === null || document.visibilityState === 'hidden') return;
    if (Date.now() - readAtMs < (isMoving(order) ? POLL_MS : IDLE_POLL_MS)) return;
    readAtMs = Date.now();
    void refresh();
  }, POLL_MS / 4);
  const unwatch = watchPage((isUp) => {
    if (!isUp) return set({ link: 'offline' });
    if (getState().load === 'failed') set({ load: 'ready' });
    void refresh();
    void readOffer();
  });
  return () => {
    clearInterval(poll);
    unsubscribe();
    stream?.stop();
    unwatch();
  };
}
