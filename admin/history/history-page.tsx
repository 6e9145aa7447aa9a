import '../reports/report-words.ts';
import { lazy, type ReactElement, Suspense } from 'react';
import { useSearchParams } from 'react-router';
import type { ReportKind } from '../../domain/reports/reports.ts';
import { FindPaymentButton } from '../claims/find-button.tsx';
import { CreateInvoiceButton } from '../components/create-invoice-button.tsx';
import { LinkTabs } from '../components/link-tabs.tsx';
import { Page } from '../components/page.tsx';
import { PageHead } from '../components/page-head.tsx';
import { useMay } from '../data/use-may.ts';
import { useDecisionCount, useRefundsToApprove } from '../data/use-waiting.ts';
import { t } from '../i18n/translate.ts';
import { InvoiceList, ONLY_DECISIONS } from '../invoices/list.tsx';
import { ExportButton } from '../reports/export-button.tsx';

// The page opens with invoices; each other list comes with its tab.
const MovementList = lazy(() => import('./transactions.tsx'));
const RefundList = lazy(() => import('../refunds/list.tsx'));
const ClaimList = lazy(() => import('../claims/list.tsx'));
const CardOrderList = lazy(() => import('../card-orders/list.tsx'));
const EventList = lazy(() => import('./events.tsx'));

const TABS = ['all', 'decide', 'transactions', 'refunds', 'claims', 'cards', 'events'] as const;
type Tab = (typeof TABS)[number];

/** `/history`: invoices, those that need a decision, balance changes, refunds, claims, card purchases and events. */
export default function HistoryPage() {
  const [search] = useSearchParams();
  const tab = TABS.find((each) => each === search.get('tab')) ?? 'all';
  return (
    <Page>
      <PageHead
        title={t('history.title')}
        actions={
          <>
            {tab === 'claims' ? (
              <FindPaymentButton />
            ) : (
              <ExportButton kind={kindOf(tab)} only={tab === 'decide' ? ONLY_DECISIONS : undefined} />
            )}
            {tab !== 'cards' && <CreateInvoiceButton icon />}
          </>
        }
      />
      <Tabs current={tab} />
      <Suspense>{listOf(tab)}</Suspense>
    </Page>
  );
}

/** With how many of each wait: counts that come leave the list as it is. */
function Tabs({ current }: { current: Tab }) {
  const waiting: Partial<Record<Tab, number>> = { decide: useDecisionCount(), refunds: useRefundsToApprove() };
  const may: Partial<Record<Tab, boolean>> = {
    transactions: useMay('merchant_history_transactions'),
    refunds: useMay('merchant_refund_viewAny'),
    claims: useMay('merchant_refund_viewAny'),
    cards: useMay('merchant_invoice_viewAny'),
    events: useMay('merchant_history_events'),
  };
  const shown = TABS.filter((each) => may[each] !== false);
  return (
    <LinkTabs
      label={t('history.title')}
      tabs={shown.map((each) => ({
        to: each === 'all' ? '/history' : `/history?tab=${each}`,
        label: t(`history.tab.${each}`),
        current: each === current,
        count: waiting[each] ?? 0,
      }))}
    />
  );
}

function listOf(tab: Tab): ReactElement {
  switch (tab) {
    case 'all':
    case 'decide':
      return <InvoiceList key={tab} tab={tab} />;
    case 'transactions':
      return <MovementList />;
    case 'refunds':
      return <RefundList />;
    case 'claims':
      return <ClaimList />;
    case 'cards':
      return <CardOrderList />;
    case 'events':
      return <EventList />;
    default:
      return tab satisfies never;
  }
}

function kindOf(tab: Exclude<Tab, 'claims'>): ReportKind {
  if (tab === 'cards') return 'purchases';
  return tab === 'all' || tab === 'decide' ? 'invoices' : tab;
}
