import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import type { WebhookDelivery } from '../../../contract/webhooks.ts';
import type { TableColumn } from '../../components/data-table.tsx';
import { ToneChip } from '../../components/status-chip.tsx';
import { formatMoment } from '../../i18n/format.ts';
import { t } from '../../i18n/translate.ts';
import { column } from '../../list/columns.tsx';
import type { Tone } from '../../look/colours.ts';
import type { IconName } from '../../look/icon-paths.ts';

const LOOKS: Readonly<Record<WebhookDelivery['status'], { tone: Tone; icon: IconName }>> = {
  pending: { tone: 'neutral', icon: 'clock' },
  delivered: { tone: 'success', icon: 'checkCircle' },
  retrying: { tone: 'warning', icon: 'arc' },
  failed: { tone: 'error', icon: 'crossCircle' },
};

type Open = (delivery: WebhookDelivery) => void;

export function deliveryColumns(open: Open): readonly TableColumn<WebhookDelivery>[] {
  return [
    column('event', 'hooks.column.event', (row) => <DeliveryLink row={row} open={open} />, { sortBy: 'type' }),
    column('status', 'hooks.status', (row) => <DeliveryStatus row={row} />, { sortBy: 'status' }),
    column('to', 'hooks.column.to', ({ url }) => clipped(url), { quiet: true, spare: true }),
    column('attempts', 'hooks.column.attempts', ({ attempt_count }) => attempt_count, { align: 'right' }),
    column('created', 'hooks.column.created', ({ created_at }) => formatMoment(created_at), {
      align: 'right',
      sortBy: 'created_at',
      quiet: true,
    }),
  ];
}

export function deliveryCard(row: WebhookDelivery, open: Open) {
  return {
    key: row.id,
    primary: <DeliveryLink row={row} open={open} />,
    value: formatMoment(row.created_at),
    status: <DeliveryStatus row={row} />,
    secondary: t('hooks.attempts', { smart_count: row.attempt_count }),
  };
}

export function DeliveryStatus({ row: { status } }: { row: WebhookDelivery }) {
  const { tone, icon } = LOOKS[status];
  return (
    <ToneChip tone={tone} icon={icon}>
      {t(`hooks.status.${status}`)}
    </ToneChip>
  );
}

function DeliveryLink({ row, open }: { row: WebhookDelivery; open: Open }) {
  return (
    <Link component="button" type="button" color="textPrimary" onClick={() => open(row)} sx={{ py: 0.5 }}>
      <Typography variant="code">{row.type}</Typography>
    </Link>
  );
}

function clipped(url: string): string {
  return url.length > 44 ? `${url.slice(0, 43)}…` : url;
}
