import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { Link as RouterLink } from 'react-router';
import type { AlertView } from '../../../contract/staff-alerts.ts';
import { Card, CardBody } from '../../components/card.tsx';
import { Facts } from '../../components/facts.tsx';
import { Column, Page, Split } from '../../components/page.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { Timeline } from '../../components/timeline.tsx';
import { formatMoment } from '../../i18n/format.ts';

import { type MessageKey, t } from '../../i18n/translate.ts';
import { Icon } from '../../look/icon.tsx';
import { useStaffMay } from '../data/use-staff-may.ts';
import { RecordPending, useStaffRecord } from '../staff-record.tsx';
import { AcknowledgeDialog } from './acknowledge-dialog.tsx';
import { AlertStatusChip, SeverityChip } from './alert-chips.tsx';
import { historyOf } from './alert-history.ts';
import { pageOfSubject } from './alert-subject.ts';
import { CloseDialog } from './close-dialog.tsx';
import { Runbook } from './runbook.tsx';
import { findRunbook } from './runbook-text.ts';

const REFRESH_MS = 5_000;

/** `/compliance/alerts/:id`: the problem, what to do about it, and the people notified. */
export default function AlertPage() {
  const may = useStaffMay('alert_acknowledge');
  const [open, setOpen] = useState<'acknowledge' | 'close' | null>(null);
  const record = useStaffRecord<AlertView>('alerts', { refetchInterval: REFRESH_MS });
  const { data, key } = record;
  if (!data) return <RecordPending title={t('alerts.title')} of={record} />;
  const acts = may && (
    <>
      {data.closable && (
        <Button startIcon={<Icon name="checkCircle" />} onClick={() => setOpen('close')}>
          {t('alert.close')}
        </Button>
      )}
      {data.status === 'open' && (
        <Button variant="contained" startIcon={<Icon name="eye" />} onClick={() => setOpen('acknowledge')}>
          {t('alert.acknowledge')}
        </Button>
      )}
    </>
  );
  return (
    <Page>
      <PageHead
        title={data.title}
        crumbs={[{ label: t('alerts.title'), to: '/compliance/alerts' }, { label: data.title }]}
        beside={
          <>
            <SeverityChip severity={data.severity} />
            <AlertStatusChip {...data} />
          </>
        }
        sub={t(subOf(data, may))}
        actions={acts}
      />
      <Split>
        <Column>
          <Details alert={data} />
          <WhatToDo {...data} />
        </Column>
        <Card title={t('alert.history')}>
          <Timeline items={historyOf(data)} />
        </Card>
      </Split>
      {open === 'acknowledge' && <AcknowledgeDialog alert={data} into={key} onClose={() => setOpen(null)} />}
      {open === 'close' && <CloseDialog alert={data} into={key} onClose={() => setOpen(null)} />}
    </Page>
  );
}

function subOf({ status, closable, resolved_by }: AlertView, may: boolean): MessageKey {
  if (status === 'open' && !may) return 'alert.sub.notMay';
  if (status === 'acknowledged' && closable) return 'alert.sub.closable';
  return status === 'resolved' && resolved_by !== null ? 'alert.sub.closed' : `alert.sub.${status}`;
}

function Details({ alert }: { alert: AlertView }) {
  const { kind, message, created_at, resolved_at, acknowledged_by, acknowledged_at, acknowledged_note } = alert;
  const { resolved_by, resolved_note } = alert;
  const takenBy =
    acknowledged_by !== null && acknowledged_at !== null
      ? t('alert.acknowledgedBy', { by: acknowledged_by, at: formatMoment(acknowledged_at) })
      : null;
  return (
    <Card title={t('alert.about')}>
      <Facts
        facts={[
          { label: t('alert.message'), value: message },
          { label: t('alerts.subject'), value: <Subject alert={alert} /> },
          { label: t('alert.kind'), value: <code>{kind}</code> },
          { label: t('alerts.raised'), value: formatMoment(created_at) },
          { label: t('alerts.taken'), value: takenBy },
          { label: t('alert.note'), value: acknowledged_note },
          { label: t('alert.resolved'), value: resolved_at && formatMoment(resolved_at) },
          { label: t('alert.closedBy'), value: resolved_by },
          { label: t('alert.cause'), value: resolved_note },
        ]}
      />
    </Card>
  );
}

/** A link where the console has a page of the subject that the role opens. */
function Subject({ alert: { kind, subject } }: { alert: AlertView }) {
  const page = pageOfSubject({ kind, subject });
  const may = useStaffMay(page?.permission ?? 'alert_view');
  const name = <Typography variant="code">{subject}</Typography>;
  if (page === null || !may) return name;
  return (
    <Link component={RouterLink} to={page.to}>
      {name}
    </Link>
  );
}

function WhatToDo({ kind, subject }: Pick<AlertView, 'kind' | 'subject'>) {
  const runbook = findRunbook(kind);
  return (
    <Card title={t('runbook.title')}>
      <CardBody>{runbook ? <Runbook blocks={runbook.blocks} about={subject} /> : t('runbook.none')}</CardBody>
    </Card>
  );
}
