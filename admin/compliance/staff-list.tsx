import type { ReactNode } from 'react';
import type { CardListItem } from '../components/card-list.tsx';
import type { TableColumn } from '../components/data-table.tsx';
import { ListError, ListLoading, ListNone } from '../components/list-state.tsx';
import { Rows } from '../components/rows.tsx';
import { Turn } from '../components/turn.tsx';
import { t } from '../i18n/translate.ts';
import type { ListPage } from './staff-call.ts';

export interface StaffListProps<Row> {
  caption: string;
  list: {
    readonly data?: ListPage<Row> | undefined;
    readonly error: unknown;
    readonly page: number;
    refetch(): unknown;
    turn(page: number): void;
    /** Whether it is narrowed otherwise than it begins. */
    readonly isFiltered: boolean;
    clear(): void;
  };
  columns: readonly TableColumn<Row>[];
  rowKey: (row: Row) => string;
  card: (row: Row) => CardListItem;
  /** The page of a row. */
  path?: (row: Row) => string;
  empty: ReactNode;
}

/** A list in all of its states: a table from 850 px up, cards under it. */
export function StaffList<Row>({ caption, list, columns, rowKey, card, path, empty }: StaffListProps<Row>) {
  const { data, error, page } = list;
  if (!data && error) return <ListError title={t('staff.failed')} error={error} onRetry={() => void list.refetch()} />;
  if (!data) return <ListLoading label={t('staff.loading')} rows={5} />;
  if (data.data.length === 0)
    return list.isFiltered ? <ListNone text={t('staff.noneText')} onClear={list.clear} /> : empty;
  return (
    <>
      <Rows
        caption={caption}
        columns={columns}
        rows={data.data}
        rowKey={rowKey}
        card={card}
        {...(path ? { path } : {})}
      />
      <Turn page={page} perPage={data.pagination.per_page} total={data.pagination.total} onPage={list.turn} />
    </>
  );
}
