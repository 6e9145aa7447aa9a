import { type ComponentType, Fragment, type ReactNode } from 'react';
import { type RaRecord, useGetOne } from 'react-admin';
import { Navigate, useSearchParams } from 'react-router';
import { type MessageKey, t } from '../i18n/translate.ts';
import { Card } from './card.tsx';
import { Loaded } from './loaded.tsx';
import { Page } from './page.tsx';
import { PageHead } from './page-head.tsx';

export interface RecordPageProps<Row extends RaRecord> {
  /** The collection of the API. */
  resource: string;
  /** The list that the record belongs to, opened where the address names no record. */
  list: { readonly label: MessageKey; readonly to: string };
  /** Until the record is there; by default the list's. */
  title?: MessageKey;
  loading: MessageKey;
  failed: MessageKey;
  /** A row of the list is the whole record, so it is shown at once. */
  rowIsWhole?: boolean;
  /** When the record is read again; changes that the live stream reports need nothing. */
  everyMs?: (row: Row) => number | false;
  /** Around everything below the title. */
  Around?: ComponentType<{ children: ReactNode }>;
  children: (row: Row) => ReactNode;
}

/** The page of the record that `?id=` names, kept up to date while it is read. */
export function RecordPage<Row extends RaRecord>(props: RecordPageProps<Row>) {
  const { resource, list, title, loading, failed, rowIsWhole = false, everyMs, Around = Fragment, children } = props;
  const [search] = useSearchParams();
  const id = search.get('id') ?? '';
  const record = useGetOne<Row>(
    resource,
    // react-admin fills its cache of single records from lists. A row with fewer fields is kept apart.
    rowIsWhole ? { id } : { id, meta: { story: true } },
    { enabled: id !== '', refetchInterval: ({ state }) => (state.data && everyMs?.(state.data)) || false },
  );
  if (id === '') return <Navigate to={list.to} replace />;
  if (record.data) return children(record.data);
  const shown = t(title ?? list.label);
  const above = { label: t(list.label), to: list.to };
  return (
    <Page>
      <PageHead title={shown} crumbs={title ? [above, { label: shown }] : [above]} />
      <Around>
        <Card title={shown} titleHidden>
          <Loaded of={record} rows={6} loading={t(loading)} failed={t(failed)}>
            {() => null}
          </Loaded>
        </Card>
      </Around>
    </Page>
  );
}
