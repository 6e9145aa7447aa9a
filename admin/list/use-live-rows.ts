import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { GetListResult } from 'react-admin';
import type { LiveChange } from '../../contract/live.ts';
import { MOST_IDS } from '../data/list-query.ts';
import { useLive } from '../data/live.tsx';
import type { LiveEntity } from '../data/live-queries.ts';
import { useProvider } from '../data/use-provider.ts';
import { mayBelong, replaceRows } from './live-rows.ts';

/** Changes that come within this time are fetched together. */
const GATHER_MS = 300;

export interface LiveRowsOptions<Row> {
  readonly entities: readonly LiveEntity[];
  /** The collection of react-admin that the rows were read from. */
  readonly resource: string;
  readonly rows: readonly Row[] | undefined;
  readonly isFetching: boolean;
  /** The current filters of the list. */
  readonly filter: Readonly<Record<string, string>>;
}

/**
 * Keeps the rows of a list true while it is read: a row shown is fetched again when it changes, in place; what is new
 * is only counted, if the list as it is narrowed would show it. `refetch` of the list shows it, and ends the count.
 */
export function useLiveRows<Row extends { id: string }>(list: LiveRowsOptions<Row>): number {
  const { entities, resource, rows, isFetching, filter } = list;
  const provider = useProvider();
  const queries = useQueryClient();
  const [fresh, setFresh] = useState<ReadonlySet<string>>(new Set());
  const gather = useGathered();
  const isNarrowed = Object.keys(filter).length > 0;
  const narrowedBy = JSON.stringify(filter);
  const statuses = filter.status?.split(',');

  // biome-ignore lint/correctness/useExhaustiveDependencies: a refetch or another filter shows the new rows
  useEffect(() => setFresh((known) => (known.size === 0 ? known : new Set())), [isFetching, narrowedBy]);

  const refresh = async (ids: readonly string[]) => {
    const { data } = await provider.getMany<Row>(resource, { ids: [...ids] });
    const byId = new Map(data.map((row) => [row.id, row]));
    queries.setQueriesData<GetListResult<Row>>(
      { queryKey: [resource, 'getList'] },
      (known) => known && { ...known, data: replaceRows(known.data, byId) },
    );
  };
  const addMatching = async (ids: readonly string[]) => {
    const { data } = await provider.getList<Row>(resource, {
      pagination: { page: 1, perPage: MOST_IDS },
      filter: { ...filter, id: ids },
    });
    setFresh((known) => new Set([...known, ...data.map(({ id }) => id)]));
  };

  useLive(entities, (event: LiveChange) => {
    const { id } = event;
    if (rows?.some((row) => row.id === id)) gather('refresh', id, refresh);
    else if (!mayBelong(event, statuses)) {
      // It may have come into the list since it was read, and left it again.
      if (statuses) setFresh((known) => without(known, id));
    } else if (isNarrowed) gather('match', id, addMatching);
    else setFresh((known) => new Set(known).add(id));
  });

  return fresh.size;
}

/** Calls with all ids that came for one purpose within a moment; what fails is left to the next change. */
function useGathered() {
  const waiting = useRef(new Map<string, Set<string>>());
  const timers = useRef(new Map<string, ReturnType<typeof setTimeout>>());
  useEffect(() => {
    const begun = timers.current;
    return () => begun.forEach(clearTimeout);
  }, []);
  return (purpose: string, id: string, act: (ids: readonly string[]) => Promise<void>) => {
    const ids = waiting.current.get(purpose) ?? new Set();
    waiting.current.set(purpose, ids.add(id));
    clearTimeout(timers.current.get(purpose));
    const run = () => {
      waiting.current.delete(purpose);
      void act([...ids].slice(0, MOST_IDS)).catch(() => undefined);
    };
    timers.current.set(purpose, setTimeout(run, GATHER_MS));
  };
}

function without(ids: ReadonlySet<string>, id: string): ReadonlySet<string> {
  if (!ids.has(id)) return ids;
  return new Set([...ids].filter((each) => each !== id));
}
