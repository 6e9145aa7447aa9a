import type { ContactLine } from '../../../contract/contact.ts';
import { CONTACT_KINDS, CONTACT_STATUSES, type ContactStatus } from '../../../domain/forms/contact.ts';
import { ReceiptArt } from '../../components/art.tsx';
import type { TableColumn } from '../../components/data-table.tsx';
import { Wrapped } from '../../components/wrapped.ts';
import { formatMoment } from '../../i18n/format.ts';
import { t } from '../../i18n/translate.ts';
import { column, statusColumn } from '../../list/columns.tsx';
import { choicesFilter, searchFilter } from '../../list/filters.tsx';
import { type QueueTabs, StaffQueue } from '../staff-queue.tsx';
import { ApplicationList } from './application-list.tsx';
import { ArticleAnswerList } from './article-answer-list.tsx';
import { ContactChip } from './contact-chip.tsx';

const SEARCH = searchFilter({ label: 'contacts.search', hint: 'contacts.searchHint' });
const TABS: QueueTabs = [
  { key: 'open', label: 'contacts.tab.open', only: { status: 'new,in_progress' }, filters: [SEARCH] },
  {
    key: 'all',
    label: 'contacts.tab.all',
    filters: [
      SEARCH,
      choicesFilter({
        name: 'status',
        label: 'contacts.status',
        all: CONTACT_STATUSES,
        wordOf: (status: ContactStatus) => t(`contactStatus.${status}`),
      }),
    ],
  },
  { key: 'applications', label: 'contacts.tab.applications', instead: <ApplicationList /> },
  { key: 'articles', label: 'contacts.tab.articles', instead: <ArticleAnswerList /> },
];

/** `/compliance/contacts`: what visitors wrote, who applied for an account, and which help articles were useful. */
export default function ContactsPage() {
  return (
    <StaffQueue<ContactLine>
      resource="contacts"
      tabs={TABS}
      everyMs={30_000}
      name={NAME}
      columns={COLUMNS}
      card={({ status, created_at, name }) => ({
        value: '',
        status: <ContactChip status={status} />,
        secondary: formatMoment(created_at),
        meta: name,
      })}
      art={<ReceiptArt />}
    />
  );
}

const NAME = { key: 'subject', label: 'contacts.subject', of: ({ subject }: ContactLine) => subject } as const;
const COLUMNS: readonly TableColumn<ContactLine>[] = [
  column('kind', 'contacts.kind', ({ kind }) => kindWord(kind), { width: 144 }),
  column('name', 'contacts.from', ({ name }) => <Wrapped>{name}</Wrapped>, { width: [120, 220] }),
  statusColumn(({ status }) => <ContactChip status={status} />, { width: 144 }),
  column('assignee', 'contacts.assignee', ({ assignee }) => <Wrapped>{assignee ?? t('contacts.nobody')}</Wrapped>, {
    width: [120, 180],
    spare: 'narrow',
  }),
  column('created', 'contacts.received', ({ created_at }) => formatMoment(created_at), { width: 136, quiet: true }),
];

export function kindWord(kind: ContactLine['kind']): string {
  return t(`contacts.kind.${CONTACT_KINDS.find((each) => each === kind) ?? 'contact-us'}`);
}
