import Typography from '@mui/material/Typography';
import { type ReactNode, useEffect } from 'react';
import { Card } from '../components/card.tsx';
import type { CardListItem } from '../components/card-list.tsx';
import type { TableColumn } from '../components/data-table.tsx';
import { ListError, ListLoading, ListNone } from '../components/list-state.tsx';
import { NewRowsPill } from '../components/new-rows-pill.tsx';
import { Rows } from '../components/rows.tsx';
import { Turn } from '../components/turn.tsx';
import { type HistoryFilter, isFiltered } from './history-filter.ts';
import { HistoryFilters, type HistoryFiltersProps } from './history-filters.tsx';
import { ListHead } from './list-head.ts';
import { useHistoryList } from './use-history-list.ts';

export interface HistoryListProps<Row> {
  /** Under `/spa/{profile}`. */
  path: string;
  words: {
    readonly title: string;
    readonly search: string;
    readonly searchHint: string;
    readonly count: (count: number) => string;
    /** The button that shows what is new, of a list that grows as things happen. */
    readonly fresh?: (count: number) => string;
    readonly loading: string;
    readonly error: string;
    readonly none: string;
  };
  /** Which filters the list knows. */
  narrows?: HistoryFiltersProps<never>['narrows'];
  kinds?: HistoryFiltersProps<never>['kinds'];
  columns: readonly TableColumn<Row>[];
  rowKey: (row: Row) => string;
  card: (row: Row) => CardListItem;
  empty: ReactNode;
}

/**
 * A list whose rows do not change by themselves, though it may grow: filtered, paged, a table from 850 px up and cards
 * under it.
 */
export function HistoryList<Row>(props: HistoryListProps<Row>) {
  const { path, words, narrows, kinds, columns, rowKey, card, empty } = props;
  const list = useHistoryList<Row>(path, { isLive: words.fresh !== undefined });
  const { data, error, filter, fresh, show, refetch } = list;
  const onFilter = (next: HistoryFilter<never>) => show({ filter: next });
  // Where nothing stands nothing can jump.
  useEffect(() => {
    if (fresh > 0 && data?.data.length === 0) void refetch();
  }, [fresh, data, refetch]);
  return (
    <>
      <HistoryFilters
        filter={filter}
        onFilter={onFilter}
        searchLabel={words.search}
        searchHint={words.searchHint}
        {...(narrows ? { narrows } : {})}
        {...(kinds ? { kinds } : {})}
      />
      {data && data.data.length > 0 && (
        <ListHead>
          <Typography sx={{ color: 'text.secondary', fontVariantNumeric: 'tabular-nums' }}>
            {words.count(data.pagination.total)}
          </Typography>
          <NewRowsPill count={fresh} label={words.fresh?.(fresh) ?? ''} onShow={() => void refetch()} />
        </ListHead>
      )}
      <Card title={words.title} titleHidden>
        {body()}
      </Card>
    </>
  );

  function body(): ReactNode {
    if (!data) {
      return error ? (
        <ListError title={words.error} error={error} onRetry={() => void refetch()} />
      ) : (
        <ListLoading label={words.loading} />
      );
    }
    if (data.data.length === 0)
      return isFiltered(filter) ? <ListNone text={words.none} onClear={() => onFilter({})} /> : empty;
    return (
      <>
        <Rows caption={words.title} columns={columns} rows={data.data} rowKey={rowKey} card={card} hover />
        <Turn page={list.page} perPage={list.perPage} total={data.pagination.total} onPage={(page) => show({ page })} />
      </>
    );
  }
}
