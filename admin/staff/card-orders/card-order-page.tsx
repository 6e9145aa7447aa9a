import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { Link } from 'react-router';
import type { StaffCardOrder } from '../../../contract/card-orders.ts';
import { CardChip } from '../../card-orders/card-chip.tsx';
import { cardFacts, cardTimeline } from '../../card-orders/card-facts.tsx';
import { Card, CardBody } from '../../components/card.tsx';
import { CopyText } from '../../components/copy-text.tsx';
import { Facts } from '../../components/facts.tsx';
import { coinsText } from '../../components/money.tsx';
import { Column, Page, Split } from '../../components/page.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { Timeline } from '../../components/timeline.tsx';
import { ValueLines } from '../../components/value-lines.tsx';
import { formatFiat } from '../../i18n/format.ts';
import { t, translateOr } from '../../i18n/translate.ts';
import { modeWord } from '../mode-switch.tsx';
import { RecordPending, useStaffRecord } from '../staff-record.tsx';

/** `/compliance/card-orders/:id`: a purchase by card, the seller's side of it, and what the gateway earns. */
export default function CardOrderPage() {
  const record = useStaffRecord<StaffCardOrder>('card-orders', { refetchInterval: 15_000 });
  const { data: order } = record;
  if (!order) return <RecordPending title={t('card-orders.title')} of={record} />;
  const title = formatFiat(order.fiat_amount, order.fiat);
  return (
    <Page>
      <PageHead
        title={title}
        crumbs={[{ label: t('card-orders.title'), to: '/compliance/card-orders' }, { label: title }]}
        beside={<CardChip order={order} />}
      />
      {order.status_reason && (
        <Alert severity={order.needs_operator ? 'warning' : 'info'}>{t(`cardReason.${order.status_reason}`)}</Alert>
      )}
      <Split>
        <Column>
          <Card title={t('card.facts')}>
            <Facts facts={factsOf(order)} />
          </Card>
          <Card title={t('timeline.title')}>
            <Timeline items={cardTimeline(order)} />
          </Card>
        </Column>
        <Column>
          <Decision order={order} />
          <Seller order={order} />
          <Terms order={order} />
        </Column>
      </Split>
    </Page>
  );
}

function factsOf(order: StaffCardOrder) {
  const { merchant, mode, invoice_id } = order;
  return [
    { label: t('card-orders.merchant'), value: merchant.name ?? t('card-orders.noName') },
    { label: t('operation.mode'), value: modeWord(mode) },
    ...cardFacts(order),
    {
      label: t('card.invoice'),
      value: invoice_id && (
        <a href={`/invoice/${invoice_id}`} target="_blank" rel="noreferrer">
          {invoice_id}
        </a>
      ),
    },
  ];
}

/** Orders are resolved by a command of operators: the runbook of their alert has it. */
function Decision({ order: { needs_operator } }: { order: StaffCardOrder }) {
  return (
    <Card title={t('card-orders.next')}>
      <CardBody sx={{ display: 'grid', gap: 2 }}>
        <p>{t(needs_operator ? 'card-orders.next.text' : 'card-orders.next.none')}</p>
        {needs_operator && (
          <Button component={Link} to="/compliance/alerts/runbooks/card_order_needs_operator">
            {t('card-orders.next.runbook')}
          </Button>
        )}
      </CardBody>
    </Card>
  );
}

function Seller({ order }: { order: StaffCardOrder }) {
  const { partner_order_id: number, partner_fiat_amount: fiat, partner_crypto_amount: coins } = order;
  return (
    <Card title={t('card-orders.seller')}>
      <Facts
        facts={[
          { label: t('card-orders.partner'), value: translateOr(`card-orders.seller.${order.partner}`, order.partner) },
          {
            label: t('card-orders.partnerOrder'),
            value: number && <CopyText value={number} label={t('card-orders.partnerOrderLabel')} />,
          },
          { label: t('card-orders.partnerStatus'), value: order.partner_status && <code>{order.partner_status}</code> },
          { label: t('card-orders.partnerAmount'), value: fiat && formatFiat(fiat, order.fiat) },
          { label: t('card-orders.partnerCoins'), value: coins && coinsText(coins, order.gate_id) },
        ]}
      />
    </Card>
  );
}

function Terms({ order }: { order: StaffCardOrder }) {
  const { value, commission, earnings } = order;
  const euro = (amount: string | null) => (amount === null ? '–' : formatFiat(amount, 'EUR'));
  return (
    <Card title={t('card-orders.terms')}>
      <CardBody>
        <ValueLines
          caption={t('card-orders.terms')}
          lines={[
            { label: t('card-orders.value'), value: euro(value) },
            { label: t('card-orders.commission', { percent: order.commission_percent }), value: euro(commission) },
            { label: t('card-orders.share', { percent: order.share_percent }), value: euro(earnings), sum: true },
          ]}
        />
        {commission === null && <p>{t('card-orders.notEarned')}</p>}
      </CardBody>
    </Card>
  );
}
