import { useEffect, useRef, useState } from 'react';
import { call } from '../data/http-client.ts';
import { useLive } from '../data/live.tsx';
import { LIVE_ENTITIES } from '../data/live-queries.ts';
import type { ListPage } from '../data/profile-call.ts';

/** Changes that come within this time are asked about together. */
const GATHER_MS = 1_000;

/**
 * How many rows a list has got since it was read, where rows only ever come, and never change or go: the server counts
 * them with the filters of the list.
 * @param shown how many there were when it was read; undefined before.
 * @param url the shortest page of the list; null where nothing comes by itself.
 */
export function useFreshCount(shown: number | undefined, url: string | null): number {
  const [counted, setCounted] = useState({ url: '', total: 0 });
  const latest = useRef(url);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    latest.current = url;
  });
  useEffect(() => () => clearTimeout(timer.current), []);

  const count = async () => {
    const asked = latest.current;
    if (asked === null) return;
    const { json } = await call<ListPage<unknown>>(asked);
    setCounted({ url: asked, total: json.pagination.total });
  };
  useLive(LIVE_ENTITIES, () => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => void count().catch(() => undefined), GATHER_MS);
  });
  return shown === undefined || counted.url !== url ? 0 : Math.max(0, counted.total - shown);
}
