import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { Link as RouterLink } from 'react-router';
import type { AlertLine } from '../../../contract/staff-alerts.ts';
import { ALERT_KINDS, SEVERITIES, type Severity } from '../../../domain/alerts/kinds.ts';
import { ALERT_STATUSES, type AlertStatus } from '../../../domain/alerts/status.ts';
import { CoinsArt } from '../../components/art.tsx';
import type { TableColumn } from '../../components/data-table.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { Page } from '../../components/page.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { RowLink } from '../../components/row-link.tsx';
import { Wrapped } from '../../components/wrapped.ts';
import { clipMiddle, formatMoment } from '../../i18n/format.ts';
import { t } from '../../i18n/translate.ts';
import { column, statusColumn } from '../../list/columns.tsx';
import { choicesFilter, type ListFilterField } from '../../list/filters.tsx';
import { AS_THE_API, ResourceList } from '../../list/resource-list.tsx';
import { RoomTabs, useRoomTab } from '../room-tabs.tsx';
import { waitingFor } from '../waiting.ts';
import { AlertStatusChip, SeverityChip } from './alert-chips.tsx';

const REFRESH_MS = 10_000;
const TABS = ['unresolved', 'all'] as const;
type Tab = (typeof TABS)[number];

const ONLY: Readonly<Record<Tab, Readonly<Record<string, string>>>> = {
  unresolved: { status: 'open,acknowledged' },
  all: {},
};
const KINDS = Object.entries(ALERT_KINDS)
  .toSorted(([, one], [, other]) => one.title.localeCompare(other.title))
  .map(([kind]) => kind as keyof typeof ALERT_KINDS);
const COMMON = [
  choicesFilter({
    name: 'severity',
    label: 'alerts.severity',
    all: SEVERITIES,
    wordOf: (severity: Severity) => t(`severity.${severity}`),
  }),
  choicesFilter({
    name: 'kind',
    label: 'alerts.filter.kind',
    all: KINDS,
    wordOf: (kind: keyof typeof ALERT_KINDS) => ALERT_KINDS[kind].title,
  }),
];
const FILTERS: Readonly<Record<Tab, readonly ListFilterField[]>> = {
  unresolved: COMMON,
  all: [
    choicesFilter({
      name: 'status',
      label: 'alerts.status',
      all: ALERT_STATUSES,
      wordOf: (status: AlertStatus) => t(`alertStatus.${status}`),
    }),
    ...COMMON,
  ],
};

/** `/compliance/alerts`: what needs a person, the most urgent first; and what was resolved. */
export default function AlertsPage() {
  const tab = useRoomTab(TABS);
  const all = (
    <Button component={RouterLink} to="/compliance/alerts?tab=all">
      {t('alerts.empty.all')}
    </Button>
  );
  return (
    <Page>
      <PageHead title={t('alerts.title')} sub={t('alerts.sub')} />
      <RoomTabs label={t('alerts.title')} tabs={TABS} current={tab} wordOf={(each) => t(`alerts.tab.${each}`)} />
      <ResourceList<AlertLine>
        key={tab}
        resource="alerts"
        words="alerts"
        storeKey={`alerts.${tab}`}
        only={ONLY[tab]}
        sort={AS_THE_API}
        everyMs={REFRESH_MS}
        filters={FILTERS[tab]}
        columns={COLUMNS}
        path={({ id }) => `/compliance/alerts/${id}`}
        card={cardOf}
        empty={
          <EmptyState
            art={<CoinsArt />}
            title={t('alerts.empty')}
            text={t('alerts.empty.text')}
            actions={tab === 'unresolved' && all}
          />
        }
      />
    </Page>
  );
}

const COLUMNS: readonly TableColumn<AlertLine>[] = [
  column('alert', 'alerts.alert', nameOf),
  column('severity', 'alerts.severity', ({ severity }) => <SeverityChip severity={severity} />, { width: 128 }),
  statusColumn((alert) => <AlertStatusChip {...alert} />, { width: 152 }),
  column('subject', 'alerts.subject', subjectOf, { width: [168, 240], quiet: true }),
  column('taken', 'alerts.taken', ({ acknowledged_by }) => <Wrapped>{acknowledged_by ?? '–'}</Wrapped>, {
    width: 168,
    spare: true,
  }),
  column('raised', 'alerts.raised', raisedOf, { width: 136, align: 'right' }),
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

/** An alert that is not resolved shows how long it has lasted. */
function raisedOf({ status, created_at }: AlertLine): string {
  if (status === 'resolved') return formatMoment(created_at);
  if (Date.now() - Date.parse(created_at) < 60_000) return t('alerts.justNow');
  return t('alerts.ago', { time: waitingFor(created_at) });
}
