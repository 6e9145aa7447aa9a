import './report-words.ts';
import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { Link as RouterLink, useParams } from 'react-router';
import type { ReportSummary } from '../../contract/history.ts';
import { Card, CardBody } from '../components/card.tsx';
import { Facts } from '../components/facts.tsx';
import { ListError, ListLoading, StateMessage } from '../components/list-state.tsx';
import { Page } from '../components/page.tsx';
import { PageHead } from '../components/page-head.tsx';
import { ApiError } from '../data/api-error.ts';
import { useProvider } from '../data/use-provider.ts';
import { formatDay, formatMoment } from '../i18n/format.ts';
import { t } from '../i18n/translate.ts';
import { Icon } from '../look/icon.tsx';
import { DownloadState } from './download-state.tsx';
import { useDownload } from './use-download.ts';

/**
 * `/download/transaction-activity/:report`: where the link of the mail leads. It begins to download by itself, and
 * again by the button.
 */
export default function DownloadPage() {
  const { report: id = '' } = useParams();
  const provider = useProvider();
  const { data, error, refetch } = useQuery({
    queryKey: ['report', id],
    queryFn: () => provider.readReport(id),
    retry: false,
  });
  return (
    <Page>
      <PageHead title={t('export.pageTitle')} />
      {!data &&
        (error ? (
          <Missing error={error} onRetry={() => void refetch()} />
        ) : (
          <ListLoading label={t('export.loading')} rows={3} />
        ))}
      {data && <Report report={data} />}
    </Page>
  );
}

/** Trying again helps against a failure, not where there is no such report. */
function Missing({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  if (!(error instanceof ApiError && error.status === 404))
    return <ListError title={t('export.notLoaded')} error={error} onRetry={onRetry} />;
  return (
    <StateMessage
      role="status"
      icon="search"
      tone="text.secondary"
      title={t('export.notFound')}
      text={t('export.notFoundText')}
      actions={
        <Button variant="contained" component={RouterLink} to="/history">
          {t('export.back')}
        </Button>
      }
    />
  );
}

function Report({ report }: { report: ReportSummary }) {
  const { download, start } = useDownload();
  const begun = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: begins by itself once
  useEffect(() => {
    if (begun.current) return;
    begun.current = true;
    void start(report.id, report.file_name);
  }, []);
  const { date_from: from, date_to: to } = report.filter;
  return (
    <Card title={t(`export.title.${report.kind}`)}>
      <Facts
        facts={[
          { label: t('export.file'), value: report.file_name },
          {
            label: t('export.period'),
            value: from || to ? [from, to].map((day) => (day ? formatDay(day) : '…')).join(' – ') : t('export.all'),
          },
          { label: t('export.asked'), value: formatMoment(report.created_at) },
          { label: t('export.zoneLabel'), value: report.time_zone },
        ]}
      />
      <CardBody sx={{ display: 'grid', gap: 2, justifyItems: 'start' }}>
        <DownloadState download={download} />
        <Button
          variant="contained"
          startIcon={<Icon name="arrowDown" />}
          disabled={download.state === 'running'}
          onClick={() => void start(report.id, report.file_name)}
        >
          {t('export.download')}
        </Button>
        <Button variant="text" component={RouterLink} to="/history">
          {t('export.back')}
        </Button>
      </CardBody>
    </Card>
  );
}
