import { styled } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { type ReactNode, useEffect, useMemo } from 'react';
import { type RaRecord, useListContext } from 'react-admin';
import { Card } from '../components/card.tsx';
import type { CardListItem } from '../components/card-list.tsx';
import type { TableColumn } from '../components/data-table.tsx';
import { ListError, ListLoading, ListNone } from '../components/list-state.tsx';
import { NewRowsPill } from '../components/new-rows-pill.tsx';
import { Pager } from '../components/pager.tsx';
import { Rows } from '../components/rows.tsx';
import type { LiveEntity } from '../data/live-queries.ts';
import { t } from '../i18n/translate.ts';
import { BulkBar } from './bulk-bar.tsx';
import { ColumnsButton, useShownColumns } from './columns-button.tsx';
import { FilterBar } from './filter-bar.tsx';
import type { ListFilterField } from './filters.tsx';
import { type ListWords, listWord } from './list-words.ts';
import { useFreshCount } from './use-fresh-count.ts';
import { useLiveRows } from './use-live-rows.ts';
import { useRowSelection } from './use-row-selection.ts';

/** How many rows there are, and in the middle the way to new ones. */
export const ListHead = styled('div')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: '1fr auto',
  alignItems: 'center',
  gap: 12,
  minHeight: 32,
  [theme.breakpoints.up('sm')]: { gridTemplateColumns: '1fr auto 1fr' },
}));

export interface ListViewProps<Row extends RaRecord> {
  words: ListWords;
  /** The filters of the list. Must be a constant. */
  filters?: readonly ListFilterField[];
  columns: readonly TableColumn<Row>[];
  /** The same row where there is no room for columns. */
  card: (row: Row) => CardListItem;
  rowKey?: (row: Row) => string;
  /** The page of a row. */
  path?: (row: Row) => string | null;
  /** Shown where there are no rows at all: what will be here, and the next step. */
  empty: ReactNode;
  /**
   * How it is kept true while it is read: rows of these entities change in place; `grows`: rows only ever come. In both
   * cases new ones wait behind a button. A constant.
   */
  live?: readonly LiveEntity[] | 'grows';
  /** Actions on several rows, whose checkboxes are labeled by name. */
  bulk?: { readonly nameOf: (row: Row) => string; readonly actions: ReactNode };
}

/** A list of records in each of its states. All its data comes from react-admin's list context. */
export function ListView<Row extends RaRecord>(props: ListViewProps<Row>) {
  const { words, filters = [], columns, card, rowKey = idOf, path, empty, live, bulk } = props;
  const list = useListContext<Row>();
  const { data, total = 0, filterValues, resource, page, perPage } = list;
  const fresh = useFresh(live);
  const [shown, hidden] = useShownColumns(resource, columns);
  const selection = useRowSelection(bulk?.nameOf);
  const isFiltered = Object.keys(filterValues).length > 0;
  // There is nothing to narrow.
  const isEmpty = data?.length === 0 && total === 0 && !isFiltered;
  return (
    <>
      {!isEmpty && <FilterBar filters={filters} />}
      {(data ? data.length > 0 : !list.error) && (
        // While the rows are read, too, so that nothing moves when they come.
        <ListHead>
          <Typography sx={{ color: 'text.secondary', fontVariantNumeric: 'tabular-nums' }}>
            {data && listWord.count(words, total)}
          </Typography>
          <NewRowsPill count={fresh} label={listWord.fresh(words, fresh)} onShow={() => void list.refetch()} />
          <ColumnsButton columns={columns} hidden={hidden} resource={resource} />
        </ListHead>
      )}
      {bulk && <BulkBar>{bulk.actions}</BulkBar>}
      <Card key={String(isEmpty)} title={listWord.title(words)} titleHidden>
        {body()}
      </Card>
    </>
  );

  function body(): ReactNode {
    if (!data) {
      return list.error ? (
        <ListError title={listWord.error(words)} error={list.error} onRetry={() => void list.refetch()} />
      ) : (
        <ListLoading label={listWord.loading(words)} />
      );
    }
    if (data.length === 0) {
      const { search } = filterValues as { search?: string };
      return isFiltered ? <ListNone text={listWord.none(words, search)} onClear={() => list.setFilters({})} /> : empty;
    }
    const pages = Math.max(1, Math.ceil(total / perPage));
    return (
      <>
        <Rows
          caption={t('list.caption', { name: listWord.title(words), page, pages })}
          columns={shown}
          rows={data}
          rowKey={rowKey}
          card={card}
          sort={list.sort}
          onSort={list.setSort}
          selection={selection}
          path={path}
        />
        <Pager page={page} perPage={perPage} total={total} onPage={list.setPage} onPerPage={list.setPerPage} />
      </>
    );
  }
}

/** How many new rows the list would show if it were read again. */
function useFresh(live: ListViewProps<RaRecord>['live']): number {
  const { data, total, isFetching, refetch, resource, filter, filterValues } = useListContext();
  const narrowed = useMemo(() => ({ ...filterValues, ...filter }), [filterValues, filter]);
  const entities = live === 'grows' ? undefined : live;
  const changed = useLiveRows({
    entities: entities ?? NONE,
    resource,
    rows: data,
    isFetching: isFetching === true,
    filter: narrowed,
  });
  const grown = useFreshCount({ isOn: live === 'grows', resource, filter: narrowed, shown: total });
  const fresh = live === 'grows' ? grown : changed;
  // Where there is nothing, nothing can jump.
  useEffect(() => {
    if (fresh > 0 && data?.length === 0) void refetch();
  }, [fresh, data, refetch]);
  return fresh;
}

const NONE = [] as const;
const idOf = ({ id }: RaRecord) => String(id);
