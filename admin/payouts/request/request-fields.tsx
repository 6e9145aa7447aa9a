import Button from '@mui/material/Button';
import InputAdornment from '@mui/material/InputAdornment';
import { styled } from '@mui/material/styles';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import { useId } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { Link as RouterLink } from 'react-router';
import type { PaymentMethod } from '../../../contract/payment-methods.ts';
import type { BookedAddress, PayoutGate } from '../../../contract/payouts.ts';
import type { ChainKind, CryptoGateId } from '../../../domain/assets/assets.ts';
import type { PayoutFeePayer } from '../../../domain/outflows/fees.ts';
import { AssetLabel, tickerOf } from '../../components/asset-label.tsx';
import { coinsText } from '../../components/money.tsx';
import { ChoiceInput } from '../../forms/choice-input.tsx';
import { SubmitButton } from '../../forms/submit-button.tsx';
import { TextInput } from '../../forms/text-input.tsx';
import { t } from '../../i18n/translate.ts';
import { Actions, Fields, Pair, Quiet } from '../../integration/parts.tsx';
import { PickAddress } from '../book/pick-address.tsx';
import { TargetInputs } from '../target-inputs.tsx';
import { gateOf, methodsFor, type RequestValues, wholeBalance } from './request-form.ts';

export interface RequestFieldsProps {
  gates: readonly PayoutGate[];
  methods: readonly PaymentMethod[];
  chains: readonly ChainKind[];
  isBarred: boolean;
}

/** Asset, recipient, amount, and the payer of the fees. */
export function RequestFields({ gates, methods, chains, isBarred }: RequestFieldsProps) {
  const gate = gateOf(useRequest(), gates);
  const { setValue } = useFormContext<RequestValues>();
  const beginGate = (gateId: CryptoGateId | '') => {
    setValue('method_id', methodsFor(gateId, methods).find(({ is_default }) => is_default)?.id ?? '');
    for (const name of ['address', 'destination_tag', 'amount'] as const) setValue(name, '');
  };
  const optional = (label: string) => t('create.optional', { label });
  return (
    <Fields>
      <ChoiceInput<CryptoGateId | ''>
        source="gate_id"
        label={t('request.asset')}
        choices={[
          ...(gate === undefined
            ? [{ value: '' as const, label: <Quiet as="span">{t('request.assetHint')}</Quiet> }]
            : []),
          ...gates.filter(({ is_open }) => is_open).map(assetChoice),
        ]}
        onChosen={beginGate}
        help={gate && boundsOf(gate)}
      />
      {gate && (
        <>
          <Recipient gate={gate} methods={methodsFor(gate.gate_id, methods)} chains={chains} />
          <AmountInput gate={gate} />
          <FeePayerInput gate={gate} />
          <Pair>
            <TextInput
              source="reference"
              label={optional(t('request.reference'))}
              help={t('request.referenceHelp')}
              autoComplete="off"
            />
            <TextInput source="description" label={optional(t('request.description'))} autoComplete="off" />
          </Pair>
        </>
      )}
      <Actions>
        <SubmitButton label={t('request.continue')} busy={t('request.sendingCode')} disabled={isBarred} />
        <Button component={RouterLink} to="/payouts">
          {t('action.cancel')}
        </Button>
      </Actions>
      <Quiet>{t('request.next')}</Quiet>
    </Fields>
  );
}

function useRequest(): RequestValues {
  return useWatch() as RequestValues;
}

const Choice = styled('span')(({ theme }) => ({
  display: 'flex',
  flex: 1,
  justifyContent: 'space-between',
  gap: 12,
  minWidth: 0,
  '& small': { fontSize: 13, color: theme.palette.text.secondary, fontVariantNumeric: 'tabular-nums' },
}));

function assetChoice({ gate_id, available }: PayoutGate) {
  return {
    value: gate_id,
    label: (
      <Choice>
        <AssetLabel gateId={gate_id} />
        <small>{coinsText(available, gate_id)}</small>
      </Choice>
    ),
  };
}

