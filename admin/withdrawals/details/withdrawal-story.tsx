import { lazy, Suspense } from 'react';
import type { SpaWithdrawal } from '../../../contract/withdrawals.ts';
import { AskSupport } from '../../components/ask-support.tsx';
import { coinsText } from '../../components/money.tsx';
import { MoneyActs } from '../../components/money-acts.tsx';
import { Column, Page, Split } from '../../components/page.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { ValueLines } from '../../components/value-lines.tsx';
import { useMay } from '../../data/use-may.ts';
import { DocumentLink } from '../../documents/document-link.tsx';
import { formatClock, formatDay } from '../../i18n/format.ts';
import { t } from '../../i18n/translate.ts';
import { LedgerCard } from '../../invoices/ledger-card.tsx';
import { recipientText } from '../recipient.ts';
import { WithdrawalStatusChip } from '../withdrawal-status-chip.tsx';
import { NameQuestion } from './name-question.tsx';
import { ProgressCard } from './progress-card.tsx';
import { AmountsCard, WithdrawalFacts } from './withdrawal-facts.tsx';

// Checks addresses and bank accounts: more code than the rest of the page.
const AutomaticCard = lazy(() => import('./automatic-card.tsx'));

/** Where a withdrawal is, what it costs, where it goes, and what can be done about it. */
export function WithdrawalStory({ withdrawal }: { withdrawal: SpaWithdrawal }) {
  const { net_amount, gate_id, method, created_at, ledger } = withdrawal;
  const mayAutomate = useMay('merchant_paymentMethod_update');
  return (
    <Page>
      <PageHead
        title={coinsText(net_amount, gate_id)}
        tabTitle={`${t('withdrawal.title')}: ${method.title}`}
        crumbs={[{ label: t('withdrawals.title'), to: '/withdrawals' }, { label: method.title }]}
        beside={
          <span role="status">
            <WithdrawalStatusChip withdrawal={withdrawal} />
          </span>
        }
        sub={t('withdrawal.sub', {
          method: method.title,
          date: formatDay(created_at),
          time: formatClock(created_at),
        })}
        actions={
          <>
            {withdrawal.status === 'done' && (
              <DocumentLink
                path={`withdrawals/${withdrawal.id}/confirmation.pdf`}
                label={t('withdrawal.confirmation')}
              />
            )}
            <Actions withdrawal={withdrawal} />
          </>
        }
      />
      <NameQuestion withdrawal={withdrawal} />
      <Split>
        <Column>
          <ProgressCard withdrawal={withdrawal} />
          {ledger.length > 0 && <LedgerCard ledger={ledger} />}
        </Column>
        <Column>
          <AmountsCard withdrawal={withdrawal} />
          <WithdrawalFacts withdrawal={withdrawal} />
          {mayAutomate && (
            <Suspense fallback={null}>
              <AutomaticCard withdrawal={withdrawal} />
            </Suspense>
          )}
          <AskSupport about="withdrawal" id={withdrawal.id} />
        </Column>
      </Split>
    </Page>
  );
}

function Actions({ withdrawal }: { withdrawal: SpaWithdrawal }) {
  const { id, actions, gate_id, net_amount, total } = withdrawal;
  return (
    <MoneyActs
      of="withdrawal"
      entity="withdrawal"
      id={id}
      actions={actions}
      approve={(provider, factor) => provider.approveWithdrawal(id, factor)}
      cancel={(provider) => provider.cancelWithdrawal(id)}
      compared={() => (
        <>
          <code>{recipientText(withdrawal)}</code>
          <ValueLines
            caption={t('withdrawal.amounts')}
            lines={[
              { label: t('withdraw.quote.net'), value: coinsText(net_amount, gate_id) },
              { label: t('quote.total'), value: coinsText(total, gate_id), sum: true },
            ]}
          />
        </>
      )}
    />
  );
}
