import Typography from '@mui/material/Typography';
import type { SpaInvoice } from '../../contract/spa-invoices.ts';
import { Card, CardBody } from '../components/card.tsx';
import { Timeline } from '../components/timeline.tsx';
import { formatDay } from '../i18n/format.ts';
import { t } from '../i18n/translate.ts';
import { PaymentBox } from './payment-box.tsx';
import { timelineItems } from './timeline.ts';

/** The invoice's events, newest first; a payment is placed at the time it was first seen. */
export function TimelineCard({ invoice }: { invoice: SpaInvoice }) {
  const items = timelineItems(invoice);
  return (
    <Card
      title={t('timeline.title')}
      aside={
        <Typography variant="caption" sx={{ color: 'text.secondary' }}>
          {t('timeline.zone', { day: formatDay(invoice.created_at), zone: zoneName() })}
        </Typography>
      }
    >
      {items.length === 0 ? (
        <CardBody>
          <Typography sx={{ color: 'text.secondary' }}>{t('timeline.empty')}</Typography>
        </CardBody>
      ) : (
        <Timeline
          items={items.map(({ transaction, ...item }) => ({
            ...item,
            body: transaction && <PaymentBox transaction={transaction} />,
          }))}
        />
      )}
    </Card>
  );
}

/** `Berlin` of `Europe/Berlin`. */
function zoneName(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone.split('/').at(-1)?.replaceAll('_', ' ') ?? '';
}
