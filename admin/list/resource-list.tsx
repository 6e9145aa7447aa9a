import { type ReactNode, useContext, useMemo } from 'react';
import { ListBase, type RaRecord, RouterProviderContext } from 'react-admin';
import { retriesRead } from '../data/query-client.ts';
import type { ListFilterField } from './filters.tsx';
import type { UsualList } from './list-address.ts';
import { ListAddressProvider } from './list-address-provider.tsx';
import { ListView, type ListViewProps } from './list-view.tsx';

export interface ResourceListProps<Row extends RaRecord> extends ListViewProps<Row> {
  /** The collection of the API. */
  resource: string;
  /** Lists of the same resource that are narrowed differently have a key each. */
  storeKey?: string;
  /** Certain rows only, whatever else the list is narrowed by. A constant. */
  only?: Readonly<Record<string, string>>;
  /** The order of a list that nobody sorted. A constant. */
  sort?: UsualList['sort'];
  perPage?: number;
  /**
   * How often it is read again by itself, which may depend on what it shows; false or left out: not at all. A function
   * is a constant.
   */
  everyMs?: number | ((rows: readonly Row[]) => number | false);
  /** Overlays that need the rows, such as a dialog. */
  children?: ReactNode;
}

const NEWEST: UsualList['sort'] = { field: 'created_at', order: 'DESC' };
/** Of lists that come in one order only. */
export const AS_THE_API: UsualList['sort'] = { field: '', order: 'DESC' };

/**
 * A list of records: search, filters, sorting, pages and columns by react-admin's list controller, its view saved and
 * kept in the address. ListView renders it.
 */
export function ResourceList<Row extends RaRecord>(props: ResourceListProps<Row>) {
  const { resource, storeKey, only, sort = NEWEST, perPage = 15, everyMs, children, ...view } = props;
  const names = useMemo(() => namesOf(view.filters), [view.filters]);
  const usual = useMemo(() => ({ sort, perPage }), [sort, perPage]);
  const query = useMemo(
    () => ({ ...LIVE_QUERY, refetchInterval: everyMs ? intervalOf(everyMs) : undefined }),
    [everyMs],
  );
  const router = useContext(RouterProviderContext);
  return (
    <ListAddressProvider names={names} usual={usual}>
      <ListBase<Row>
        resource={resource}
        sort={sort}
        perPage={perPage}
        queryOptions={query}
        storeKey={storeKey || undefined}
        filter={only}
      >
        <RouterProviderContext value={router}>
          <ListView<Row> {...view} />
          {children}
        </RouterProviderContext>
      </ListBase>
    </ListAddressProvider>
  );
}

/** Rows must not jump while somebody reads them (`still`); errors are shown in place of the rows. */
const LIVE_QUERY = { meta: { still: true }, retry: retriesRead, onError: () => undefined };

interface ReadAgain<Row> {
  readonly state: { readonly data?: { readonly data: readonly Row[] } | undefined };
}

function intervalOf<Row>(everyMs: number | ((rows: readonly Row[]) => number | false)) {
  return ({ state }: ReadAgain<Row>) => (typeof everyMs === 'number' ? everyMs : everyMs(state.data?.data ?? []));
}

function namesOf(filters: readonly ListFilterField[] = []): readonly string[] {
  return filters.flatMap(({ names }) => names);
}
