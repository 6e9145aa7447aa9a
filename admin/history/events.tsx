import type { EventRow } from '../../contract/history.ts';
import { ReceiptArt } from '../components/art.tsx';
import { Clip } from '../components/clip.tsx';
import { CreateInvoiceButton } from '../components/create-invoice-button.tsx';
import type { TableColumn } from '../components/data-table.tsx';
import { EmptyState } from '../components/empty-state.tsx';
import { formatMoment } from '../i18n/format.ts';
import { t } from '../i18n/translate.ts';
import { column, timeColumn } from '../list/columns.tsx';
import { dateFilter, searchFilter } from '../list/filters.tsx';
import { AS_THE_API, ResourceList } from '../list/resource-list.tsx';
import { EventAmount, EventLink } from './event.tsx';
import { eventPath } from './event-path.ts';
import { kindFilter } from './kind-filter.ts';

const FILTERS = [searchFilter({ label: 'events.search', hint: 'events.searchHint' }), dateFilter(), kindFilter()];

/** The log of all events that webhooks are sent for. */
export default function EventList() {
  return (
    <ResourceList<EventRow>
      resource="history/events"
      words="events"
      sort={AS_THE_API}
      perPage={25}
      filters={FILTERS}
      live="grows"
      path={eventPath}
      columns={COLUMNS}
      card={(row) => ({
        key: row.id,
        primary: <EventLink row={row} />,
        value: <EventAmount row={row} />,
        status: row.reference ?? '',
        meta: formatMoment(row.at),
      })}
      empty={
        <EmptyState
          art={<ReceiptArt />}
          title={t('events.empty.title')}
          text={t('events.empty.text')}
          actions={<CreateInvoiceButton />}
        />
      }
    />
  );
}

const COLUMNS: readonly TableColumn<EventRow>[] = [
  column('what', 'events.what', (row) => <EventLink row={row} />, { width: [200, 280] }),
  column('reference', 'movements.reference', ({ reference }) => <Clip text={reference ?? '–'} />, { quiet: true }),
  column('amount', 'history.column.amount', (row) => <EventAmount row={row} />, { width: [160, 200], align: 'right' }),
  timeColumn('at', 'movements.time', ({ at }) => at),
];
