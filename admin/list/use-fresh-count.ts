import { useEffect, useRef, useState } from 'react';
import { useLive } from '../data/live.tsx';
import { LIVE_ENTITIES } from '../data/live-queries.ts';
import { useProvider } from '../data/use-provider.ts';

/** Changes that come within this time are counted together. */
const GATHER_MS = 1_000;

export interface FreshCountOptions {
  readonly isOn: boolean;
  readonly resource: string;
  readonly filter: Readonly<Record<string, string>>;
  /** How many there were when the list was read; undefined before. */
  readonly shown: number | undefined;
}

/**
 * How many rows a list has got since it was read, where rows only ever come, and never change or go: the server counts
 * them with the filters of the list.
 */
export function useFreshCount({ isOn, resource, filter, shown }: FreshCountOptions): number {
  const provider = useProvider();
  const queryKey = JSON.stringify({ resource, filter });
  const [counted, setCounted] = useState({ queryKey: '', total: 0 });
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  const count = async () => {
    const { total = 0 } = await provider.getList(resource, { pagination: { page: 1, perPage: 1 }, filter });
    setCounted({ queryKey, total });
  };
  useLive(isOn ? LIVE_ENTITIES : NONE, () => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => void count().catch(() => undefined), GATHER_MS);
  });
  return shown === undefined || counted.queryKey !== queryKey ? 0 : Math.max(0, counted.total - shown);
}

const NONE = [] as const;
