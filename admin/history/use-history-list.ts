import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { call } from '../data/http-client.ts';
import { toListQuery } from '../data/list-query.ts';
import { here, type ListPage } from '../data/profile-call.ts';
import { type HistoryFilter, tidyFilter } from './history-filter.ts';

const FILTERS = ['search', 'date_from', 'date_to', 'gate_id'] as const;
const PER_PAGE = 25;

/** A list of what happened, narrowed and paged by the address, so that a reload and a colleague see the same. */
export function useHistoryList<Row>(path: string) {
  const [params, setParams] = useSearchParams();
  const filter = tidyFilter(
    Object.fromEntries(FILTERS.map((name) => [name, params.get(name) ?? ''])) as HistoryFilter<never>,
  );
  const page = Math.max(1, Number(params.get('page')) || 1);
  const range = JSON.stringify([(page - 1) * PER_PAGE, page * PER_PAGE - 1]);
  const query = toListQuery(new URLSearchParams({ range, filter: JSON.stringify(filter) }).toString());
  const url = here(`${path}?${query}`);
  const list = useQuery({
    queryKey: ['history', url],
    queryFn: async ({ signal }) => (await call<ListPage<Row>>(url, { signal })).json,
    placeholderData: keepPreviousData,
  });
  const go = (change: (next: URLSearchParams) => void) => {
    const next = new URLSearchParams(params);
    change(next);
    setParams(next);
  };
  return {
    ...list,
    filter,
    page,
    perPage: PER_PAGE,
    onFilter: (wanted: HistoryFilter<never>) =>
      go((next) => {
        for (const name of [...FILTERS, 'page']) next.delete(name);
        for (const [name, value] of Object.entries(tidyFilter(wanted))) next.set(name, String(value));
      }),
    onPage: (to: number) => go((next) => next.set('page', String(to))),
  };
}
