import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { useEffect, useRef } from 'react';
import { Link as RouterLink } from 'react-router';
import type { ShopInvoice } from '../../contract/spa-invoices.ts';
import { VisuallyHidden } from '../components/card.tsx';
import { CopyText } from '../components/copy-text.tsx';
import { formatClock, formatFiat } from '../i18n/format.ts';
import { t } from '../i18n/translate.ts';
import { Icon } from '../look/icon.tsx';
import { invoicePath } from './invoice-name.ts';

const Body = styled('div')({ display: 'grid', gap: 16 });
const LinkBox = styled('div')(({ theme }) => ({
  display: 'grid',
  padding: '11px 12px',
  border: `1px solid ${theme.palette.divider}`,
  borderRadius: 6,
  backgroundColor: theme.palette.background.default,
}));
const Actions = styled('div')({ display: 'flex', flexWrap: 'wrap', gap: 8 });

/** The new invoice's link, to be shared. */
export function InvoiceCreated({ invoice, onAnother }: { invoice: ShopInvoice; onAnother: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null);
  // The form that had the focus is gone: reading goes on here.
  useEffect(() => heading.current?.focus(), []);
  return (
    <Body>
      <Typography
        variant="figure"
        component="h2"
        ref={heading}
        tabIndex={-1}
        sx={{ '&:focus-visible': { outline: 0 } }}
      >
        {formatFiat(invoice.total, invoice.currency)}
      </Typography>
      <Typography sx={{ color: 'text.secondary' }}>
        {t('create.done.text', { time: formatClock(invoice.expires_at) })}
      </Typography>
      <div>
        <Typography variant="caption" component="p" sx={{ fontWeight: 500, mb: 1.5 }}>
          {t('create.done.link')}
        </Typography>
        <LinkBox>
          <CopyText value={invoice.checkout_url} label={t('facts.linkLabel')} />
        </LinkBox>
      </div>
      <Actions>
        <Button variant="contained" component={RouterLink} to={invoicePath(invoice.id)}>
          {t('create.done.story')}
        </Button>
        <Button href={invoice.checkout_url} target="_blank" rel="noreferrer" startIcon={<Icon name="external" />}>
          {t('create.done.open')}
          <VisuallyHidden> {t('invoice.newTab')}</VisuallyHidden>
        </Button>
        <Button variant="text" onClick={onAnother}>
          {t('create.done.another')}
        </Button>
      </Actions>
    </Body>
  );
}
