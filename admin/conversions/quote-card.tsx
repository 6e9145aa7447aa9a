import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { type UseQueryResult, useQueryClient } from '@tanstack/react-query';
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
import { percentOf } from './conversion-form.ts';
import { useSecondsLeft } from './use-quote.ts';

export interface QuoteCardProps {
  query: UseQueryResult<ConversionQuote | null>;
  /** Whether there is something to be priced. */
  isReady: boolean;
  /** The balance is too small for it. */
  isBarred: boolean;
  onConverted: () => void;
}

/** The price, how long it is firm, and the button that accepts it. */
export function QuoteCard({ query, isReady, isBarred, onConverted }: QuoteCardProps) {
  const { data, error, isFetching, refetch, dataUpdatedAt } = query;
  return (
    <Card title={t('convert.quote')}>
      <CardBody aria-live="polite" aria-busy={isFetching}>
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
          receivedAtMs={dataUpdatedAt}
          isBarred={isBarred || isFetching}
          onRequote={() => void refetch()}
          onConverted={onConverted}
        />
      </Fields>
    );
  }
}

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
          value: t('convert.rateOf', { from: tickerOf(from), amount: coinsText(rate, to) }),
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
  receivedAtMs: number;
  isBarred: boolean;
  onRequote: () => void;
  onConverted: () => void;
}

function Acceptance({ quote, receivedAtMs, isBarred, onRequote, onConverted }: AcceptanceProps) {
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
      done: t('convert.done'),
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
      <Button variant="contained" disabled={isBarred || convert.isPending} onClick={convert.mutate}>
        {t(convert.isPending ? 'convert.busy' : 'convert.submit')}
      </Button>
      <Countdown left={left} />
      {convert.isAsked && <SecondFactorDialog send={convert.second} onClose={convert.forget} />}
    </Fields>
  );
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
