import './conversion-words.ts';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import InputAdornment from '@mui/material/InputAdornment';
import { styled } from '@mui/material/styles';
import { useEffect } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import type { SpaBalance } from '../../contract/balances.ts';
import type { ConversionRate } from '../../contract/conversions.ts';
import type { GateId } from '../../domain/assets/assets.ts';
import { withoutTrailingZeros } from '../../domain/text/trailing.ts';
import { AssetLabel, tickerOf } from '../components/asset-label.tsx';
import { Card, CardBody } from '../components/card.tsx';
import { coinsText } from '../components/money.tsx';
import { Split } from '../components/page.tsx';
import { useSettled } from '../components/use-settled.ts';
import { ChoiceInput } from '../forms/choice-input.tsx';
import { LiveForm } from '../forms/live-form.tsx';
import { TextInput } from '../forms/text-input.tsx';
import { t } from '../i18n/translate.ts';
import { Fields, Pair } from '../integration/parts.tsx';
import { Icon } from '../look/icon.tsx';
import {
  type ConversionValues,
  initialConversion,
  isCovered,
  requestedProblem,
  requestOf,
  targetAfter,
  targetsOf,
} from './conversion-form.ts';
import { QuoteCard } from './quote-card.tsx';
import { useConversionRate, useQuote } from './use-quote.ts';

export interface ConvertFormProps {
  sources: readonly [SpaBalance, ...SpaBalance[]];
  /** The asset that the address of the page names. */
  named: string | null;
}

/** The assets and amounts of a conversion, with its price; either amount can be typed. */
export function ConvertForm({ sources, named }: ConvertFormProps) {
  return (
    <LiveForm<ConversionValues> defaultValues={initialConversion(sources, named)}>
      <Conversion sources={sources} />
    </LiveForm>
  );
}

function Conversion({ sources }: Pick<ConvertFormProps, 'sources'>) {
  const { setValue } = useFormContext<ConversionValues>();
  const request = requestOf(useWatch() as ConversionValues);
  const source = sources.find(({ gate_id }) => gate_id === request.from) ?? sources[0];
  const { data: rate } = useConversionRate(request);
  const problem = requestedProblem(request, { available: source.available, rate });
  const amount = useSettled(request.amount);
  const isReady =
    request.amount !== '' && amount === request.amount && problem === undefined && rate?.possible === true;
  const quote = useQuote(isReady ? request : null);
  const shown = isReady ? quote.data : undefined;
  const isShort = shown != null && !isCovered(request.from, shown.amount_from, source.available);
  const { side } = request;
  useEffect(() => {
    // The other amount is what the price says, and nothing while there is no price.
    const other = side === 'from' ? 'amount_to' : 'amount_from';
    setValue(other, shown ? withoutTrailingZeros(shown[other]) : '');
  }, [side, shown, setValue]);
  return (
    <Split>
      <Card title={t('convert.title')}>
        <CardBody>
          <Fields>
            <Given
              sources={sources}
              source={source}
              rate={rate}
              problem={side === 'from' ? problem : isShort ? t('convert.insufficient') : undefined}
            />
            <TargetSide source={source} problem={side === 'to' ? problem : undefined} />
            {rate?.possible === false && (
              <Alert severity="warning" icon={<Icon name="alertCircle" />}>
                {rate.reason ?? t('convert.impossible')}
              </Alert>
            )}
          </Fields>
        </CardBody>
      </Card>
      <QuoteCard
        source={source}
        query={quote}
        isReady={isReady}
        isBarred={isShort}
        onConverted={() => setValue(`amount_${side}`, '')}
      />
    </Split>
  );
}

interface SideProps {
  source: SpaBalance;
  problem: string | undefined;
}

interface GivenProps extends SideProps {
  sources: ConvertFormProps['sources'];
  rate: ConversionRate | undefined;
}

function Given({ sources, source, rate, problem }: GivenProps) {
  const { setValue, getValues } = useFormContext<ConversionValues>();
  const from = source.gate_id;
  const give = (amount: string) => {
    setValue('side', 'from');
    setValue('amount_from', amount);
  };
  return (
    <Pair>
      <ChoiceInput<GateId>
        source="from"
        label={t('convert.from')}
        choices={sources.map((row) => ({ value: row.gate_id, label: <SourceLabel row={row} /> }))}
        onChosen={(next) => {
          setValue('to', targetAfter(next, getValues('to')));
          give('');
        }}
        help={t('convert.available', { amount: coinsText(source.available, from) })}
      />
      <TextInput
        source="amount_from"
        label={t('convert.give')}
        onTyped={() => setValue('side', 'from')}
        problem={problem}
        help={limitsOf(rate, from)}
        decimal
        end={
          <InputAdornment position="end">
            {tickerOf(from)}
            <Button size="small" sx={{ ml: 2 }} onClick={() => give(withoutTrailingZeros(source.available))}>
              {t('convert.all')}
            </Button>
          </InputAdornment>
        }
      />
    </Pair>
  );
}

function TargetSide({ source, problem }: SideProps) {
  const { setValue } = useFormContext<ConversionValues>();
  const to = useWatch<ConversionValues, 'to'>({ name: 'to' });
  return (
    <Pair>
      <ChoiceInput<GateId>
        source="to"
        label={t('convert.to')}
        choices={targetsOf(source.gate_id).map((value) => ({ value, label: <AssetLabel gateId={value} /> }))}
        onChosen={() => setValue('amount_to', '')}
      />
      <TextInput
        source="amount_to"
        label={t('convert.get')}
        onTyped={() => setValue('side', 'to')}
        problem={problem}
        decimal
        end={<InputAdornment position="end">{tickerOf(to)}</InputAdornment>}
      />
    </Pair>
  );
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
