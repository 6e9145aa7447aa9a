import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { type ListPage, staffCall } from './staff-call.ts';

export interface StaffListOptions {
  /** How often it is read again by itself; default: not at all. */
  readonly everyMs?: number;
}

/** A list whose filters and page are in the address, so that a reload and a colleague see the same. */
export function useStaffList<Row>(
  path: string,
  filters: Readonly<Record<string, string>>,
  { everyMs }: StaffListOptions = {},
) {
  const [params, setParams] = useSearchParams();
  const values = Object.fromEntries(
    Object.entries(filters).map(([name, initial]) => [name, params.get(name) ?? initial]),
  );
  const page = Math.max(1, Number(params.get('page')) || 1);
  const query = new URLSearchParams({ page: String(page) });
  for (const [name, value] of Object.entries(values)) if (value !== '' && value !== 'all') query.set(name, value);
  const list = useQuery({
    queryKey: ['staff', path, query.toString()],
    queryFn: () => staffCall<ListPage<Row>>(`${path}?${query}`),
    placeholderData: keepPreviousData,
    refetchInterval: everyMs ?? false,
  });
  const change = (name: string, value: string) => {
    const next = new URLSearchParams(params);
    if (name !== 'page') next.delete('page');
    if (value === (name === 'page' ? '1' : filters[name])) next.delete(name);
    else next.set(name, value);
    setParams(next, { replace: true });
  };
  const isFiltered = Object.entries(filters).some(([name, initial]) => values[name] !== initial);
  const clear = () => setParams({}, { replace: true });
  return { ...list, page, isFiltered, clear, values, change, turn: (to: number) => change('page', String(to)) };
}
