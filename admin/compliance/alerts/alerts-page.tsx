import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import type { AlertLine } from '../../api/contract/staff-alerts.ts';
import { ALERT_KINDS, SEVERITIES } from '../../domain/alerts/kinds.ts';
import { ALERT_STATUSES } from '../../domain/alerts/status.ts';
import { CoinsArt } from '../components/art.tsx';
import { Card } from '../components/card.tsx';
import type { TableColumn } from '../components/data-table.tsx';
import { EmptyState } from '../components/empty-state.tsx';
import { Page } from '../components/page.tsx';
import { PageHead } from '../components/page-head.tsx';
import { RowLink } from '../components/row-link.tsx';
import { clipMiddle, formatMoment } from '../i18n/format.ts';
import { t } from '../i18n/translate.ts';
import { AlertStatusChip, SeverityChip } from './alert-chips.tsx';
import { FilterSelect, Filters } from './filters.tsx';
import { StaffList } from './staff-list.tsx';
import { useStaffList } from './use-staff-list.ts';
import { waitingFor } from './waiting.ts';

const UNRESOLVED = 'open,acknowledged';
const REFRESH_MS = 10_000;

/** `/compliance/alerts`: what needs a person, the most urgent first. */
export default function AlertsPage() {
  const filters = { status: UNRESOLVED, severity: 'all', kind: 'all' };
  const list = useStaffList<AlertLine>('/staff/alerts', filters, { everyMs: REFRESH_MS });
  const { status = UNRESOLVED, severity = 'all', kind = 'all' } = list.values;
  const resolved = <Button onClick={() => list.change('status', 'resolved')}>{t('alerts.empty.resolved')}</Button>;
  return (
    <Page>
      <PageHead title={t('alerts.title')} sub={t('alerts.sub')} />
      <Card title={t('alerts.title')} titleHidden>
        <Filters>
          <FilterSelect
            label={t('alerts.status')}
            value={status}
            choices={[
              { value: UNRESOLVED, label: t('alerts.filter.unresolved') },
              { value: 'all', label: t('alerts.filter.status') },
              ...ALERT_STATUSES.map((value) => ({ value, label: t(`alertStatus.${value}`) })),
            ]}
            onChange={(value) => list.change('status', value)}
          />
          <FilterSelect
            label={t('alerts.severity')}
            value={severity}
            choices={[
              { value: 'all', label: t('alerts.filter.severity') },
              ...SEVERITIES.map((value) => ({ value, label: t(`severity.${value}`) })),
            ]}
            onChange={(value) => list.change('severity', value)}
          />
          <FilterSelect
            label={t('alerts.filter.kind')}
            value={kind}
            choices={[{ value: 'all', label: t('alerts.filter.kinds') }, ...KINDS]}
            onChange={(value) => list.change('kind', value)}
          />
        </Filters>
        <StaffList
          caption={t('alerts.title')}
          list={list}
          columns={COLUMNS}
          rowKey={({ id }) => id}
          path={({ id }) => `/compliance/alerts/${id}`}
          card={cardOf}
          empty={
            <EmptyState art={<CoinsArt />} title={t('alerts.empty')} text={t('alerts.empty.text')} actions={resolved} />
          }
        />
      </Card>
    </Page>
  );
}

const KINDS = Object.entries(ALERT_KINDS)
  .map(([value, { title }]) => ({ value, label: title }))
  .toSorted((a, b) => a.label.localeCompare(b.label));

const COLUMNS: readonly TableColumn<AlertLine>[] = [
  { key: 'alert', label: t('alerts.alert'), cell: nameOf },
  { key: 'severity', label: t('alerts.severity'), cell: ({ severity }) => <SeverityChip severity={severity} /> },
  { key: 'status', label: t('alerts.status'), cell: (alert) => <AlertStatusChip {...alert} /> },
  { key: 'subject', label: t('alerts.subject'), cell: subjectOf, quiet: true },
  { key: 'taken', label: t('alerts.taken'), cell: ({ acknowledged_by }) => acknowledged_by ?? '–', spare: true },
  { key: 'raised', label: t('alerts.raised'), cell: raisedOf, align: 'right' },
];

function cardOf(alert: AlertLine) {
  return {
    key: alert.id,
    primary: nameOf(alert),
    value: raisedOf(alert),
    status: <SeverityChip severity={alert.severity} />,
    secondary: <AlertStatusChip {...alert} />,
    meta: [clipMiddle(alert.subject, 20, 8), alert.acknowledged_by].filter(Boolean).join(' · '),
  };
}

function nameOf({ id, title }: AlertLine) {
  return <RowLink to={`/compliance/alerts/${id}`}>{title}</RowLink>;
}

function subjectOf({ subject }: AlertLine) {
  return (
    <Typography variant="code" title={subject}>
      {clipMiddle(subject, 20, 8)}
    </Typography>
  );
}

/** What is not resolved is told by how long it has lasted. */
function raisedOf({ status, created_at }: AlertLine): string {
  if (status === 'resolved') return formatMoment(created_at);
  if (Date.now() - Date.parse(created_at) < 60_000) return t('alerts.justNow');
  return t('alerts.ago', { time: waitingFor(created_at) });
}