function boundsOf({ gate_id, available, min, max, frozen }: PayoutGate): string {
  const words = [
    t('request.available', { amount: coinsText(available, gate_id) }),
    max === null
      ? t('request.from', { min: coinsText(min, gate_id) })
      : t('request.between', { min: coinsText(min, gate_id), max: coinsText(max, gate_id) }),
  ];
  return [...words, ...(frozen ? [t('request.frozen')] : [])].join(' ');
}

interface RecipientProps {
  gate: PayoutGate;
  methods: readonly PaymentMethod[];
  chains: readonly ChainKind[];
}

/** A saved method, or an address that is typed. */
function Recipient({ gate, methods, chains }: RecipientProps) {
  const { method_id: methodId } = useRequest();
  const { setValue } = useFormContext<RequestValues>();
  const method = methods.find(({ id }) => id === methodId);
  const pick = ({ address, destination_tag }: BookedAddress) => {
    setValue('address', address, { shouldValidate: true });
    setValue('destination_tag', destination_tag ?? '', { shouldValidate: true });
  };
  return (
    <>
      {methods.length > 0 && (
        <ChoiceInput
          source="method_id"
          label={t('request.to')}
          choices={[
            ...methods.map(({ id, title }) => ({ value: id, label: title })),
            { value: '', label: t('request.toAddress') },
          ]}
          help={method && [method.address, tagWords(method.destination_tag)].filter(Boolean).join(', ')}
        />
      )}
      {method === undefined && (
        <TargetInputs
          gateId={gate.gate_id}
          chains={chains}
          beside={<PickAddress gateId={gate.gate_id} onPick={pick} />}
        />
      )}
    </>
  );
}

function tagWords(tag: string | null): string | null {
  return tag === null ? null : t('request.tagOf', { tag });
}

function AmountInput({ gate }: { gate: PayoutGate }) {
  const values = useRequest();
  const { setValue } = useFormContext<RequestValues>();
  const whole = wholeBalance(values, gate);
  const isAll = values.amount === whole;
  return (
    <TextInput
      source="amount"
      label={t('request.amount')}
      decimal
      help={isAll ? t('request.allHelp') : undefined}
      end={
        <InputAdornment position="end">
          {tickerOf(gate.gate_id)}
          <Button
            size="small"
            sx={{ ml: 2 }}
            aria-pressed={isAll}
            onClick={() => setValue('amount', whole, { shouldValidate: true })}
          >
            {t('request.all')}
          </Button>
        </InputAdornment>
      }
    />
  );
}

const Label = styled('div')({ marginBottom: 6, fontSize: 13, lineHeight: '20px', fontWeight: 500 });

/** The payer of the fees; if the whole balance was chosen, changing it keeps that choice. */
function FeePayerInput({ gate }: { gate: PayoutGate }) {
  const id = useId();
  const { amount, fee_payer: payer } = useRequest();
  const { setValue } = useFormContext<RequestValues>();
  const choose = (next: PayoutFeePayer) => {
    setValue('fee_payer', next);
    if (amount === '') return;
    const isAll = amount === wholeBalance({ fee_payer: payer }, gate);
    setValue('amount', isAll ? wholeBalance({ fee_payer: next }, gate) : amount, { shouldValidate: true });
  };
  return (
    <div>
      <Label id={id}>{t('request.feePayer')}</Label>
      <ToggleButtonGroup
        exclusive
        value={payer}
        onChange={(_, next: PayoutFeePayer | null) => next && choose(next)}
        aria-labelledby={id}
        aria-describedby={`${id}-help`}
      >
        <ToggleButton value="merchant">{t('request.feePayer.merchant')}</ToggleButton>
        <ToggleButton value="recipient">{t('request.feePayer.recipient')}</ToggleButton>
      </ToggleButtonGroup>
      <Quiet id={`${id}-help`} sx={{ mt: 1.5 }}>
        {t(`request.feePayer.${payer}Help`)}
      </Quiet>
    </div>
  );
}
