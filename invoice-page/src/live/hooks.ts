import { useEffect, useEffectEvent, useState } from 'react';
import type { CustomerInvoice } from '../../../contract/customer-invoice.ts';
import type { LinkOffer } from '../../../contract/refunds.ts';
import { coins } from '../model/coin.ts';
import { type BrowserWallet, watchWallets } from './browser-wallets.ts';
import { ClientError } from './client.ts';
import { isFramed } from './embed.ts';
import { refundTokenFrom } from './page.ts';
import type { InvoiceStore } from './store.ts';

/** Something that changes by itself once it is started. */
export interface Followed<State> {
  getState(): State;
  subscribe(listener: () => void): () => void;
  /** @returns what stops it */
  start(): () => void;
}

/** The present state of what a page shows, followed once the page is hydrated. */
export function useFollowed<State>(store: Followed<State>): State {
  const [state, setState] = useState(store.getState);
  useEffect(() => {
    const unsubscribe = store.subscribe(() => setState(store.getState()));
    const stop = store.start();
    return () => {
      stop();
      unsubscribe();
    };
  }, [store]);
  return state;
}

/** False for the page as the server drew it, true as soon as the script has taken it over. */
export function useHydrated(): boolean {
  return useInBrowser(() => true, false);
}

/** Whether a shop's page frames this one, which the server does not know. */
export function useFramed(): boolean {
  return useInBrowser(isFramed, false);
}

/** The token of a mailed link for a refund: it is in the fragment (`#`), which no server sees. */
export function useRefundToken(): string | null {
  return useInBrowser(() => refundTokenFrom(location.hash), null, subscribeToHash);
}

/**
 * A value that only the browser knows, `drawn` until the page is taken over: hydration expects what the server drew,
 * and corrects nothing but texts.
 */
function useInBrowser<T>(read: () => T, drawn: T, subscribe?: (onChange: () => void) => () => void): T {
  const [value, setValue] = useState(drawn);
  const update = useEffectEvent(() => setValue(read));
  useEffect(() => {
    update();
    return subscribe?.(update);
  }, [subscribe]);
  return value;
}

function subscribeToHash(onChange: () => void): () => void {
  window.addEventListener('hashchange', onChange);
  return () => window.removeEventListener('hashchange', onChange);
}

/** The wallets of this browser that can pay the chosen coin; none pays a simulated network. */
export function useBrowserWallets({ gate_id, simulated, demo }: CustomerInvoice): readonly BrowserWallet[] {
  const [wallets, setWallets] = useState<readonly BrowserWallet[]>([]);
  const network = gate_id === null || simulated || demo ? null : coins[gate_id].network;
  useEffect(() => {
    setWallets([]);
    return network === null ? undefined : watchWallets(network, setWallets);
  }, [network]);
  return wallets;
}

/** Milliseconds until a moment by the server's clock, never below zero, updated each second. */
export function useRemaining(store: InvoiceStore, untilIso: string): number {
  // The next whole second of what remains, so that the digits change when they should.
  return useMoment(store, untilIso, (remaining) => remaining % 1000);
}

/** True once the server's clock has passed the moment; turns by itself. */
export function usePassed(store: InvoiceStore, momentIso: string): boolean {
  // An invoice is open for a day at most, which a timer can wait.
  return useMoment(store, momentIso, (remaining) => remaining) === 0;
}

/** Milliseconds until a moment, never below zero; drawn again after the pause that they make. */
function useMoment(store: InvoiceStore, momentIso: string, pauseOf: (remaining: number) => number): number {
  const [, redraw] = useState(0);
  const remaining = Math.max(0, Date.parse(momentIso) - store.now());
  useEffect(() => {
    if (remaining === 0) return;
    const timer = setTimeout(() => redraw((count) => count + 1), pauseOf(remaining) + 15);
    return () => clearTimeout(timer);
  });
  return remaining;
}

/** Reads the invoice now and every `everyMs` while the component is shown. */
export function useReading(store: InvoiceStore, everyMs: number): void {
  useEffect(() => {
    void store.refresh();
    const timer = setInterval(() => void store.refresh(), everyMs);
    return () => clearInterval(timer);
  }, [store, everyMs]);
}

/** Calls back when `value` becomes another than it was, not when it first shows. */
export function useChange<T>(value: T, onChange: (value: T, before: T) => void): void {
  const [known] = useState<{ value: T }>({ value });
  const changed = useEffectEvent(onChange);
  useEffect(() => {
    if (known.value === value) return;
    const before = known.value;
    known.value = value;
    changed(value, before);
  }, [known, value]);
}

/** The offer behind a mailed link, read again as its rates run out; `error` while it cannot be read. */
export interface LiveOffer {
  readonly offer: LinkOffer | null;
  readonly error: unknown;
  reload(): void;
}

/** No sooner than this, and no later. */
const OFFER_MS = { least: 3_000, most: 60_000 } as const;

/** `onEnd` is called when the link opens nothing any more. */
export function useLinkOffer(store: InvoiceStore, token: string, onEnd: () => void): LiveOffer {
  const [{ offer, error }, setState] = useState<Pick<LiveOffer, 'offer' | 'error'>>({ offer: null, error: null });
  const [round, setRound] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each round reads once
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isShown = true;
    const again = (pauseMs: number) => {
      timer = setTimeout(() => setRound((count) => count + 1), pauseMs);
    };
    store.refundOffer(token).then(
      (found) => {
        if (!isShown) return;
        setState({ offer: found, error: null });
        again(pauseUntil(found, store.now()));
      },
      (reason: unknown) => {
        if (!isShown) return;
        setState((before) => ({ ...before, error: reason }));
        if (isFinal(reason)) onEnd();
        else again(OFFER_MS.least);
      },
    );
    return () => {
      isShown = false;
      clearTimeout(timer);
    };
  }, [store, token, round]);
  return { offer, error, reload: () => setRound((count) => count + 1) };
}

/** The link opens nothing any more: asking again does not help. */
export function isFinal(error: unknown): boolean {
  return error instanceof ClientError && (error.status === 404 || error.status === 409 || error.status === 410);
}

function pauseUntil({ coins }: LinkOffer, nowMs: number): number {
  const ends = coins.flatMap(({ rate_expires_at: at }) => (at === null ? [] : [Date.parse(at) - nowMs]));
  return Math.min(OFFER_MS.most, Math.max(OFFER_MS.least, Math.min(...ends)));
}
