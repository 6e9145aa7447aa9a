import { lazy, Suspense } from 'react';
import type { SpaPayout } from '../../../contract/payouts.ts';
import { AskSupport } from '../../components/ask-support.tsx';
import { coinsText } from '../../components/money.tsx';
import { Column, Page, Split } from '../../components/page.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { useMay } from '../../data/use-may.ts';
import { DocumentLink } from '../../documents/document-link.tsx';
import { formatClock, formatDay } from '../../i18n/format.ts';
import { t } from '../../i18n/translate.ts';
import { LedgerCard } from '../../invoices/ledger-card.tsx';
import { payoutName } from '../payout-name.ts';
import { PayoutStatusChip } from '../payout-status-chip.tsx';
import { EventsCard } from './events-card.tsx';
import { PathCard } from './path-card.tsx';
import { PayoutActions } from './payout-actions.tsx';
import { FeesCard, PayoutFacts } from './payout-facts.tsx';
import { TransactionsCard } from './transactions-card.tsx';

// Checks addresses of all networks: more code than the rest of the page.
const AutomaticCard = lazy(() => import('./automatic-card.tsx'));

/** Where a payout is, what it costs, who is behind it, and what can be done about it. */
export function PayoutStory({ payout }: { payout: SpaPayout }) {
  const name = payoutName(payout);
  const { net_amount, gate_id, created_at, status } = payout;
  const mayAutomate = useMay('merchant_paymentMethod_update');
  return (
    <Page>
      <PageHead
        title={coinsText(net_amount, gate_id)}
        tabTitle={t('payout.title', { name })}
        crumbs={[{ label: t('payouts.title'), to: '/payouts' }, { label: name }]}
        beside={
          <span role="status">
            <PayoutStatusChip payout={payout} />
          </span>
        }
        sub={t('payout.sub', { name, date: formatDay(created_at), time: formatClock(created_at) })}
        actions={
          <>
            {status === 'done' && (
              <DocumentLink path={`payouts/${payout.id}/confirmation.pdf`} label={t('payout.confirmation')} />
            )}
            <PayoutActions payout={payout} />
          </>
        }
      />
      <Split>
        <Column>
          <PathCard payout={payout} />
          <TransactionsCard payout={payout} />
          <EventsCard payout={payout} />
          {payout.ledger.length > 0 && <LedgerCard ledger={payout.ledger} />}
        </Column>
        <Column>
          <FeesCard payout={payout} />
          <PayoutFacts payout={payout} />
          {mayAutomate && status !== 'canceled' && (
            <Suspense fallback={null}>
              <AutomaticCard payout={payout} />
            </Suspense>
          )}
          <AskSupport about="payout" id={payout.id} />
        </Column>
      </Split>
    </Page>
  );
}
