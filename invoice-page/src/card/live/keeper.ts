/** Data about an order that only this tab keeps. */
export interface KeptOrder {
  readonly id: string;
  /** Proves that the order is this customer's. Only here: never in an address, a message or a cookie. */
  readonly secret: string;
  /** The path of the page that the order was begun on. */
  readonly home: string;
  /** To which address a code was sent, until it is entered. */
  readonly email?: string | undefined;
  /** When another code can be sent, by this device's clock. */
  readonly resendAtMs?: number | undefined;
}

/** The orders of this tab, newest first; reload, the back button and the way back from the seller find them. */
export interface Keeper {
  atHome(home: string): KeptOrder | null;
  byId(id: string): KeptOrder | null;
  keep(order: KeptOrder): void;
  forget(id: string): void;
}

const KEY = 'tidegate-card-orders';
const MOST = 5;

/** @param storage null where the browser keeps nothing, as in some frames: then a reload begins again */
export function createKeeper(storage: Pick<Storage, 'getItem' | 'setItem'> | null): Keeper {
  let known: readonly KeptOrder[] = [];
  try {
    known = parse(storage?.getItem(KEY) ?? null);
  } catch {
    // Storage is closed to this frame.
  }
  function set(orders: readonly KeptOrder[]): void {
    known = orders.slice(0, MOST);
    try {
      storage?.setItem(KEY, JSON.stringify(known));
    } catch {
      // It stays in this page's memory.
    }
  }
  return {
    atHome: (home) => known.find((order) => order.home === home) ?? null,
    byId: (id) => known.find((order) => order.id === id) ?? null,
    keep: (order) => set([order, ...known.filter(({ id }) => id !== order.id)]),
    forget: (id) => set(known.filter((order) => order.id !== id)),
  };
}

function parse(text: string | null): KeptOrder[] {
  try {
    const value: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(value) ? value.filter(isKept) : [];
  } catch {
    return [];
  }
}

function isKept(value: unknown): value is KeptOrder {
  return (
    typeof value === 'object' &&
    value !== null &&
    ['id', 'secret', 'home'].every((field) => typeof Reflect.get(value, field) === 'string')
  );
}

/** The tab's own storage; even to ask for it throws where a browser forbids it. */
export function sessionStore(): Storage | null {
  try {
    return window.sessionStorage;
  } catch {
    return null;
  }
}
