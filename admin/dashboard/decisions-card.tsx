import { styled } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { useGetList } from 'react-admin';
import { Link as RouterLink } from 'react-router';
import type { SpaInvoiceRow } from '../../contract/spa-invoices.ts';
import { Card, CardBody } from '../components/card.tsx';
import { Count } from '../components/count.tsx';
import { DECISION_STATUSES, invoiceAppearance } from '../components/invoice-status.ts';
import { ListError, ListLoading } from '../components/list-state.tsx';
import { formatFiat } from '../i18n/format.ts';
import { t, translateOr } from '../i18n/translate.ts';
import { invoiceName, invoicePath } from '../invoices/invoice-name.ts';
import type { Tone } from '../look/colours.ts';
import { Icon } from '../look/icon.tsx';

const List = styled('ul')(({ theme }) => ({ '& > li + li': { borderTop: `1px solid ${theme.palette.divider}` } }));
const Row = styled(RouterLink)(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: '20px minmax(0, 1fr) 20px',
  gap: 12,
  alignItems: 'center',
  minHeight: 60,
  padding: '10px 16px',
  color: theme.palette.text.primary,
  textDecoration: 'none',
  '&:hover': { backgroundColor: theme.palette.action.hover },
  '&:focus-visible': { outlineOffset: -2 },
  '& b': { display: 'block', fontWeight: 500, overflow: 'hidden', textOverflow: 'ellipsis' },
  '& span, & > svg:last-of-type': { color: theme.palette.text.secondary },
  [theme.breakpoints.up('sm')]: { paddingInline: 20 },
}));
const Mark = styled('i')<{ 'data-tone': Tone }>(({ theme, 'data-tone': tone }) => ({
  color: tone === 'neutral' ? theme.palette.text.secondary : theme.palette[tone].main,
}));

/** Which invoices those are. */
export const DECISIONS = {
  pagination: { page: 1, perPage: 5 },
  sort: { field: 'created_at', order: 'DESC' },
  filter: { status: DECISION_STATUSES },
} as const;

/** The invoices that wait for the merchant, newest first, each with its reason. */
export function DecisionsCard() {
  const { data = [], total, error, isPending, refetch } = useGetList<SpaInvoiceRow>('invoices', DECISIONS);
  return (
    <Card title={t('dashboard.decide')} aside={total ? <Count value={total} /> : null} ruled={data.length > 0}>
      {body()}
    </Card>
  );

  function body(): ReactNode {
    if (isPending) return <ListLoading label={t('invoices.loading')} rows={2} />;
    if (error) return <ListError title={t('invoices.error')} error={error} onRetry={() => void refetch()} />;
    if (data.length === 0) return <Nothing />;
    return (
      <List>
        {data.map((row) => (
          <li key={row.id}>
            <Row to={invoicePath(row.id)}>
              <Mark data-tone={invoiceAppearance[row.status].tone}>
                <Icon name={invoiceAppearance[row.status].icon} />
              </Mark>
              <div>
                <b>
                  {invoiceName(row)}, {formatFiat(row.total, row.currency)}
                </b>
                <span>{why(row)}</span>
              </div>
              <Icon name="chevronRight" />
            </Row>
          </li>
        ))}
      </List>
    );
  }
}

function Nothing() {
  return (
    <CardBody>
      <Typography sx={{ fontWeight: 500 }}>{t('dashboard.decide.none')}</Typography>
      <Typography sx={{ color: 'text.secondary' }}>{t('dashboard.decide.noneText')}</Typography>
    </CardBody>
  );
}

function why({ status, status_reason }: SpaInvoiceRow): string {
  const word = t(`status.${status}`);
  return status_reason ? translateOr(`reason.${status_reason}`, word) : word;
}
