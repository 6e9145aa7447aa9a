import { type RaRecord, useListController } from 'react-admin';
import { Pager } from '../components/pager.tsx';
import { retriesRead } from '../data/query-client.ts';
import { AS_THE_API } from '../list/resource-list.tsx';

const PER_PAGE = 25;
/** Fewer rows than this are on every page. */
const SHORT = 15;

/** A list in the API's own order, page by page, beside other cards; with the pager where there is a second page. */
export function usePages<Row extends RaRecord>(resource: string) {
  const list = useListController<Row>({
    resource,
    sort: AS_THE_API,
    perPage: PER_PAGE,
    disableSyncWithLocation: true,
    storeKey: false,
    queryOptions: {
      retry: retriesRead,
      // Errors are shown in place of the rows.
      onError: () => undefined,
    },
  });
  const { total = 0, page, perPage, setPage, setPerPage } = list;
  const pager = total > SHORT && (
    <Pager page={page} perPage={perPage} total={total} onPage={setPage} onPerPage={setPerPage} />
  );
  return { ...list, total, pager };
}
