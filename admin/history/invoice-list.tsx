import Button from '@mui/material/Button';
import { Link as RouterLink } from 'react-router';
import type { SpaInvoiceRow } from '../../api/contract/spa-invoices.ts';
import { INVOICE_STATUSES, type InvoiceStatus } from '../../domain/state/invoice-status.ts';
import { ReceiptArt } from '../components/art.tsx';
import { EmptyState } from '../components/empty-state.tsx';
import { DECISION_STATUSES } from '../components/invoice-status.ts';
import { t } from '../i18n/translate.ts';
import { COLUMNS, toCard } from './invoice-rows.tsx';
import { LiveList, type LiveListWords } from './live-list.tsx';
import { isNew } from './live-rows.ts';

const STATUSES = { all: INVOICE_STATUSES, wordOf: (status: InvoiceStatus) => t(`status.${status}`) };

const WORDS: LiveListWords = {
  title: t('history.title'),
  caption: t('history.caption'),
  search: t('history.search'),
  searchHint: t('history.searchHint'),
  count: (count) => t('history.count', { count }),
  fresh: (count) => t('list.newLabel', { count }),
  loading: t('history.loading'),
  error: t('history.error'),
  noneSearch: (search) => t('history.noneSearch', { search }),
  none: t('history.noneText'),
};

export type HistoryTab = 'all' | 'decide';

/** One list of invoices. Only the list of all keeps its filters in the address: `?tab=` must not leak into them. */
export function InvoiceList({ tab }: { tab: HistoryTab }) {
  return (
    <LiveList<SpaInvoiceRow, InvoiceStatus>
      entity="invoice"
      resource="invoices"
      storeKey={`history-${tab}`}
      isNew={isNew}
      words={WORDS}
      empty={<Empty tab={tab} />}
      columns={COLUMNS}
      card={toCard}
      {...(tab === 'all' ? { statuses: STATUSES } : { only: { status: DECISION_STATUSES } })}
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
      actions={
        <Button variant="contained" component={RouterLink} to="/payment-request/create-invoice">
          {t('history.create')}
        </Button>
      }
      steps={[
        { icon: 'request', title: t('history.empty.step1.title'), text: t('history.empty.step1.text') },
        { icon: 'lock', title: t('history.empty.step2.title'), text: t('history.empty.step2.text') },
        { icon: 'checkCircle', title: t('history.empty.step3.title'), text: t('history.empty.step3.text') },
      ]}
    />
  );
}
