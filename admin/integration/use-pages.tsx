import { useState } from 'react';
import { type RaRecord, useGetList } from 'react-admin';
import { Pager } from '../components/pager.tsx';
import { retriesRead } from '../data/query-client.ts';
import { AS_THE_API } from '../list/resource-list.tsx';

export interface PagesOptions<Row extends RaRecord> {
  /** Rows of this kind only. */
  filter?: Readonly<Record<string, string>>;
  /** Reads the page again after so many ms; false while nothing changes by itself. */
  rereadsAfter?: (rows: readonly Row[]) => number | false;
}

const NO_FILTER = {};
/** Fewer rows than this are on every page. */
const SHORT = 15;

/** A list in the API's own order, page by page, beside other cards; with the pager where there is a second page. */
export function usePages<Row extends RaRecord>(resource: string, options: PagesOptions<Row> = {}) {
  const { filter = NO_FILTER, rereadsAfter } = options;
  const [page, setPage] = useState(1);
  const [perPage, setPerPage] = useState(25);
  const list = useGetList<Row>(
    resource,
    { pagination: { page, perPage }, sort: AS_THE_API, filter },
    {
      retry: retriesRead,
      ...(rereadsAfter ? { refetchInterval: ({ state }) => rereadsAfter(state.data?.data ?? []) } : {}),
    },
  );
  const { total = 0 } = list;
  const onPerPage = (rows: number) => {
    setPerPage(rows);
    setPage(1);
  };
  const pager = total > SHORT && (
    <Pager page={page} perPage={perPage} total={total} onPage={setPage} onPerPage={onPerPage} />
  );
  return { ...list, total, pager, toFirstPage: () => setPage(1) };
}
