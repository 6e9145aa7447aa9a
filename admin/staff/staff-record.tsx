import { useQueryClient } from '@tanstack/react-query';
import { type RaRecord, useGetOne } from 'react-admin';
import { useParams } from 'react-router';
import { Card } from '../components/card.tsx';
import { type Loadable, Loaded } from '../components/loaded.tsx';
import { Page } from '../components/page.tsx';
import { PageHead } from '../components/page-head.tsx';

type Collection =
  | 'card-orders'
  | 'cases'
  | 'claims'
  | 'operations'
  | 'partners'
  | 'reports'
  | 'alerts'
  | 'tickets'
  | 'updates';

export interface StaffRecordOptions {
  readonly refetchInterval?: number;
}

/**
 * The record that the page's path names. Each request for personal data is a recorded look, so focusing the window
 * sends none, and `take` shows what an act answered instead of asking again.
 */
export function useStaffRecord<View extends RaRecord>(collection: Collection, options: StaffRecordOptions = {}) {
  const { id = '' } = useParams();
  const queries = useQueryClient();
  const record = useGetOne<View>(collection, { id }, { refetchOnWindowFocus: false, ...options });
  const key = keyOf(collection, id);
  return {
    ...record,
    id,
    key,
    take: (view: View | ((known: View | undefined) => View | undefined)) => queries.setQueryData<View>(key, view),
  };
}

/** Where react-admin caches a record. */
function keyOf(collection: Collection, id: string) {
  return [collection, 'getOne', { id, meta: undefined }] as const;
}

/** The page while its record is on its way, or when it does not come. */
export function RecordPending({ title, of }: { title: string; of: Loadable<unknown> }) {
  return (
    <Page>
      <PageHead title={title} />
      <Card title={title} titleHidden>
        <Loaded of={of}>{() => null}</Loaded>
      </Card>
    </Page>
  );
}
