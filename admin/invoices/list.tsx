import { lazy } from 'react';
import type { SpaInvoiceRow } from '../../contract/spa-invoices.ts';
import { INVOICE_STATUSES, type InvoiceStatus } from '../../domain/state/invoice-status.ts';
import { ReceiptArt } from '../components/art.tsx';
import { CreateInvoiceButton } from '../components/create-invoice-button.tsx';
import { EmptyState } from '../components/empty-state.tsx';
import { DECISION_STATUSES } from '../components/invoice-status.ts';
import { t } from '../i18n/translate.ts';
import { assetFilter, choicesFilter, dateFilter, searchFilter } from '../list/filters.tsx';
import { ResourceList } from '../list/resource-list.tsx';
import { invoiceName, invoicePath } from './invoice-name.ts';
import { COLUMNS, toCard } from './invoice-rows.tsx';

const ExportChosen = lazy(() => import('../reports/export-chosen.tsx'));

export const ONLY_DECISIONS = { status: DECISION_STATUSES.join() };

const LIVE = ['invoice'] as const;
const COMMON = [searchFilter({ label: 'invoices.search', hint: 'invoices.searchHint' }), dateFilter()];
const FILTERS = {
  all: [
    ...COMMON,
    choicesFilter({
      name: 'status',
      label: 'history.filter.status',
      all: INVOICE_STATUSES,
      wordOf: (status: InvoiceStatus) => t(`status.${status}`),
    }),
    assetFilter(),
  ],
  // A list of certain statuses does not offer them again.
  decide: [...COMMON, assetFilter()],
};

const BULK = { nameOf: invoiceName, actions: <ExportChosen kind="invoices" /> };

export type HistoryTab = 'all' | 'decide';

/** One list of invoices: all of them, or those that wait for the merchant. */
export function InvoiceList({ tab }: { tab: HistoryTab }) {
  return (
    <ResourceList<SpaInvoiceRow>
      resource="invoices"
      storeKey={`invoices.${tab}`}
      words="invoices"
      filters={FILTERS[tab]}
      columns={COLUMNS}
      card={toCard}
      path={({ id }) => invoicePath(id)}
      live={LIVE}
      bulk={BULK}
      empty={<Empty tab={tab} />}
      only={tab === 'decide' ? ONLY_DECISIONS : undefined}
    />
  );
}

function Empty({ tab }: { tab: HistoryTab }) {
  if (tab === 'decide') {
    return (
      <EmptyState art={<ReceiptArt />} title={t('history.decide.empty.title')} text={t('history.decide.empty.text')} />
    );
  }
  return (
    <EmptyState
      art={<ReceiptArt />}
      title={t('history.empty.title')}
      text={t('history.empty.text')}
      actions={<CreateInvoiceButton />}
      steps={[
        { icon: 'request', title: t('history.empty.step1.title'), text: t('history.empty.step1.text') },
        { icon: 'lock', title: t('history.empty.step2.title'), text: t('history.empty.step2.text') },
        { icon: 'checkCircle', title: t('history.empty.step3.title'), text: t('history.empty.step3.text') },
      ]}
    />
  );
}
