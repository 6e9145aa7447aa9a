import { useQueryClient } from '@tanstack/react-query';
import { createContext, type ReactNode, useContext, useEffect, useMemo, useRef } from 'react';
import type { LiveInvoice } from '../../api/contract/spa-invoices.ts';
import { isStaleAfter } from './live-queries.ts';
import type { Profile } from './session.ts';

type Listener = (event: LiveInvoice) => void;

interface Live {
  /** Calls the listener for each change of an invoice; returns the way to stop. */
  onInvoice(listener: Listener): () => void;
}

const LiveContext = createContext<Live>({ onInvoice: () => () => undefined });

/**
 * One stream of changes for all pages (`/spa/{profile}/live`). Each change makes the invoice's own page and the counts
 * stale; lists listen themselves, as new rows wait behind a pill. After a gap, or when the server says so (`refresh`), everything
 * is read anew.
 */
export function LiveUpdates({ profile, children }: { profile: Profile; children: ReactNode }) {
  const queries = useQueryClient();
  const listeners = useRef(new Set<Listener>());
  useEffect(() => {
    let interrupted = false;
    const stream = new EventSource(`/spa/${profile}/live`, { withCredentials: true });
    stream.addEventListener('open', () => {
      if (interrupted) void queries.invalidateQueries();
      interrupted = false;
    });
    stream.addEventListener('error', () => {
      interrupted = true;
    });
    stream.addEventListener('refresh', () => void queries.invalidateQueries());
    stream.addEventListener('invoice', (message: MessageEvent<string>) => {
      const event = JSON.parse(message.data) as LiveInvoice;
      void queries.invalidateQueries({ predicate: ({ queryKey }) => isStaleAfter(queryKey, event.id) });
      for (const listener of listeners.current) listener(event);
    });
    return () => stream.close();
  }, [profile, queries]);
  const live = useMemo<Live>(
    () => ({
      onInvoice(listener) {
        listeners.current.add(listener);
        return () => listeners.current.delete(listener);
      },
    }),
    [],
  );
  return <LiveContext value={live}>{children}</LiveContext>;
}

export function useLiveInvoices(listener: Listener): void {
  const { onInvoice } = useContext(LiveContext);
  const latest = useRef(listener);
  useEffect(() => {
    latest.current = listener;
  });
  useEffect(() => onInvoice((event) => latest.current(event)), [onInvoice]);
}
