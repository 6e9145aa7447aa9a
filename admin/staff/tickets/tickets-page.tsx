import Button from '@mui/material/Button';
import { Link as RouterLink } from 'react-router';
import type { StaffTicketLine } from '../../../contract/support.ts';
import {
  TICKET_PRIORITIES,
  TICKET_STATUSES,
  type TicketPriority,
  type TicketStatus,
} from '../../../domain/support/ticket.ts';
import { ReceiptArt } from '../../components/art.tsx';
import type { TableColumn } from '../../components/data-table.tsx';
import { Wrapped } from '../../components/wrapped.ts';
import { t } from '../../i18n/translate.ts';
import { column, statusColumn } from '../../list/columns.tsx';
import { choicesFilter, searchFilter } from '../../list/filters.tsx';
import { type QueueTabs, StaffQueue } from '../staff-queue.tsx';
import { DeskChip, dueText, priorityWord } from './desk-chip.tsx';

const SEARCH = searchFilter({ label: 'tickets.search', hint: 'tickets.searchHint' });
const TABS: QueueTabs = [
  { key: 'open', label: 'tickets.tab.open', only: { status: 'open' }, filters: [SEARCH] },
  { key: 'mine', label: 'tickets.tab.mine', only: { mine: 'yes', status: 'open,waiting,answered' }, filters: [SEARCH] },
  {
    key: 'all',
    label: 'tickets.tab.all',
    filters: [
      SEARCH,
      choicesFilter({
        name: 'status',
        label: 'tickets.status',
        all: TICKET_STATUSES,
        wordOf: (status: TicketStatus) => t(`deskStatus.${status}`),
      }),
    ],
  },
];

/** `/compliance/tickets`: questions of merchants and payers, with the time until the promised answer. */
export default function TicketsPage() {
  return (
    <StaffQueue<StaffTicketLine>
      resource="tickets"
      tabs={TABS}
      everyMs={30_000}
      name={NAME}
      columns={COLUMNS}
      actions={<SavedAnswersLink />}
      card={({ status, answer_due_at, name, priority }) => ({
        value: '',
        status: <DeskChip status={status} />,
        secondary: dueText(answer_due_at, Date.now()),
        meta: `${priorityOf(priority)} · ${name}`,
      })}
      art={<ReceiptArt />}
    />
  );
}

function SavedAnswersLink() {
  return (
    <Button component={RouterLink} to="/compliance/saved-answers" variant="outlined">
      {t('savedAnswers.title')}
    </Button>
  );
}

function priorityOf(priority: TicketPriority): string {
  return priorityWord(TICKET_PRIORITIES.find((each) => each === priority) ?? 'normal');
}

const NAME = { key: 'subject', label: 'tickets.subject', of: ({ subject }: StaffTicketLine) => subject } as const;
const COLUMNS: readonly TableColumn<StaffTicketLine>[] = [
  column('from', 'tickets.from', ({ company_name, name }) => <Wrapped>{company_name ?? name}</Wrapped>, {
    width: [140, 220],
  }),
  column('priority', 'tickets.priority', ({ priority }) => priorityOf(priority), { width: 96 }),
  statusColumn(({ status }) => <DeskChip status={status} />, { width: 184 }),
  column('due', 'tickets.due', ({ answer_due_at }) => dueText(answer_due_at, Date.now()), { width: [144, 200] }),
  column('assignee', 'tickets.assignee', ({ assignee }) => <Wrapped>{assignee ?? t('tickets.nobody')}</Wrapped>, {
    width: [120, 180],
  }),
];
