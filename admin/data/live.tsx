import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { createContext, type ReactNode, useContext, useEffect, useMemo, useRef } from 'react';
import type { LiveChange } from '../../contract/live.ts';
import { isStaleAfter, LIVE_ENTITIES, type LiveEntity } from './live-queries.ts';
import { makeStore } from './store.ts';

type Listener = (event: LiveChange) => void;

interface Live {
  /** Calls the listener for each change of such an entity; returns the way to stop. */
  readonly on: (entity: LiveEntity, listener: Listener) => () => void;
}

/** Interruptions shorter than this are not shown: a stream that reconnects at once concerns nobody. */
const CALM_MS = 5_000;
/** A stream that the browser stopped retrying, for example after a proxy refused it, is reopened after this time. */
const REOPEN_MS = 10_000;

/** Whether changes do not come through at the moment. */
export const liveLost = makeStore(false);

/** How often data is refetched for somebody without a stream, and how long after their last click or key. */
const REFETCH_MS = 10_000;
const USED_MS = 10 * 60_000;

const LiveContext = createContext<Live>({ on: () => () => undefined });

/**
 * One stream of changes for all pages (`/spa/{profile}/live`). Each change invalidates its object's page and the
 * counts; lists subscribe themselves, because new rows wait behind a pill. After a gap, or on the event `refresh`, all
 * data is refetched. Null is somebody who sees nothing of a shop: without a stream, all data is refetched regularly
 * while the page is in use.
 */
export function LiveUpdates({ profile, children }: { profile: string | null; children: ReactNode }) {
  const queries = useQueryClient();
  const listeners = useRef(new Map<LiveEntity, Set<Listener>>());
  useEffect(() => {
    if (profile === null) return refetchWhileUsed(queries);
    let interrupted = false;
    let telling: ReturnType<typeof setTimeout> | undefined;
    let reopening: ReturnType<typeof setTimeout> | undefined;
    let stream = open();

    function open(): EventSource {
      const opened = new EventSource(`/spa/${profile}/live`, { withCredentials: true });
      opened.addEventListener('open', () => {
        if (interrupted) void queries.invalidateQueries();
        interrupted = false;
        clearTimeout(telling);
        liveLost.set(false);
      });
      opened.addEventListener('error', () => {
        if (!interrupted) telling = setTimeout(() => liveLost.set(true), CALM_MS);
        interrupted = true;
        if (opened.readyState !== EventSource.CLOSED) return;
        reopening = setTimeout(() => {
          stream = open();
        }, REOPEN_MS);
      });
      opened.addEventListener('refresh', () => void queries.invalidateQueries());
      for (const entity of LIVE_ENTITIES) {
        opened.addEventListener(entity, (message: MessageEvent<string>) => {
          const event = JSON.parse(message.data) as LiveChange;
          void queries.invalidateQueries({ predicate: ({ queryKey }) => isStaleAfter(queryKey, entity, event.id) });
          for (const listener of listeners.current.get(entity) ?? []) listener(event);
        });
      }
      return opened;
    }

    return () => {
      clearTimeout(telling);
      clearTimeout(reopening);
      stream.close();
      liveLost.set(false);
    };
  }, [profile, queries]);
  const live = useMemo<Live>(
    () => ({
      on(entity, listener) {
        const known = listeners.current.get(entity) ?? new Set();
        listeners.current.set(entity, known.add(listener));
        return () => known.delete(listener);
      },
    }),
    [],
  );
  return <LiveContext value={live}>{children}</LiveContext>;
}

/** Each call counts as use of the session: a page that is left open must stop, or the session would never end. */
function refetchWhileUsed(queries: QueryClient): () => void {
  let usedAtMs = Date.now();
  const use = () => {
    usedAtMs = Date.now();
  };
  const again = setInterval(() => {
    if (document.visibilityState === 'visible' && Date.now() - usedAtMs < USED_MS) void queries.invalidateQueries();
  }, REFETCH_MS);
  window.addEventListener('pointerdown', use, true);
  window.addEventListener('keydown', use, true);
  return () => {
    clearInterval(again);
    window.removeEventListener('pointerdown', use, true);
    window.removeEventListener('keydown', use, true);
  };
}

/**
 * Calls the listener for each change of such entities, while the component is there. The list of entities is a
 * constant.
 */
export function useLive(entities: readonly LiveEntity[], listener: Listener): void {
  const { on } = useContext(LiveContext);
  const latest = useRef(listener);
  useEffect(() => {
    latest.current = listener;
  });
  useEffect(() => {
    const ends = entities.map((entity) => on(entity, (event) => latest.current(event)));
    return () => {
      for (const end of ends) end();
    };
  }, [on, entities]);
}
