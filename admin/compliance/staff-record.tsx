import { type QueryKey, useQuery, useQueryClient } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { Card } from '../components/card.tsx';
import { ListError, ListLoading } from '../components/list-state.tsx';
import { Page } from '../components/page.tsx';
import { PageHead } from '../components/page-head.tsx';
import { t } from '../i18n/translate.ts';
import { staffData } from './staff-call.ts';

/** One case, operation or report. Each request is a recorded access, so focusing the window sends none. */
export function useStaffRecord<T>(queryKey: QueryKey, path: string) {
  return useQuery({ queryKey, queryFn: () => staffData<T>(path), refetchOnWindowFocus: false });
}

/** The operation or report that the page's path names; `take` shows what an act on it returned. */
export function useStaffPage<T>(kind: 'operation' | 'report') {
  const { id = '' } = useParams();
  const client = useQueryClient();
  const key = ['staff', kind, id];
  const take = async (view: T) => {
    client.setQueryData(key, view);
    await client.invalidateQueries({ queryKey: ['staff', 'overview'] });
  };
  return { ...useStaffRecord<T>(key, `/staff/${kind}s/${id}`), take };
}

export interface RecordPendingProps {
  title: string;
  error: unknown;
  onRetry: () => void;
}

/** The page while its record is on its way, or when it does not come. */
export function RecordPending({ title, error, onRetry }: RecordPendingProps) {
  return (
    <Page>
      <PageHead title={title} />
      <Card title={title} titleHidden>
        {error ? (
          <ListError title={t('staff.failed')} error={error} onRetry={onRetry} />
        ) : (
          <ListLoading label={t('staff.loading')} rows={5} />
        )}
      </Card>
    </Page>
  );
}
