import { useQueryClient } from '@tanstack/react-query';
import { createContext, type ReactNode, useContext, useEffect, useMemo, useRef } from 'react';
import type { LiveChange } from '../../api/contract/live.ts';
import { isStaleAfter, LIVE_ENTITIES, type LiveEntity } from './live-queries.ts';
import type { Profile } from './session.ts';

type Listener = (event: LiveChange) => void;

interface Live {
  /** Calls the listener for each change of such an entity; returns the way to stop. */
  on(entity: LiveEntity, listener: Listener): () => void;
}

const LiveContext = createContext<Live>({ on: () => () => undefined });

/**
 * One stream of changes for all pages (`/spa/{profile}/live`). Each change makes the page of its own and the counts
 * stale; lists listen themselves, as new rows wait behind a pill. After a gap, or when the server says so (`refresh`), everything
 * is read anew.
 */
export function LiveUpdates({ profile, children }: { profile: Profile; children: ReactNode }) {
  const queries = useQueryClient();
  const listeners = useRef(new Map<LiveEntity, Set<Listener>>());
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
    for (const entity of LIVE_ENTITIES) {
      stream.addEventListener(entity, (message: MessageEvent<string>) => {
        const event = JSON.parse(message.data) as LiveChange;
        void queries.invalidateQueries({ predicate: ({ queryKey }) => isStaleAfter(queryKey, entity, event.id) });
        for (const listener of listeners.current.get(entity) ?? []) listener(event);
      });
    }
    return () => stream.close();
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

export function useLive(entity: LiveEntity, listener: Listener): void {
  const { on } = useContext(LiveContext);
  const latest = useRef(listener);
  useEffect(() => {
    latest.current = listener;
  });
  useEffect(() => on(entity, (event) => latest.current(event)), [on, entity]);
}
