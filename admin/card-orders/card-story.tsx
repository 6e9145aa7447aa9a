import Alert from '@mui/material/Alert';
import type { SpaCardOrderStory } from '../../contract/card-orders.ts';
import { Card, CardBody } from '../components/card.tsx';
import { Facts } from '../components/facts.tsx';
import { Column, Page, Split } from '../components/page.tsx';
import { PageHead } from '../components/page-head.tsx';
import { RowLink } from '../components/row-link.tsx';
import { Timeline } from '../components/timeline.tsx';
import { ValueLines } from '../components/value-lines.tsx';
import { formatClock, formatDay, formatFiat } from '../i18n/format.ts';
import { t } from '../i18n/translate.ts';
import { invoicePath } from '../invoices/invoice-name.ts';
import { CardChip } from './card-chip.tsx';
import { cardFacts, cardTimeline } from './card-facts.tsx';
import { CARD_ORDERS_PATH } from './card-paths.ts';

/** Where a purchase is, what the shop earns by it, and its details. */
export function CardStory({ order }: { order: SpaCardOrderStory }) {
  const { id, created_at, invoice_id } = order;
  const amount = formatFiat(order.fiat_amount, order.fiat);
  const note = noteOf(order);
  return (
    <Page>
      <PageHead
        title={amount}
        tabTitle={`${t('card.title')}: ${amount}`}
        crumbs={[{ label: t('cardList.title'), to: CARD_ORDERS_PATH }, { label: `${id.slice(0, 8)}…` }]}
        beside={
          <span role="status">
            <CardChip order={order} />
          </span>
        }
        sub={`${t('card.title')}, ${formatDay(created_at)}, ${formatClock(created_at)}`}
      />
      {note && <Alert severity={note.severity}>{note.text}</Alert>}
      <Split>
        <Column>
          <Card title={t('timeline.title')}>
            <Timeline items={cardTimeline(order)} />
          </Card>
        </Column>
        <Column>
          <EarningsCard order={order} />
          <Card title={t('card.facts')}>
            <Facts
              facts={[
                ...cardFacts(order),
                {
                  label: t('card.invoice'),
                  value: invoice_id && <RowLink to={invoicePath(invoice_id)}>{t('card.openInvoice')}</RowLink>,
                },
              ]}
            />
          </Card>
        </Column>
      </Split>
    </Page>
  );
}

function EarningsCard({ order }: { order: SpaCardOrderStory }) {
  const { earnings, earnings_status, earnings_available_at: at } = order;
  return (
    <Card title={t('card.earnings')}>
      <CardBody>
        <ValueLines
          caption={t('card.earnings')}
          lines={[
            { label: t('card.amount'), value: formatFiat(order.fiat_amount, order.fiat) },
            {
              label: t('card.share'),
              value: earnings === null ? t('cardEarnings.none') : formatFiat(earnings, 'EUR'),
              sum: true,
            },
          ]}
        />
        {earnings_status && <p>{t(`cardEarnings.${earnings_status}`, { date: at === null ? '' : formatDay(at) })}</p>}
      </CardBody>
    </Card>
  );
}

function noteOf({ needs_operator, status, status_reason: reason }: SpaCardOrderStory) {
  if (needs_operator) return { severity: 'info', text: t('card.reviewing') } as const;
  if (status === 'charged_back') return { severity: 'warning', text: t('card.chargedBack') } as const;
  if (status === 'refunded') return { severity: 'info', text: t('card.returned') } as const;
  return reason === null ? null : ({ severity: 'info', text: t(`cardReason.${reason}`) } as const);
}
