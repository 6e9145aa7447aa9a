import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useMemo } from 'react';
import type { SpaInvoice } from '../../contract/spa-invoices.ts';
import type { WebhookDelivery } from '../../contract/webhooks.ts';
import { Card, CardBody } from '../components/card.tsx';
import type { TableColumn } from '../components/data-table.tsx';
import { May } from '../components/may.tsx';
import { Rows } from '../components/rows.tsx';
import { ToneChip } from '../components/status-chip.tsx';
import { useAct } from '../components/use-act.ts';
import { formatClockSeconds, formatDuration } from '../i18n/format.ts';
import { t } from '../i18n/translate.ts';
import { column } from '../list/columns.tsx';
import { type AttemptLine, answerOf, attemptLines } from './webhook-attempts.ts';

/** Webhooks sent to the shop, each attempt with its response, and a button to resend. */
export function WebhooksCard({ invoice }: { invoice: SpaInvoice }) {
  const lines = useMemo(() => attemptLines(invoice.webhooks), [invoice.webhooks]);
  const redeliver = useRedeliver(invoice.id);
  const columns = makeColumns(redeliver);
  if (lines.length === 0) {
    return (
      <Card title={t('webhooks.title')}>
        <CardBody>
          <Typography sx={{ color: 'text.secondary' }}>{t('webhooks.empty')}</Typography>
        </CardBody>
      </Card>
    );
  }
  return (
    <Card title={t('webhooks.title')} ruled>
      <Rows
        caption={t('webhooks.caption')}
        columns={columns}
        rows={lines}
        rowKey={({ key }) => key}
        card={(line) => toCard(line, redeliver)}
      />
    </Card>
  );
}

type Redeliver = ReturnType<typeof useRedeliver>;

function useRedeliver(invoiceId: string) {
  return useAct(
    async (provider, { id, type }: WebhookDelivery) => {
      await provider.redeliver(id);
      return type;
    },
    { of: ['invoice', invoiceId], done: (type) => t('webhooks.redelivered', { type }) },
  );
}

function makeColumns(redeliver: Redeliver): readonly TableColumn<AttemptLine>[] {
  return [
    column('event', 'webhooks.column.event', ({ delivery }) => <EventType type={delivery.type} />),
    column('attempt', 'webhooks.column.attempt', attemptNumber),
    column('answer', 'webhooks.column.answer', ({ attempt }) => <Answer attempt={attempt} />),
    column('took', 'webhooks.column.took', ({ attempt }) => attempt && formatDuration(attempt.duration_ms), {
      align: 'right',
      spare: true,
    }),
    column(
      'sent',
      'webhooks.column.sent',
      ({ at, attempt }) => attempt && <time dateTime={at}>{formatClockSeconds(at)}</time>,
      { quiet: true, align: 'right' },
    ),
    column(
      'action',
      'webhooks.column.action',
      (line) => line.newest && <RedeliverButton line={line} redeliver={redeliver} />,
      { labelHidden: true, align: 'right' },
    ),
  ];
}

function toCard(line: AttemptLine, redeliver: Redeliver) {
  const { key, delivery, attempt, at } = line;
  return {
    key,
    primary: <EventType type={delivery.type} />,
    value: attempt ? <time dateTime={at}>{formatClockSeconds(at)}</time> : null,
    status: <Answer attempt={attempt} />,
    secondary: line.newest ? (
      <RedeliverButton line={line} redeliver={redeliver} />
    ) : (
      attempt && t('webhooks.attemptShort', { number: attempt.attempt, took: formatDuration(attempt.duration_ms) })
    ),
  };
}

function attemptNumber({ attempt, delivery, newest }: AttemptLine): string {
  if (!attempt) return '';
  const count = Math.max(delivery.attempt_count, attempt.attempt);
  return newest ? t('webhooks.attempt', { number: attempt.attempt, smart_count: count }) : String(attempt.attempt);
}

function EventType({ type }: { type: string }) {
  return <Typography variant="code">{type}</Typography>;
}

function Answer({ attempt }: Pick<AttemptLine, 'attempt'>) {
  const { tone, icon, text } = answerOf(attempt);
  return (
    <ToneChip tone={tone} icon={icon}>
      {text}
    </ToneChip>
  );
}

function RedeliverButton({ line: { delivery }, redeliver }: { line: AttemptLine; redeliver: Redeliver }) {
  return (
    <May permission="merchant_invoice_create">
      <Button
        size="small"
        disabled={redeliver.isPending}
        aria-label={t('webhooks.redeliverLabel', { type: delivery.type })}
        onClick={() => redeliver.mutate(delivery)}
      >
        {t('webhooks.redeliver')}
      </Button>
    </May>
  );
}
