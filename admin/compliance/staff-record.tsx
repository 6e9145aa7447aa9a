import { type QueryKey, useQuery } from '@tanstack/react-query';
import { Card } from '../components/card.tsx';
import { ListError, ListLoading } from '../components/list-state.tsx';
import { Page } from '../components/page.tsx';
import { PageHead } from '../components/page-head.tsx';
import { t } from '../i18n/translate.ts';
import { staffData } from './staff-call.ts';

/** One case, operation or report. Each asking is a recorded look: coming back to the window is none. */
export function useStaffRecord<T>(queryKey: QueryKey, path: string) {
  return useQuery({ queryKey, queryFn: () => staffData<T>(path), refetchOnWindowFocus: false });
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
