import Typography from '@mui/material/Typography';
import { gateDecimals } from '../../../domain/assets/assets.ts';
import { formatAmount } from '../../../domain/money/money.ts';
import { withoutTrailingZeros } from '../../../domain/text/trailing.ts';
import { Card, CardBody } from '../../components/card.tsx';
import { coinsText } from '../../components/money.tsx';
import { type ValueLine, ValueLines } from '../../components/value-lines.tsx';
import { t } from '../../i18n/translate.ts';
import { minorOf, outflowQuote } from '../../outflows/outflow-amount.ts';
import type { OpenGate, WithdrawalDraft } from './request-form.ts';

/** What the request means, exact to the last unit, as it is typed. */
export function QuoteCard({ draft, gate }: { draft: WithdrawalDraft; gate: OpenGate | undefined }) {
  const quote = gate && outflowQuote(draft, gate);
  return (
    <Card title={t('withdraw.summary')}>
      <CardBody aria-live="polite">
        {gate && quote ? (
          <ValueLines caption={t('withdraw.summary')} lines={linesOf(quote, gate)} />
        ) : (
          <Typography sx={{ color: 'text.secondary' }}>{t('withdraw.summary.none')}</Typography>
        )}
      </CardBody>
    </Card>
  );
}

function linesOf(quote: NonNullable<ReturnType<typeof outflowQuote>>, gate: OpenGate): ValueLine[] {
  const { gate_id, service_fee_percent, available } = gate;
  const coins = (minor: bigint) => coinsText(formatAmount(minor, gateDecimals(gate_id)), gate_id);
  const left = minorOf(available, gate) - quote.heldMinor;
  return [
    { label: t('withdraw.net'), value: coins(quote.netMinor) },
    {
      label: t('withdraw.service', { percent: withoutTrailingZeros(service_fee_percent) }),
      value: coins(quote.serviceFeeMinor),
    },
    ...(gate_id === 'EUR' ? [] : [{ label: t('withdraw.network'), value: coins(quote.networkFeeMinor) }]),
    { label: t('withdraw.total'), value: coins(quote.heldMinor), sum: true },
    ...(left < 0n ? [] : [{ label: t('withdraw.left'), value: coins(left) }]),
  ];
}
