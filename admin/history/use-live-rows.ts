import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { type GetListResult, useDataProvider } from 'react-admin';
import type { SpaInvoiceRow } from '../../api/contract/spa-invoices.ts';
import type { TidegateProvider } from '../data/data-provider.ts';
import { useLiveInvoices } from '../data/live.tsx';
import { isNew, replaceRows } from './live-rows.ts';

/** Changes that come within this time are fetched together. */
const GATHER_MS = 300;

/**
 * Keeps the rows of a list true while it is read: a row shown is fetched again when it changes, in place; a new invoice
 * is only counted. `refetch` of the list shows it, and ends the count.
 */
export function useLiveRows(rows: readonly SpaInvoiceRow[] | undefined, isFetching: boolean) {
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
    const { data } = await provider.getMany<SpaInvoiceRow>('invoices', { ids });
    const byId = new Map(data.map((row) => [row.id, row]));
    queries.setQueriesData<GetListResult<SpaInvoiceRow>>(
      { queryKey: ['invoices', 'getList'] },
      (list) => list && { ...list, data: replaceRows(list.data, byId) },
    );
  };

  useLiveInvoices((event) => {
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
