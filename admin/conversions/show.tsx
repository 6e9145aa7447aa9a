import './conversion-words.ts';
import Button from '@mui/material/Button';
import { useGetOne } from 'react-admin';
import type { Conversion } from '../../contract/conversions.ts';
import { networkOf, tickerOf } from '../components/asset-label.tsx';
import { CopyText } from '../components/copy-text.tsx';
import { DialogFrame } from '../components/dialog-frame.tsx';
import { Facts } from '../components/facts.tsx';
import { ListError, ListLoading } from '../components/list-state.tsx';
import { coinsText } from '../components/money.tsx';
import { RowLink } from '../components/row-link.tsx';
import { formatMoment } from '../i18n/format.ts';
import { t } from '../i18n/translate.ts';
import { invoicePath } from '../invoices/invoice-name.ts';
import { percentOf, rateText } from './conversion-form.ts';

/** Everything about one conversion. */
export function ConversionDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const { data, error, isPending, refetch } = useGetOne<Conversion>('manual-conversions', { id });
  return (
    <DialogFrame
      title={t('conversion.title')}
      onClose={onClose}
      actions={<Button onClick={onClose}>{t('action.close')}</Button>}
    >
      {data ? (
        <ConversionFacts conversion={data} />
      ) : isPending ? (
        <ListLoading label={t('conversion.loading')} rows={5} />
      ) : (
        <ListError title={t('conversion.failed')} error={error} onRetry={() => void refetch()} />
      )}
    </DialogFrame>
  );
}

function ConversionFacts({ conversion }: { conversion: Conversion }) {
  const { id, from, to, amount_from, amount_to, rate, spread_bps, fee, at, invoice_id, created_at } = conversion;
  const money = (amount: string, gateId: Conversion['from']) => `${coinsText(amount, gateId)}, ${networkOf(gateId)}`;
  return (
    <Facts
      facts={[
        { label: t('conversions.column.from'), value: money(amount_from, from) },
        { label: t('conversions.column.to'), value: money(amount_to, to) },
        {
          label: t('convert.rate'),
          value: t('convert.rateOf', { from: tickerOf(from), amount: rateText(rate, to) }),
        },
        { label: t('convert.spread'), value: `${percentOf(spread_bps)}%` },
        { label: t('convert.fee'), value: coinsText(fee, to) },
        { label: t('conversion.at'), value: t(`conversion.at.${at}`) },
        {
          label: t('conversion.invoice'),
          value: invoice_id && <RowLink to={invoicePath(invoice_id)}>{t('conversion.openInvoice')}</RowLink>,
        },
        { label: t('conversions.column.created'), value: formatMoment(created_at) },
        { label: t('conversion.id'), value: <CopyText value={id} label={t('conversion.idLabel')} /> },
      ]}
    />
  );
}
