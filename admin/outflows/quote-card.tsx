import { styled } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { gateDecimals } from '../../domain/assets/assets.ts';
import { formatAmount } from '../../domain/money/money.ts';
import { withoutTrailingZeros } from '../../domain/text/trailing.ts';
import { Card, CardBody } from '../components/card.tsx';
import { coinsText } from '../components/money.tsx';
import { type ValueLine, ValueLines } from '../components/value-lines.tsx';
import { t } from '../i18n/translate.ts';
import { minorOf, type OutflowGate, type OutflowRequest, outflowQuote } from './outflow-amount.ts';

const Notes = styled('div')({ display: 'grid', gap: 4, marginTop: 12 });

export interface QuoteCardProps<Gate extends OutflowGate> {
  requested: OutflowRequest;
  gate: Gate | undefined;
  words: 'quote' | 'withdraw.quote';
  /** The value of the total debited. */
  worthOf?: (minor: bigint, gate: Gate) => string | null;
  notes?: (gate: Gate) => ReactNode;
}

/** The exact quote of a payout or withdrawal, updated while typing. */
export function QuoteCard<Gate extends OutflowGate>(props: QuoteCardProps<Gate>) {
  const { gate, words, notes } = props;
  const lines = gate && linesOf(props, gate);
  return (
    <Card title={t('quote.title')}>
      <CardBody aria-live="polite">
        {gate && lines ? (
          <>
            <ValueLines caption={t('quote.title')} lines={lines} />
            {notes && <Notes>{notes(gate)}</Notes>}
          </>
        ) : (
          <Typography sx={{ color: 'text.secondary' }}>{t(`${words}.none`)}</Typography>
        )}
      </CardBody>
    </Card>
  );
}

function linesOf<Gate extends OutflowGate>(
  { requested, words, worthOf }: QuoteCardProps<Gate>,
  gate: Gate,
): ValueLine[] | null {
  const quote = outflowQuote(requested, gate);
  if (quote === null) return null;
  const { gate_id, service_fee_percent, available } = gate;
  const coins = (minor: bigint) => coinsText(formatAmount(minor, gateDecimals(gate_id)), gate_id);
  const percent = withoutTrailingZeros(service_fee_percent);
  const value = worthOf?.(quote.heldMinor, gate) ?? null;
  const left = minorOf(available, gate) - quote.heldMinor;
  return [
    { label: t(`${words}.net`), value: coins(quote.netMinor) },
    { label: t('quote.service', { percent }), value: coins(quote.serviceFeeMinor) },
    ...(gate_id === 'EUR' ? [] : [{ label: t('quote.network'), value: coins(quote.networkFeeMinor) }]),
    { label: t('quote.total'), value: coins(quote.heldMinor), sum: true },
    ...(value === null ? [] : [{ label: t('quote.value'), value }]),
    ...(left < 0n ? [] : [{ label: t(`${words}.left`), value: coins(left) }]),
  ];
}
