import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react';
import type { InvoiceStore, LiveState } from './store.ts';

/** The invoice as it is, followed from when `follow` turns true. */
export function useInvoice(store: InvoiceStore, follow: boolean): LiveState {
  useEffect(() => (follow ? store.start() : undefined), [store, follow]);
  return useSyncExternalStore(store.subscribe, store.getState);
}

/** Milliseconds until a moment by the server's clock, never below zero, drawn anew as each second turns. */
export function useRemaining(store: InvoiceStore, untilIso: string): number {
  const until = Date.parse(untilIso);
  const [, redraw] = useState(0);
  const remaining = Math.max(0, until - store.now());
  useEffect(() => {
    if (remaining <= 0) return;
    // The next whole second of what remains, so that the digits change when they should.
    const timer = setTimeout(() => redraw((count) => count + 1), (remaining % 1000) + 15);
    return () => clearTimeout(timer);
  });
  return remaining;
}

/** True once the server's clock has passed the moment; turns by itself. */
export function usePassed(store: InvoiceStore, momentIso: string | undefined): boolean {
  const [, redraw] = useState(0);
  const remaining = momentIso === undefined ? Number.POSITIVE_INFINITY : Date.parse(momentIso) - store.now();
  useEffect(() => {
    if (remaining <= 0 || remaining > 0x7fffffff) return;
    const timer = setTimeout(() => redraw((count) => count + 1), remaining + 15);
    return () => clearTimeout(timer);
  });
  return remaining <= 0;
}

/** Reads the invoice now and every `everyMs` while the component is shown. */
export function useReading(store: InvoiceStore, everyMs: number): void {
  useEffect(() => {
    void store.refresh();
    const timer = setInterval(() => void store.refresh(), everyMs);
    return () => clearInterval(timer);
  }, [store, everyMs]);
}

let painted = false;

/**
 * False for the page's first picture, true from the next task after it was painted: what a payer does not need to act
 * is drawn then, so that a slow phone takes the first tap sooner. `Intl` formatters alone, slow to build, are a fourth
 * of it.
 */
export function useLater(): boolean {
  const [later, setLater] = useState(painted);
  useEffect(() => {
    if (painted) return;
    const show = () => {
      painted = true;
      setLater(true);
    };
    let timer: ReturnType<typeof setTimeout>;
    const frame = requestAnimationFrame(() => {
      timer = setTimeout(show);
    });
    // A page in the background paints nothing; it is drawn in full all the same.
    const hidden = setTimeout(show, 500);
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
      clearTimeout(hidden);
    };
  }, []);
  return later;
}

/** Calls back when `value` becomes another than it was, not when it first shows. */
export function useChange<T>(value: T, onChange: (value: T) => void): void {
  const [known] = useState<{ value: T }>({ value });
  const changed = useEffectEvent(onChange);
  useEffect(() => {
    if (known.value === value) return;
    known.value = value;
    changed(value);
  }, [known, value]);
}
