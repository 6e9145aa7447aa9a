import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { type InfiniteData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useContext, useMemo } from 'react';
import { ListBase, type RaRecord, RouterProviderContext, useListContext } from 'react-admin';
import { msOfId } from '../../domain/ids.ts';
import { Card, CardFoot } from '../components/card.tsx';
import { ListError, ListLoading, ListNone, StateMessage } from '../components/list-state.tsx';
import { Rows } from '../components/rows.tsx';
import type { LogPart } from '../data/api.ts';
import { retriesRead } from '../data/query-client.ts';
import { formatMoment } from '../i18n/format.ts';
import { t } from '../i18n/translate.ts';
import { ColumnsButton, useShownColumns } from './columns-button.tsx';
import { FilterBar } from './filter-bar.tsx';
import type { ListFilterField } from './filters.tsx';
import type { ListFilter } from './list-address.ts';
import { ListAddressProvider } from './list-address-provider.tsx';
import { ListHead, type ListViewProps } from './list-view.tsx';
import { listWord } from './list-words.ts';
import { AS_THE_API } from './resource-list.tsx';

type Shown<Row extends RaRecord> = Pick<ListViewProps<Row>, 'words' | 'columns' | 'card' | 'empty'>;

export interface CursorListProps<Row extends RaRecord> extends Shown<Row> {
  /** Names the list in the browser's store and cache, and says who may see it. */
  resource: string;
  /** Must be a constant. */
  filters: readonly ListFilterField[];
  /** The newest entries that fit, or those before a cursor, which is the id of an entry. */
  read: (filter: ListFilter, after?: string) => Promise<LogPart<Row>>;
  /** Overlays. */
  children?: ReactNode;
}

/**
 * A log without a total: filters as of every list, kept in the address, and older entries below the newer ones on
 * request. react-admin's controller has the filters only: its pages have numbers.
 */
export function CursorList<Row extends RaRecord>({ children, ...list }: CursorListProps<Row>) {
  const { resource, filters } = list;
  const names = useMemo(() => filters.flatMap((filter) => filter.names), [filters]);
  const router = useContext(RouterProviderContext);
  return (
    <ListAddressProvider names={names} usual={USUAL}>
      <ListBase resource={resource} {...USUAL} queryOptions={UNREAD}>
        <RouterProviderContext value={router}>
          <CursorView<Row> {...list} />
          {children}
        </RouterProviderContext>
      </ListBase>
    </ListAddressProvider>
  );
}

const USUAL = { sort: AS_THE_API, perPage: 50 };
const UNREAD = { enabled: false };

type Pages<Row> = InfiniteData<LogPart<Row>, string | undefined>;

function CursorView<Row extends RaRecord>(props: CursorListProps<Row>) {
  const { resource, words, filters, columns, card, empty, read } = props;
  const { filterValues, setFilters } = useListContext();
  const [shown, hidden] = useShownColumns(resource, columns);
  const { refresh, ...log } = useLog({ resource, filter: filterValues, read });
  const rows = log.data?.pages.flatMap(({ data }) => data) ?? [];
  const { next, has_more: hasMore = false } = log.data?.pages.at(-1) ?? {};
  return (
    <>
      <FilterBar filters={filters} />
      {(log.data || !log.error) && (
        <ListHead>
          <Typography sx={{ color: 'text.secondary', fontVariantNumeric: 'tabular-nums' }}>
            {rows.length > 0 && listWord.count(words, rows.length)}
          </Typography>
          <Button variant="text" disabled={log.isFetching} onClick={refresh}>
            {t('log.refresh')}
          </Button>
          <ColumnsButton columns={columns} hidden={hidden} resource={resource} />
        </ListHead>
      )}
      <Card title={listWord.title(words)} titleHidden>
        {body()}
      </Card>
    </>
  );

  function body(): ReactNode {
    if (!log.data) {
      return log.error ? (
        <ListError title={listWord.error(words)} error={log.error} onRetry={() => void log.refetch()} />
      ) : (
        <ListLoading label={listWord.loading(words)} />
      );
    }
    if (rows.length === 0 && !hasMore) {
      const { search } = filterValues as { search?: string };
      const isFiltered = Object.keys(filterValues).length > 0;
      return isFiltered ? <ListNone text={listWord.none(words, search)} onClear={() => setFilters({})} /> : empty;
    }
    const older = (
      <Button disabled={log.isFetching} onClick={() => void log.fetchNextPage()}>
        {t('log.older')}
      </Button>
    );
    if (rows.length === 0) {
      return (
        <StateMessage
          role="status"
          icon="search"
          tone="text.secondary"
          title={t('log.noneYet')}
          text={reachOf(hasMore ? next : undefined)}
          actions={older}
        />
      );
    }
    return (
      <>
        <Rows caption={listWord.title(words)} columns={shown} rows={rows} rowKey={({ id }) => String(id)} card={card} />
        <CardFoot>
          <Typography role="status" sx={{ mr: 'auto', fontSize: 13, color: 'text.secondary' }}>
            {log.isFetchNextPageError ? listWord.error(words) : reachOf(hasMore ? next : undefined)}
          </Typography>
          {hasMore && older}
        </CardFoot>
      </>
    );
  }
}

/** How far back the log was read. */
function reachOf(next: string | undefined): string {
  if (next === undefined) return t('log.end');
  return t('log.reach', { time: formatMoment(new Date(msOfId(next)).toISOString()) });
}

interface LogOptions<Row extends RaRecord> extends Pick<CursorListProps<Row>, 'resource' | 'read'> {
  filter: ListFilter;
}

function useLog<Row extends RaRecord>({ resource, filter, read }: LogOptions<Row>) {
  const queries = useQueryClient();
  const queryKey = [resource, 'log', filter];
  const log = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam }) => read(filter, pageParam),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ has_more, next }) => (has_more ? next : undefined),
    refetchOnWindowFocus: false,
    retry: retriesRead,
  });
  // Reads the newest part only, as everything below it would be read once more, part by part.
  const refresh = () => {
    queries.setQueryData<Pages<Row>>(queryKey, (known) => known && firstOf(known));
    void log.refetch();
  };
  return { ...log, refresh };
}

function firstOf<Row>({ pages, pageParams }: Pages<Row>): Pages<Row> {
  return { pages: pages.slice(0, 1), pageParams: pageParams.slice(0, 1) };
}
