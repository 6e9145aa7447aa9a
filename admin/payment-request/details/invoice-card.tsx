import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { Link as RouterLink } from 'react-router';
import type { SpaPaymentRequest } from '../../../contract/payment-requests.ts';
import { Card, CardBody, CardFoot } from '../../components/card.tsx';
import { CopyText } from '../../components/copy-text.tsx';
import { Facts } from '../../components/facts.tsx';
import { InvoiceStatusChip } from '../../components/invoice-status-chip.tsx';
import { t } from '../../i18n/translate.ts';
import { invoicePath } from '../../invoices/invoice-name.ts';

/** The invoice that the recipient created, and its status. */
export function InvoiceCard({ request: { invoice_id, invoice_status, status } }: { request: SpaPaymentRequest }) {
  if (invoice_id === null) {
    return (
      <Card title={t('paymentRequest.invoice')}>
        <CardBody>
          <Typography sx={{ color: 'text.secondary' }}>
            {t(`paymentRequest.invoice.none.${status === 'sent' ? 'open' : 'closed'}`)}
          </Typography>
        </CardBody>
      </Card>
    );
  }
  return (
    <Card title={t('paymentRequest.invoice')}>
      <Facts
        facts={[
          {
            label: t('history.column.status'),
            value: invoice_status && <InvoiceStatusChip status={invoice_status} />,
          },
          { label: t('facts.id'), value: <CopyText value={invoice_id} label={t('facts.idLabel')} /> },
        ]}
      />
      <CardFoot>
        <Button component={RouterLink} to={invoicePath(invoice_id)}>
          {t('paymentRequest.invoice.view')}
        </Button>
      </CardFoot>
    </Card>
  );
}
