import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { type GetListResult, useDataProvider } from 'react-admin';
import type { LiveChange } from '../../api/contract/live.ts';
import type { TidegateProvider } from '../data/data-provider.ts';
import { useLive } from '../data/live.tsx';
import type { LiveEntity } from '../data/live-queries.ts';
import { replaceRows } from './live-rows.ts';

/** Changes that come within this time are fetched together. */
const GATHER_MS = 300;

export interface LiveList<Row> {
  readonly entity: LiveEntity;
  /** The collection of react-admin that the rows were read from. */
  readonly resource: string;
  readonly rows: readonly Row[] | undefined;
  readonly isFetching: boolean;
  /** Whether a change of something that is not shown is its beginning. */
  readonly isNew: (event: LiveChange) => boolean;
}

/**
 * Keeps the rows of a list true while it is read: a row shown is fetched again when it changes, in place; what is new
 * is only counted. `refetch` of the list shows it, and ends the count.
 */
export function useLiveRows<Row extends { id: string }>(list: LiveList<Row>): number {
  const { entity, resource, rows, isFetching, isNew } = list;
  const provider = useDataProvider<TidegateProvider>();
  const queries = useQueryClient();
  const [fresh, setFresh] = useState<ReadonlySet<string>>(new Set());
  const changed = useRef(new Set<string>());
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  // biome-ignore lint/correctness/useExhaustiveDependencies: what was counted is shown once the list is asked anew
  useEffect(() => setFresh((known) => (known.size === 0 ? known : new Set())), [isFetching]);
  useEffect(() => () => clearTimeout(timer.current), []);

  const refresh = async () => {
    const ids = [...changed.current];
    changed.current.clear();
    const { data } = await provider.getMany<Row>(resource, { ids });
    const byId = new Map(data.map((row) => [row.id, row]));
    queries.setQueriesData<GetListResult<Row>>(
      { queryKey: [resource, 'getList'] },
      (known) => known && { ...known, data: replaceRows(known.data, byId) },
    );
  };

  useLive(entity, (event) => {
    if (rows?.some(({ id }) => id === event.id)) {
      changed.current.add(event.id);
      clearTimeout(timer.current);
      timer.current = setTimeout(() => void refresh().catch(() => undefined), GATHER_MS);
    } else if (isNew(event)) {
      setFresh((known) => new Set(known).add(event.id));
    }
  });

  return fresh.size;
}
