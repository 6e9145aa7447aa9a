import Button from '@mui/material/Button';
import { Link as RouterLink } from 'react-router';
import { t } from '../i18n/translate.ts';
import { Icon } from '../look/icon.tsx';
import { May } from './may.tsx';

interface CreateInvoiceButtonProps {
  /** The one filled button of its page or card. */
  main?: boolean;
  icon?: boolean;
}

/** The way to a new invoice, for those who may create one. */
export function CreateInvoiceButton({ main = true, icon = false }: CreateInvoiceButtonProps) {
  return (
    <May permission="merchant_invoice_create">
      <Button
        component={RouterLink}
        to="/history/create-invoice"
        {...(main ? { variant: 'contained' } : {})}
        startIcon={icon ? <Icon name="request" /> : undefined}
      >
        {t('history.create')}
      </Button>
    </May>
  );
}
