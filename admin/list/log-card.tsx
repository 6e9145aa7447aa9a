import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { ListBase, type RaRecord, useListContext } from 'react-admin';
import { Card, CardBody } from '../components/card.tsx';
import { ListError, ListLoading } from '../components/list-state.tsx';
import { LogList } from '../components/log-list.tsx';
import { Turn } from '../components/turn.tsx';
import { retriesRead } from '../data/query-client.ts';
import { AS_THE_API } from './resource-list.tsx';

export interface LogCardProps<Row extends RaRecord> extends LogViewProps<Row> {
  /** The collection of the API. */
  resource: string;
  perPage: number;
}

interface LogViewProps<Row extends RaRecord> {
  title: string;
  loading: string;
  failed: string;
  /** Said where there are no entries: what will be here. */
  none: string;
  /** The same while the list is narrowed. */
  noneFound?: string;
  lead?: string;
  /** The filters of the log. */
  filters?: ReactNode;
  /** An item of the list. */
  entry: (row: Row) => ReactNode;
}

/**
 * A short list in the API's own order beside other cards: paged and narrowed by react-admin's list controller, kept
 * neither in the address nor in the store.
 */
export function LogCard<Row extends RaRecord>({ resource, perPage, ...view }: LogCardProps<Row>) {
  return (
    <ListBase<Row>
      resource={resource}
      perPage={perPage}
      sort={AS_THE_API}
      queryOptions={QUERY}
      disableSyncWithLocation
      storeKey={false}
    >
      <LogView<Row> {...view} />
    </ListBase>
  );
}

/** Errors are shown in place of the entries. */
const QUERY = { retry: retriesRead, onError: () => undefined };

function LogView<Row extends RaRecord>(props: LogViewProps<Row>) {
  const { title, loading, failed, none, noneFound = none, lead, filters, entry } = props;
  const { data, error, total = 0, page, perPage, filterValues, setPage, refetch } = useListContext<Row>();
  const isFiltered = Object.keys(filterValues).length > 0;
  return (
    <Card title={title} ruled={!lead}>
      {lead && (
        <CardBody>
          <Typography sx={{ color: 'text.secondary' }}>{lead}</Typography>
        </CardBody>
      )}
      {filters}
      {data?.length === 0 && (
        <CardBody>
          <Typography role="status" sx={{ pt: 4, color: 'text.secondary' }}>
            {isFiltered ? noneFound : none}
          </Typography>
        </CardBody>
      )}
      {data && data.length > 0 && <LogList>{data.map(entry)}</LogList>}
      {!data && error && <ListError title={failed} error={error} onRetry={() => void refetch()} />}
      {!data && !error && <ListLoading label={loading} rows={Math.min(perPage, 4)} />}
      <Turn page={page} perPage={perPage} total={total} onPage={setPage} />
    </Card>
  );
}
