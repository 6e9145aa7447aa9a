import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { call } from '../data/http-client.ts';
import { toListQuery } from '../data/list-query.ts';
import { here, type ListPage } from '../data/profile-call.ts';
import type { ListView } from './list-address.ts';
import { useFreshCount } from './use-fresh-count.ts';
import { useListAddress } from './use-list-address.ts';

const USUAL = { perPage: 25, sort: { field: 'at', order: 'DESC' } } as const;

/** A list narrowed and paged by the address. Of a live one, what is new is counted until it is shown. */
export function useHistoryList<Row>(path: string, { isLive }: { readonly isLive: boolean }) {
  const { filter, page, perPage, show } = useListAddress<never>(path, USUAL);
  const list = useQuery({
    queryKey: ['history', urlOf(path, { filter, page, perPage })],
    queryFn: async ({ queryKey: [, url = ''], signal }) => (await call<ListPage<Row>>(url, { signal })).json,
    placeholderData: keepPreviousData,
  });
  const shortest = isLive ? urlOf(path, { filter, page: 1, perPage: 1 }) : null;
  const fresh = useFreshCount(list.data?.pagination.total, shortest);
  return { ...list, filter, page, perPage, show, fresh };
}

function urlOf(path: string, { filter, page, perPage }: Pick<ListView, 'filter' | 'page' | 'perPage'>): string {
  const range = JSON.stringify([(page - 1) * perPage, page * perPage - 1]);
  return here(`${path}?${toListQuery(new URLSearchParams({ range, filter: JSON.stringify(filter) }).toString())}`);
}
