import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { type UseQueryResult, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { SpaBalance } from '../../contract/balances.ts';
import type { ConversionQuote } from '../../contract/conversions.ts';
import { QUOTE_MS } from '../../domain/conversion/quote.ts';
import { tickerOf } from '../components/asset-label.tsx';
import { Card, CardBody } from '../components/card.tsx';
import { coinsText } from '../components/money.tsx';
import { SecondFactorDialog } from '../components/second-factor-dialog.tsx';
import { useActWithFactor } from '../components/use-act-with-factor.ts';
import { ValueLines } from '../components/value-lines.tsx';
import { ApiError, toApiError } from '../data/api-error.ts';
import { useRequestKey } from '../data/use-request-key.ts';
import { t } from '../i18n/translate.ts';
import { Fields } from '../integration/parts.tsx';
import { Icon } from '../look/icon.tsx';
import { amountWords, isReviewed, percentOf, rateText } from './conversion-form.ts';
import { ReviewDialog } from './review-dialog.tsx';
import { useSecondsLeft } from './use-quote.ts';

export interface QuoteCardProps {
  /** The balance that it is taken from. */
  source: SpaBalance;
  query: UseQueryResult<ConversionQuote | null>;
  /** Whether there is something to be priced. */
  isReady: boolean;
  /** The balance is too small for it. */
  isBarred: boolean;
  onConverted: () => void;
}

/** The price, how long it is firm, and the button that accepts it. */
export function QuoteCard({ source, query, isReady, isBarred, onConverted }: QuoteCardProps) {
  const { data, error, isFetching, refetch, dataUpdatedAt } = query;
  return (
    <Card title={t('convert.quote')}>
      <CardBody aria-live="polite" aria-busy={isFetching} sx={{ minHeight: HEIGHT }}>
        {body()}
      </CardBody>
    </Card>
  );

  function body() {
    if (!isReady) return <Typography sx={{ color: 'text.secondary' }}>{t('convert.quote.none')}</Typography>;
    if (error && !isFetching) return <NoPrice error={error} onRetry={() => void refetch()} />;
    if (!data) return <Typography sx={{ color: 'text.secondary' }}>{t('convert.quote.loading')}</Typography>;
    return (
      <Fields>
        <Price quote={data} />
        <Acceptance
          // A code that the server wants belongs to the price that was accepted.
          key={data.id}
          quote={data}
          source={source}
          receivedAtMs={dataUpdatedAt}
          isBarred={isBarred || isFetching}
          onRequote={() => void refetch()}
          onConverted={onConverted}
        />
      </Fields>
    );
  }
}

/** As high as a price with its button (tested): the list below stays where it is when the price comes. */
const HEIGHT = 298;

function NoPrice({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const { status, message } = toApiError(error);
  return (
    <Fields>
      <Alert severity="warning" icon={<Icon name="alertCircle" />}>
        {status === 0 ? t('convert.quote.failed') : (firstOf(error) ?? message)}
      </Alert>
      <Button onClick={onRetry}>{t('convert.requote')}</Button>
    </Fields>
  );
}

function firstOf(error: Error): string | undefined {
  return error instanceof ApiError ? error.messages()[0] : undefined;
}

function Price({ quote: { from, to, amount_from, amount_to, rate, spread_bps, fee } }: { quote: ConversionQuote }) {
  return (
    <ValueLines
      caption={t('convert.quote')}
      lines={[
        { label: t('convert.give'), value: coinsText(amount_from, from) },
        {
          label: t('convert.rate'),
          value: t('convert.rateOf', { from: tickerOf(from), amount: rateText(rate, to) }),
        },
        { label: t('convert.spread'), value: `${percentOf(spread_bps)}%` },
        { label: t('convert.fee'), value: coinsText(fee, to) },
        { label: t('convert.exactly'), value: coinsText(amount_to, to), sum: true },
      ]}
    />
  );
}

interface AcceptanceProps {
  quote: ConversionQuote;
  source: SpaBalance;
  receivedAtMs: number;
  isBarred: boolean;
  onRequote: () => void;
  onConverted: () => void;
}

function Acceptance({ quote, source, receivedAtMs, isBarred, onRequote, onConverted }: AcceptanceProps) {
  const [isReviewing, setReviewing] = useState(false);
  const left = useSecondsLeft(receivedAtMs);
  const queries = useQueryClient();
  const keyOf = useRequestKey();
  const convert = useActWithFactor(
    async (provider, factor) => {
      const body = { quote_id: quote.id, ...factor };
      try {
        return await provider.convert(body, keyOf(body));
      } catch (error) {
        if (SPENT.has(toApiError(error).code)) onRequote();
        throw error;
      }
    },
    {
      done: t('convert.done', amountsOf(quote)),
      onDone() {
        onConverted();
        void queries.invalidateQueries({ queryKey: ['balances'] });
        void queries.invalidateQueries({ queryKey: ['manual-conversions'] });
      },
    },
  );
  // A request that was sent before the quote expired is answered, however long that takes.
  if (left === 0 && !convert.isPending) {
    return (
      <Fields>
        <Typography sx={{ color: 'text.secondary' }}>{t('convert.expired')}</Typography>
        <Button variant="contained" onClick={onRequote} disabled={isBarred}>
          {t('convert.requote')}
        </Button>
      </Fields>
    );
  }
  return (
    <Fields>
      <Button
        variant="contained"
        disabled={isBarred || convert.isPending}
        onClick={isReviewed(quote, source) ? () => setReviewing(true) : convert.mutate}
      >
        {convert.isPending ? t('convert.busy') : t('convert.submit', amountsOf(quote))}
      </Button>
      <Countdown left={left} />
      {isReviewing && !convert.isAsked && (
        <ReviewDialog
          title={t('convert.review', amountsOf(quote))}
          isPending={convert.isPending}
          onConfirm={convert.mutate}
          onClose={() => setReviewing(false)}
        >
          <Price quote={quote} />
          <Countdown left={left} />
        </ReviewDialog>
      )}
      {convert.isAsked && <SecondFactorDialog send={convert.second} onClose={convert.forget} />}
    </Fields>
  );
}

function amountsOf({ from, to, amount_from, amount_to }: ConversionQuote) {
  return { from: amountWords(amount_from, from), to: amountWords(amount_to, to) };
}

/** Refusals after which this price is of no use. */
const SPENT: ReadonlySet<string> = new Set(['quote_expired', 'quote_used']);

const Bar = styled('div')(({ theme }) => ({
  height: 4,
  borderRadius: 2,
  backgroundColor: theme.palette.soft.neutral,
  overflow: 'hidden',
  '& > i': { display: 'block', height: '100%', borderRadius: 2, backgroundColor: theme.palette.primary.main },
  '&[data-ends=true] > i': { backgroundColor: theme.palette.warning.main },
}));

/** Seen, not heard: a screen reader that says each second says nothing else. */
function Countdown({ left }: { left: number }) {
  return (
    <div role="timer" aria-live="off">
      <Bar data-ends={left <= 5} aria-hidden>
        <i style={{ width: `${(left * 100_000) / QUOTE_MS}%` }} />
      </Bar>
      <Typography variant="caption" component="p" sx={{ mt: 1.5, color: 'text.secondary', textAlign: 'center' }}>
        {t('convert.firm', { smart_count: left })}
      </Typography>
    </div>
  );
}
