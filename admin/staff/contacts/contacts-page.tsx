import type { ContactLine } from '../../../contract/contact.ts';
import { CONTACT_KINDS, CONTACT_STATUSES, type ContactStatus } from '../../../domain/forms/contact.ts';
import { ReceiptArt } from '../../components/art.tsx';
import type { TableColumn } from '../../components/data-table.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { Page } from '../../components/page.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { RowLink } from '../../components/row-link.tsx';
import { Wrapped } from '../../components/wrapped.ts';
import { formatMoment } from '../../i18n/format.ts';
import { t } from '../../i18n/translate.ts';
import { column, statusColumn } from '../../list/columns.tsx';
import { choicesFilter, type ListFilterField, searchFilter } from '../../list/filters.tsx';
import { AS_THE_API, ResourceList } from '../../list/resource-list.tsx';
import { RoomTabs, useRoomTab } from '../room-tabs.tsx';
import { ApplicationList } from './application-list.tsx';
import { ArticleAnswerList } from './article-answer-list.tsx';
import { ContactChip } from './contact-chip.tsx';

const TABS = ['open', 'all', 'applications', 'articles'] as const;
const OPEN: Readonly<Record<string, string>> = { status: 'new,in_progress' };
const SEARCH = searchFilter({ label: 'contacts.search', hint: 'contacts.searchHint' });
const FILTERS: Readonly<Record<'open' | 'all', readonly ListFilterField[]>> = {
  open: [SEARCH],
  all: [
    SEARCH,
    choicesFilter({
      name: 'status',
      label: 'contacts.status',
      all: CONTACT_STATUSES,
      wordOf: (status: ContactStatus) => t(`contactStatus.${status}`),
    }),
  ],
};

/** `/compliance/contacts`: what visitors wrote, who applied for an account, and which help articles were useful. */
export default function ContactsPage() {
  const tab = useRoomTab(TABS);
  return (
    <Page>
      <PageHead title={t('contacts.title')} sub={t('contacts.sub')} />
      <RoomTabs label={t('contacts.title')} tabs={TABS} current={tab} wordOf={(each) => t(`contacts.tab.${each}`)} />
      <TabContent tab={tab} />
    </Page>
  );
}

function TabContent({ tab }: { tab: (typeof TABS)[number] }) {
  if (tab === 'applications') return <ApplicationList />;
  if (tab === 'articles') return <ArticleAnswerList />;
  return <ContactList key={tab} tab={tab} />;
}

function ContactList({ tab }: { tab: 'open' | 'all' }) {
  return (
    <ResourceList<ContactLine>
      resource="contacts"
      words="contacts"
      storeKey={`contacts.${tab}`}
      {...(tab === 'open' ? { only: OPEN } : {})}
      sort={AS_THE_API}
      everyMs={30_000}
      filters={FILTERS[tab]}
      columns={COLUMNS}
      path={pathOf}
      card={(row) => ({
        key: row.id,
        primary: subjectOf(row),
        value: '',
        status: <ContactChip status={row.status} />,
        secondary: formatMoment(row.created_at),
        meta: row.name,
      })}
      empty={<EmptyState art={<ReceiptArt />} title={t('contacts.empty')} text={t('contacts.empty.text')} />}
    />
  );
}

const COLUMNS: readonly TableColumn<ContactLine>[] = [
  column('subject', 'contacts.subject', subjectOf),
  column('kind', 'contacts.kind', ({ kind }) => kindWord(kind), { width: 128 }),
  column('name', 'contacts.from', ({ name }) => <Wrapped>{name}</Wrapped>, { width: [140, 220] }),
  statusColumn(({ status }) => <ContactChip status={status} />, { width: 144 }),
  column('assignee', 'contacts.assignee', ({ assignee }) => <Wrapped>{assignee ?? t('contacts.nobody')}</Wrapped>, {
    width: [120, 180],
  }),
  column('created', 'contacts.received', ({ created_at }) => formatMoment(created_at), { width: 136, quiet: true }),
];

export function kindWord(kind: ContactLine['kind']): string {
  return t(`contacts.kind.${CONTACT_KINDS.find((each) => each === kind) ?? 'contact-us'}`);
}

function pathOf({ id }: ContactLine): string {
  return `/compliance/contacts/${id}`;
}

function subjectOf(row: ContactLine) {
  return <RowLink to={pathOf(row)}>{row.subject}</RowLink>;
}
