import { styled } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import type { PayoutGate } from '../../../contract/payouts.ts';
import { gates } from '../../../domain/assets/assets.ts';
import { formatAmount } from '../../../domain/money/money.ts';
import { Card, CardBody } from '../../components/card.tsx';
import { FeeAge } from '../../components/fee-age.tsx';
import { coinsText } from '../../components/money.tsx';
import { type ValueLine, ValueLines } from '../../components/value-lines.tsx';
import { formatFiat } from '../../i18n/format.ts';
import { t } from '../../i18n/translate.ts';
import { minorOf, outflowQuote } from '../../outflows/outflow-amount.ts';
import { fiatOf, type RequestValues } from './request-form.ts';

const Notes = styled('div')({ display: 'grid', gap: 4, marginTop: 12 });

export interface QuoteCardProps {
  values: RequestValues;
  gate: PayoutGate | undefined;
  currency: string;
}

/** What the request means, exact to the last unit, as it is typed. */
export function QuoteCard({ values, gate, currency }: QuoteCardProps) {
  const quote = gate && outflowQuote(values, gate);
  return (
    <Card title={t('quote.title')}>
      <CardBody aria-live="polite">
        {gate && quote ? (
          <>
            <ValueLines caption={t('quote.title')} lines={linesOf(quote, gate, currency)} />
            <Notes>
              <FeeAge at={gate.network_fee_at} />
              <Typography variant="caption" component="p" sx={{ color: 'text.secondary' }}>
                {t('quote.exact')}
              </Typography>
            </Notes>
          </>
        ) : (
          <Typography sx={{ color: 'text.secondary' }}>{t('quote.none')}</Typography>
        )}
      </CardBody>
    </Card>
  );
}

function linesOf(quote: NonNullable<ReturnType<typeof outflowQuote>>, gate: PayoutGate, currency: string): ValueLine[] {
  const { gate_id, service_fee_percent, available } = gate;
  const coins = (minor: bigint) => coinsText(formatAmount(minor, gates[gate_id].decimals), gate_id);
  const value = fiatOf(quote.heldMinor, gate);
  const left = minorOf(available, gate) - quote.heldMinor;
  return [
    { label: t('quote.net'), value: coins(quote.netMinor) },
    { label: t('quote.service', { percent: Number(service_fee_percent) }), value: coins(quote.serviceFeeMinor) },
    { label: t('quote.network'), value: coins(quote.networkFeeMinor) },
    { label: t('quote.total'), value: coins(quote.heldMinor), sum: true },
    ...(value === null ? [] : [{ label: t('quote.value'), value: `≈ ${formatFiat(value, currency)}` }]),
    ...(left < 0n ? [] : [{ label: t('quote.left'), value: coins(left) }]),
  ];
}
