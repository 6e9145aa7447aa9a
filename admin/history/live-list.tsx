import Typography from '@mui/material/Typography';
import { keepPreviousData } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { useGetList } from 'react-admin';
import { Card } from '../components/card.tsx';
import type { CardListItem } from '../components/card-list.tsx';
import type { TableColumn } from '../components/data-table.tsx';
import { ListError, ListLoading, ListNone } from '../components/list-state.tsx';
import { NewRowsPill } from '../components/new-rows-pill.tsx';
import { Pager } from '../components/pager.tsx';
import { Rows } from '../components/rows.tsx';
import type { LiveEntity } from '../data/live-queries.ts';
import { t } from '../i18n/translate.ts';
import { type HistoryFilter, isFiltered } from './history-filter.ts';
import { HistoryFilters, type HistoryFiltersProps } from './history-filters.tsx';
import type { ListView } from './list-address.ts';
import { ListHead } from './list-head.ts';
import { useListAddress } from './use-list-address.ts';
import { useLiveRows } from './use-live-rows.ts';

const USUAL: Pick<ListView, 'perPage' | 'sort'> = { perPage: 15, sort: { field: 'created_at', order: 'DESC' } };

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

/** The words of a list whose messages have the usual keys. */
export function listWords(of: 'mass' | 'payouts'): LiveListWords {
  return {
    title: t(`${of}.title`),
    caption: t(`${of}.title`),
    search: t(`${of}.search`),
    searchHint: t(`${of}.searchHint`),
    count: (count) => t(`${of}.count`, { smart_count: count }),
    fresh: (count) => t(`${of}.fresh`, { smart_count: count }),
    loading: t(`${of}.loading`),
    error: t(`${of}.error`),
    noneSearch: (search) => t(`${of}.noneSearch`, { search }),
    none: t(`${of}.none`),
  };
}

export interface LiveListProps<Row extends { id: string }, Status extends string> {
  /** What its rows are, as the live stream calls it; a constant. */
  entities: readonly LiveEntity[];
  /** The collection of react-admin. */
  resource: string;
  storeKey: string;
  /** Certain rows only, whatever else it is narrowed by. */
  only?: HistoryFilter<Status>;
  statuses?: HistoryFiltersProps<Status>['statuses'];
  words: LiveListWords;
  empty: ReactNode;
  columns: readonly TableColumn<Row>[];
  /** The same row where there is no room for columns. */
  card: (row: Row) => CardListItem;
}

/** A list of money that came or goes: searched, filtered, paged, and kept true while it is read. */
export function LiveList<Row extends { id: string }, Status extends string>(props: LiveListProps<Row, Status>) {
  const { entities, resource, storeKey, only, statuses, words, empty, columns, card } = props;
  const { filter, page, perPage, sort, show } = useListAddress<Status>(storeKey, USUAL);
  const asked = { ...filter, ...only };
  const list = useGetList<Row>(
    resource,
    { pagination: { page, perPage }, sort, filter: asked, meta: { still: true } },
    { placeholderData: keepPreviousData },
  );
  const { data: rows = [], total = 0, isFetching, refetch } = list;
  const fresh = useLiveRows({ entities, resource, rows: list.data, isFetching, filter: asked });
  const onFilter = (next: HistoryFilter<Status>) => show({ filter: next });
  const settled = !list.isPending && !list.error && rows.length > 0;
  const last = Math.max(1, Math.ceil(total / perPage));
  useReturnFrom(list.isSuccess && !isFetching && page > last, () => show({ page: last }));
  // Where nothing stands nothing can jump.
  useEffect(() => {
    if (fresh > 0 && list.data?.length === 0) void refetch();
  }, [fresh, list.data, refetch]);

  return (
    <>
      <HistoryFilters
        filter={filter}
        onFilter={onFilter}
        searchLabel={words.search}
        searchHint={words.searchHint}
        {...(statuses ? { statuses } : {})}
      />
      {settled && <CountAndNews words={words} total={total} fresh={fresh} onShow={() => void refetch()} />}
      <Card title={words.title} titleHidden>
        {body()}
      </Card>
    </>
  );

  function body(): ReactNode {
    if (list.isPending) return <ListLoading label={words.loading} />;
    if (list.error) return <ListError title={words.error} error={list.error} onRetry={() => void refetch()} />;
    if (rows.length === 0 && isFiltered(filter)) {
      const text = filter.search ? words.noneSearch(filter.search) : words.none;
      return <ListNone text={text} onClear={() => onFilter({})} />;
    }
    if (rows.length === 0) return empty;
    return (
      <>
        <Rows
          caption={t('list.caption', { name: words.caption, page, pages: last })}
          columns={columns}
          rows={rows}
          rowKey={({ id }) => id}
          card={card}
          sort={sort}
          onSort={(next) => show({ sort: next })}
          hover
        />
        <Pager
          page={page}
          perPage={perPage}
          total={total}
          onPage={(next) => show({ page: next })}
          onPerPage={(next) => show({ perPage: next })}
        />
      </>
    );
  }
}

interface CountAndNewsProps {
  words: LiveListWords;
  total: number;
  fresh: number;
  onShow: () => void;
}

function CountAndNews({ words, total, fresh, onShow }: CountAndNewsProps) {
  return (
    <ListHead>
      <Typography sx={{ color: 'text.secondary', fontVariantNumeric: 'tabular-nums' }}>{words.count(total)}</Typography>
      <NewRowsPill count={fresh} label={words.fresh(fresh)} onShow={onShow} />
    </ListHead>
  );
}

/** Goes back once, when the list is shorter than the address says. */
function useReturnFrom(isPastEnd: boolean, goBack: () => void): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(() => {
    if (isPastEnd) goBack();
  }, [isPastEnd]);
}
