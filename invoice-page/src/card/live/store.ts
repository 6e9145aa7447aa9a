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
  /** The seller's offer; null until it is read. */
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
  /** Those below change the order. @throws ClientError if the server refuses; the state then has the order as it is */
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
  const kernel = createKernel(deps);
  const { getState, subscribe, refresh } = kernel;
  return {
    client: deps.client,
    getState,
    subscribe,
    now: deps.clock.now,
    refresh,
    start: () => startFollowing(deps, kernel),
    ...actionsOf(deps, kernel),
  };
}

/** The state and the ways in which it changes. */
interface Kernel extends Pick<CardStore, 'getState' | 'subscribe' | 'refresh'> {
  set(change: Partial<CardState>): void;
  /** Takes an answer, unless a newer one is known. */
  accept(order: CardOrder): void;
  /** The order's data in this tab. @throws ClientError without an order */
  key(): KeptOrder;
  keep(change: Partial<KeptOrder>): void;
}

function createKernel({ client, clock, keeper, initial }: CardStoreDeps): Kernel {
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

  function key(): KeptOrder {
    if (state.kept === null) throw new ClientError(401, 'unauthenticated');
    return state.kept;
  }

  return {
    getState: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    set,
    accept,
    refresh,
    key,
    keep(change) {
      const kept = { ...key(), ...change };
      keeper.keep(kept);
      set({ kept });
    },
  };
}

type Actions = Omit<CardStore, 'client' | 'getState' | 'subscribe' | 'now' | 'refresh' | 'start'>;

function actionsOf({ client, keeper, home }: CardStoreDeps, kernel: Kernel): Actions {
  const { getState, set, accept, key, keep } = kernel;

  function begin({ order, secret }: NewCardOrder): void {
    // Null for a draft that this tab has already.
    if (secret !== null) {
      const kept = { id: order.id, secret, home };
      keeper.keep(kept);
      set({ kept, order: null });
    }
    accept(order);
  }

  /** With the order of this tab; after a refusal, the order is read, as the reason may be what it is by now. */
  async function act(call: (own: OrderKey) => Promise<CardOrder>): Promise<void> {
    const own = key();
    try {
      accept(await call(own));
    } catch (error) {
      await kernel.refresh();
      throw error;
    }
  }

  return {
    async setAmount(body) {
      const { order, kept } = getState();
      begin(await client.setAmount(body, order?.status === 'draft' ? kept : null));
    },
    async payInvoice(choice, language) {
      const invoice = getState().page?.invoice;
      if (!invoice) throw new ClientError(404, 'not_found');
      begin(await client.payInvoice(invoice.id, { ...choice, language }));
    },
    setAddress: (address, tag) =>
      act((own) => client.setAddress(own, tag === '' ? { address } : { address, destination_tag: tag })),
    async sendCode(email, language) {
      const { resend_in } = await client.sendCode(key(), email, language);
      keep({ email, resendAtMs: Date.now() + resend_in * 1000 });
    },
    async enterCode(code) {
      await act(async (own) => {
        await client.enterCode(own, { email: getState().kept?.email ?? '', code });
        return client.read(own);
      });
      // A customer who returns to this step enters another address.
      keep({ email: undefined, resendAtMs: undefined });
    },
    changeEmail: () => keep({ email: undefined, resendAtMs: undefined }),
    place: () => act((own) => client.place(own)),
    acceptQuote: (quote) => act((own) => client.acceptQuote(own, quote)),
    cancel: () => act((own) => client.cancel(own)),
    checkout: async () => (await client.payment(key())).checkout_url,
    verification: async () => client.verification(key()),
    startOver() {
      const { kept } = getState();
      if (kept !== null) keeper.forget(kept.id);
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

function startFollowing(deps: CardStoreDeps, { getState, subscribe, set, refresh, accept }: Kernel): () => void {
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

  const stream = followKept({ getState, subscribe, accept });
  let readAtMs = Date.now();
  const poll = setInterval(() => {
    const { order } = getState();
    if (stream.isUp() || order === null || document.visibilityState === 'hidden') return;
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
    stream.stop();
    unwatch();
  };
}

/** One stream, of the order that the tab is about. */
function followKept({ getState, subscribe, accept }: Pick<Kernel, 'getState' | 'subscribe' | 'accept'>): {
  isUp(): boolean;
  stop(): void;
} {
  let stream: { readonly id: string; stop(): void } | null = null;
  let isUp = false;
  function follow(): void {
    const { kept } = getState();
    if (kept?.id === stream?.id) return;
    stream?.stop();
    isUp = false;
    stream = kept && {
      id: kept.id,
      stop: followOrder(kept, {
        onOrder: accept,
        onUp() {
          isUp = true;
        },
        onDown() {
          isUp = false;
        },
      }),
    };
  }
  follow();
  const unsubscribe = subscribe(follow);
  return {
    isUp: () => isUp,
    stop() {
      unsubscribe();
      stream?.stop();
    },
  };
}
