import type { SpaInvoiceRow } from '../../api/contract/spa-invoices.ts';
import { INVOICE_STATUSES, type InvoiceStatus } from '../../domain/state/invoice-status.ts';
import { ReceiptArt } from '../components/art.tsx';
import { CreateInvoiceButton } from '../components/create-invoice-button.tsx';
import { EmptyState } from '../components/empty-state.tsx';
import { DECISION_STATUSES } from '../components/invoice-status.ts';
import { LiveList, type LiveListWords } from '../history/live-list.tsx';
import { t } from '../i18n/translate.ts';
import { COLUMNS, toCard } from './invoice-rows.tsx';

const ENTITIES = ['invoice'] as const;

export const ONLY_DECISIONS = { status: [...DECISION_STATUSES] };
const STATUSES = { all: INVOICE_STATUSES, wordOf: (status: InvoiceStatus) => t(`status.${status}`) };

const WORDS: LiveListWords = {
  title: t('history.title'),
  caption: t('history.caption'),
  search: t('history.search'),
  searchHint: t('history.searchHint'),
  count: (count) => t('history.count', { smart_count: count }),
  fresh: (count) => t('list.newLabel', { smart_count: count }),
  loading: t('history.loading'),
  error: t('history.error'),
  noneSearch: (search) => t('history.noneSearch', { search }),
  none: t('history.noneText'),
};

export type HistoryTab = 'all' | 'decide';

/** One list of invoices: all of them, or those that wait for the merchant. */
export function InvoiceList({ tab }: { tab: HistoryTab }) {
  return (
    <LiveList<SpaInvoiceRow, InvoiceStatus>
      entities={ENTITIES}
      resource="invoices"
      storeKey={`history-${tab}`}
      words={WORDS}
      empty={<Empty tab={tab} />}
      columns={COLUMNS}
      card={toCard}
      {...(tab === 'all' ? { statuses: STATUSES } : { only: ONLY_DECISIONS })}
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
