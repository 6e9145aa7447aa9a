import './conversion-words.ts';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import InputAdornment from '@mui/material/InputAdornment';
import { styled } from '@mui/material/styles';
import { useState } from 'react';
import type { SpaBalance } from '../../api/contract/balances.ts';
import type { ConversionQuote, ConversionRate } from '../../api/contract/conversions.ts';
import type { GateId } from '../../domain/assets.ts';
import { withoutTrailingZeros } from '../../domain/trailing.ts';
import { AssetLabel, tickerOf } from '../components/asset-label.tsx';
import { Card, CardBody } from '../components/card.tsx';
import { ChoiceField } from '../components/choice-field.tsx';
import { Field } from '../components/field.tsx';
import { coinsText } from '../components/money.tsx';
import { Split } from '../components/page.tsx';
import { useSettled } from '../components/use-settled.ts';
import { t } from '../i18n/translate.ts';
import { Fields, Pair } from '../integration/parts.tsx';
import { Icon } from '../look/icon.tsx';
import { amountProblem, beginWish, isCovered, type PricedWish, targetAfter, targetsOf } from './conversion-form.ts';
import { QuoteCard } from './quote-card.tsx';
import { useConversionRate, useQuote } from './use-quote.ts';

export interface ConvertFormProps {
  sources: readonly [SpaBalance, ...SpaBalance[]];
  /** The asset that the address of the page names. */
  named: string | null;
}

/** What becomes what, typed in either amount, and its price beside it. */
export function ConvertForm({ sources, named }: ConvertFormProps) {
  const [wish, setWish] = useState(() => beginWish(sources, named));
  const change = (changes: Partial<PricedWish>) => setWish((before) => ({ ...before, ...changes }));
  const source = sources.find(({ gate_id }) => gate_id === wish.from) ?? sources[0];
  const { data: rate } = useConversionRate(wish);
  const problem = amountProblem(wish, { available: source.available, rate });
  const amount = useSettled(wish.amount);
  const isReady = wish.amount !== '' && amount === wish.amount && problem === undefined && rate?.possible === true;
  const quote = useQuote(isReady ? wish : null);
  const shown = isReady ? quote.data : undefined;
  const isShort = shown != null && !isCovered(wish.from, shown.amount_from, source.available);
  return (
    <Split>
      <Card title={t('convert.title')}>
        <CardBody>
          <Fields>
            <Given
              wish={wish}
              change={change}
              sources={sources}
              source={source}
              rate={rate}
              quote={shown}
              problem={wish.side === 'from' ? problem : isShort ? t('convert.insufficient') : undefined}
            />
            <Wanted wish={wish} change={change} quote={shown} problem={wish.side === 'to' ? problem : undefined} />
            {rate?.possible === false && (
              <Alert severity="warning" icon={<Icon name="alertCircle" />}>
                {rate.reason ?? t('convert.impossible')}
              </Alert>
            )}
          </Fields>
        </CardBody>
      </Card>
      <QuoteCard query={quote} isAsked={isReady} isBarred={isShort} onConverted={() => change({ amount: '' })} />
    </Split>
  );
}

interface SideProps {
  wish: PricedWish;
  change: (changes: Partial<PricedWish>) => void;
  quote: ConversionQuote | null | undefined;
  problem: string | undefined;
}

interface GivenProps extends SideProps {
  sources: ConvertFormProps['sources'];
  source: SpaBalance;
  rate: ConversionRate | undefined;
}

function Given({ wish, change, sources, source, rate, quote, problem }: GivenProps) {
  const { from, to } = wish;
  return (
    <Pair>
      <ChoiceField<GateId>
        name="from"
        label={t('convert.from')}
        value={from}
        choices={sources.map((row) => ({ value: row.gate_id, label: <SourceLabel row={row} /> }))}
        onChange={(next) => change({ from: next, to: targetAfter(next, to), side: 'from', amount: '' })}
        help={t('convert.available', { amount: coinsText(source.available, from) })}
      />
      <Field
        name="amount_from"
        label={t('convert.give')}
        value={shownAmount('from', wish, quote)}
        onChange={({ target }) => change({ side: 'from', amount: target.value.trim() })}
        error={problem}
        help={limitsOf(rate, from)}
        decimal
        end={
          <InputAdornment position="end">
            {tickerOf(from)}
            <Button
              size="small"
              sx={{ ml: 2 }}
              onClick={() => change({ side: 'from', amount: withoutTrailingZeros(source.available) })}
            >
              {t('convert.all')}
            </Button>
          </InputAdornment>
        }
      />
    </Pair>
  );
}

function Wanted({ wish, change, quote, problem }: SideProps) {
  const { from, to } = wish;
  return (
    <Pair>
      <ChoiceField<GateId>
        name="to"
        label={t('convert.to')}
        value={to}
        choices={targetsOf(from).map((value) => ({ value, label: <AssetLabel gateId={value} /> }))}
        onChange={(next) => change(wish.side === 'to' ? { to: next, amount: '' } : { to: next })}
      />
      <Field
        name="amount_to"
        label={t('convert.get')}
        value={shownAmount('to', wish, quote)}
        onChange={({ target }) => change({ side: 'to', amount: target.value.trim() })}
        error={problem}
        decimal
        end={<InputAdornment position="end">{tickerOf(to)}</InputAdornment>}
      />
    </Pair>
  );
}

/** What was typed, and on the other side what its price says. */
function shownAmount(side: PricedWish['side'], wish: PricedWish, quote: SideProps['quote']): string {
  if (side === wish.side) return wish.amount;
  return quote ? withoutTrailingZeros(quote[`amount_${side}`]) : '';
}

function limitsOf(rate: ConversionRate | undefined, from: GateId): string | undefined {
  if (!rate?.minimum || !rate.maximum) return undefined;
  return t('convert.between', { minimum: coinsText(rate.minimum, from), maximum: coinsText(rate.maximum, from) });
}

const Source = styled('span')(({ theme }) => ({
  display: 'flex',
  flex: 1,
  justifyContent: 'space-between',
  gap: 12,
  minWidth: 0,
  '& small': { fontSize: 13, color: theme.palette.text.secondary, fontVariantNumeric: 'tabular-nums' },
}));

function SourceLabel({ row: { gate_id, available } }: { row: SpaBalance }) {
  return (
    <Source>
      <AssetLabel gateId={gate_id} />
      <small>{coinsText(available, gate_id)}</small>
    </Source>
  );
}
