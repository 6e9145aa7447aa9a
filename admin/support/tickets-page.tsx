import './ticket-words.ts';
import Button from '@mui/material/Button';
import { Link as RouterLink } from 'react-router';
import type { TicketLine } from '../../contract/support.ts';
import { ReceiptArt } from '../components/art.tsx';
import type { TableColumn } from '../components/data-table.tsx';
import { EmptyState } from '../components/empty-state.tsx';
import { Page } from '../components/page.tsx';
import { PageHead } from '../components/page-head.tsx';
import { RowLink } from '../components/row-link.tsx';
import { Wrapped } from '../components/wrapped.ts';
import { formatMoment } from '../i18n/format.ts';
import { t } from '../i18n/translate.ts';
import { column, linkColumn, statusColumn } from '../list/columns.tsx';
import { choicesFilter, searchFilter } from '../list/filters.tsx';
import { AS_THE_API, ResourceList } from '../list/resource-list.tsx';
import { OWN_STATUSES, TicketChip } from './ticket-status.tsx';

const FILTERS = [
  searchFilter({ label: 'ticket.search', hint: 'ticket.searchHint' }),
  choicesFilter({
    name: 'status',
    label: 'ticket.status',
    all: OWN_STATUSES,
    wordOf: (status: (typeof OWN_STATUSES)[number]) => t(`ticketStatus.${status}`),
  }),
];

/** `/tickets`: questions to support, the last changed first. */
export default function TicketsPage() {
  return (
    <Page>
      <PageHead
        title={t('ticket.title')}
        sub={t('ticket.sub')}
        actions={
          <Button variant="contained" component={RouterLink} to="/tickets/new">
            {t('ticket.new')}
          </Button>
        }
      />
      <ResourceList<TicketLine>
        resource="tickets"
        words="tickets"
        sort={AS_THE_API}
        everyMs={30_000}
        filters={FILTERS}
        columns={COLUMNS}
        path={pathOf}
        card={(row) => ({
          key: row.id,
          primary: <RowLink to={pathOf(row)}>{row.subject}</RowLink>,
          value: '',
          status: <TicketChip status={row.status} />,
          meta: `${row.reference}, ${formatMoment(row.updated_at)}`,
        })}
        empty={<EmptyState art={<ReceiptArt />} title={t('ticket.empty')} text={t('ticket.empty.text')} />}
      />
    </Page>
  );
}

function pathOf({ id }: TicketLine): string {
  return `/tickets/${id}`;
}

const COLUMNS: readonly TableColumn<TicketLine>[] = [
  linkColumn('subject', 'ticket.subject', (row) => [pathOf(row), row.subject]),
  statusColumn(({ status }) => <TicketChip status={status} />, { width: 184 }),
  column('by', 'ticket.by', ({ by }) => <Wrapped>{by}</Wrapped>, { width: [120, 180] }),
  column('updated', 'ticket.updated', ({ updated_at }) => formatMoment(updated_at), { width: 136, quiet: true }),
];
