import { styled } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { type ReactNode, useCallback } from 'react';
import { type ListControllerResult, useListController } from 'react-admin';
import type { LiveChange } from '../../api/contract/live.ts';
import { Card } from '../components/card.tsx';
import type { CardListItem } from '../components/card-list.tsx';
import type { TableColumn } from '../components/data-table.tsx';
import { ListError, ListLoading, ListNone } from '../components/list-state.tsx';
import { NewRowsPill } from '../components/new-rows-pill.tsx';
import { Pager } from '../components/pager.tsx';
import { Rows } from '../components/rows.tsx';
import type { LiveEntity } from '../data/live-queries.ts';
import { t } from '../i18n/translate.ts';
import { type HistoryFilter, isFiltered, tidyFilter } from './history-filter.ts';
import { HistoryFilters, type HistoryFiltersProps } from './history-filters.tsx';
import { useLiveRows } from './use-live-rows.ts';

const Head = styled('div')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: '1fr auto',
  alignItems: 'center',
  gap: 12,
  minHeight: 32,
  [theme.breakpoints.up('sm')]: { gridTemplateColumns: '1fr auto 1fr' },
}));

export interface LiveListWords {
  readonly title: string;
  /** What the rows of the table are. */
  readonly caption: string;
  readonly search: string;
  readonly searchHint: string;
  readonly count: (count: number) => string;
  /** The button that shows what is new. */
  readonly fresh: (count: number) => string;
  readonly loading: string;
  readonly error: string;
  readonly noneSearch: (search: string) => string;
  readonly none: string;
}

export interface LiveListProps<Row extends { id: string }, Status extends string> {
  entity: LiveEntity;
  /** The collection of react-admin. */
  resource: string;
  storeKey: string;
  /** Certain rows only, always: such a list does not write its filters into the address, and counts nothing new. */
  only?: Readonly<Record<string, unknown>>;
  isNew: (event: LiveChange) => boolean;
  statuses?: HistoryFiltersProps<Status>['statuses'];
  words: LiveListWords;
  empty: ReactNode;
  columns: readonly TableColumn<Row>[];
  /** The same row where there is no room for columns. */
  card: (row: Row) => CardListItem;
}

/** A list of money that came or goes: searched, filtered, paged, and kept true while it is read. */
export function LiveList<Row extends { id: string }, Status extends string>(props: LiveListProps<Row, Status>) {
  const { entity, resource, storeKey, only, isNew, statuses, words, empty, columns, card } = props;
  const list = useListController<Row>({
    resource,
    perPage: 15,
    sort: { field: 'created_at', order: 'DESC' },
    storeKey,
    queryOptions: { meta: { still: true } },
    ...(only ? { filter: only, disableSyncWithLocation: true } : {}),
  });
  const filter = list.filterValues as HistoryFilter<Status>;
  const { setFilters } = list;
  const onFilter = useCallback((next: HistoryFilter<Status>) => setFilters(tidyFilter(next), undefined), [setFilters]);
  const fresh = useLiveRows({ entity, resource, rows: list.data, isFetching: list.isFetching ?? false, isNew });
  const rows = list.data ?? [];
  const settled = !list.isPending && !list.error && rows.length > 0;

  return (
    <>
      <HistoryFilters
        filter={filter}
        onFilter={onFilter}
        searchLabel={words.search}
        searchHint={words.searchHint}
        {...(statuses ? { statuses } : {})}
      />
      {settled && (
        <Head>
          <Typography sx={{ color: 'text.secondary', fontVariantNumeric: 'tabular-nums' }}>
            {words.count(list.total ?? 0)}
          </Typography>
          <NewRowsPill count={only ? 0 : fresh} label={words.fresh(fresh)} onShow={() => void list.refetch()} />
        </Head>
      )}
      <Card title={words.title} titleHidden>
        {body()}
      </Card>
    </>
  );

  function body(): ReactNode {
    if (list.isPending) return <ListLoading label={words.loading} />;
    if (list.error) return <ListError title={words.error} error={list.error} onRetry={() => void list.refetch()} />;
    if (rows.length === 0 && isFiltered(filter)) {
      const text = filter.search ? words.noneSearch(filter.search) : words.none;
      return <ListNone text={text} onClear={() => onFilter({})} />;
    }
    if (rows.length === 0) return empty;
    return (
      <>
        <Rows
          caption={captionOf(words.caption, list)}
          columns={columns}
          rows={rows}
          rowKey={({ id }) => id}
          card={card}
          sort={list.sort}
          onSort={list.setSort}
          hover
        />
        <Pager
          page={list.page}
          perPage={list.perPage}
          total={list.total ?? 0}
          onPage={list.setPage}
          onPerPage={list.setPerPage}
        />
      </>
    );
  }
}

/** What a list holds and which page of how many it shows, for the caption of its table. */
function captionOf(
  name: string,
  { page, perPage, total }: Pick<ListControllerResult, 'page' | 'perPage' | 'total'>,
): string {
  return t('list.caption', { name, page, pages: Math.max(1, Math.ceil((total ?? 0) / perPage)) });
}
