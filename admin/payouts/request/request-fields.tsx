import Button from '@mui/material/Button';
import InputAdornment from '@mui/material/InputAdornment';
import { styled } from '@mui/material/styles';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import { useId } from 'react';
import { Link as RouterLink } from 'react-router';
import type { PaymentMethod } from '../../../api/contract/payment-methods.ts';
import type { BookedAddress, PayoutForm, PayoutGate } from '../../../api/contract/payouts.ts';
import type { ChainKind, CryptoGateId } from '../../../domain/assets.ts';
import type { PayoutFeePayer } from '../../../domain/payouts/fees.ts';
import { AssetLabel, tickerOf } from '../../components/asset-label.tsx';
import { ChoiceField } from '../../components/choice-field.tsx';
import { Field } from '../../components/field.tsx';
import { coinsText } from '../../components/money.tsx';
import type { FormState } from '../../components/use-form.ts';
import { t } from '../../i18n/translate.ts';
import { Actions, Fields, Pair, Quiet } from '../../integration/parts.tsx';
import { PickAddress } from '../book/pick-address.tsx';
import { TargetFields } from '../target-fields.tsx';
import { amountOf, gateOf, methodsFor, type RequestValues } from './request-form.ts';

export interface RequestFieldsProps {
  form: FormState<RequestValues>;
  rules: PayoutForm;
  methods: readonly PaymentMethod[];
  chains: readonly ChainKind[];
  isBarred: boolean;
}

/** What, to whom, how much, and who bears the fees. */
export function RequestFields({ form, rules, methods, chains, isBarred }: RequestFieldsProps) {
  const gate = gateOf(form.values, rules.gates);
  const chooseGate = (gateId: CryptoGateId) => {
    form.set('gate_id', gateId);
    form.set('method_id', methodsFor(gateId, methods).find(({ is_default }) => is_default)?.id ?? '');
    form.set('address', '');
    form.set('destination_tag', '');
    form.set('amount', '');
    form.set('all', false);
  };
  const optional = (label: string) => t('create.optional', { label });
  return (
    <form ref={form.ref} noValidate onSubmit={form.submit}>
      <Fields>
        <ChoiceField
          name="gate_id"
          label={t('request.asset')}
          value={form.values.gate_id}
          choices={[
            ...(gate === undefined
              ? [{ value: '' as const, label: <Quiet as="span">{t('request.assetHint')}</Quiet> }]
              : []),
            ...rules.gates.filter(({ is_open }) => is_open).map(assetChoice),
          ]}
          onChange={(gateId) => gateId !== '' && chooseGate(gateId)}
          error={form.errorOf('gate_id')}
          help={gate && boundsOf(gate)}
        />
        {gate && (
          <>
            <Recipient form={form} gate={gate} methods={methodsFor(gate.gate_id, methods)} chains={chains} />
            <AmountField form={form} gate={gate} />
            <FeePayerChoice value={form.values.fee_payer} onChange={(payer) => form.set('fee_payer', payer)} />
            <Pair>
              <Field
                {...form.text('reference')}
                label={optional(t('request.reference'))}
                help={t('request.referenceHelp')}
                autoComplete="off"
              />
              <Field {...form.text('description')} label={optional(t('request.description'))} autoComplete="off" />
            </Pair>
          </>
        )}
        <Actions>
          <Button type="submit" variant="contained" disabled={form.busy || isBarred}>
            {t(form.busy ? 'request.sendingCode' : 'request.continue')}
          </Button>
          <Button component={RouterLink} to="/payouts">
            {t('action.cancel')}
          </Button>
        </Actions>
        <Quiet>{t('request.next')}</Quiet>
      </Fields>
    </form>
  );
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
  form: FormState<RequestValues>;
  gate: PayoutGate;
  methods: readonly PaymentMethod[];
  chains: readonly ChainKind[];
}

/** A saved method, or an address that is typed. */
function Recipient({ form, gate, methods, chains }: RecipientProps) {
  const method = methods.find(({ id }) => id === form.values.method_id);
  const pick = ({ address, destination_tag }: BookedAddress) => {
    form.set('address', address);
    form.set('destination_tag', destination_tag ?? '');
  };
  return (
    <>
      {methods.length > 0 && (
        <ChoiceField
          name="method_id"
          label={t('request.to')}
          value={form.values.method_id}
          choices={[
            ...methods.map(({ id, title }) => ({ value: id, label: title })),
            { value: '', label: t('request.toAddress') },
          ]}
          onChange={(id) => form.set('method_id', id)}
          error={form.errorOf('method_id')}
          help={method && [method.address, tagWords(method.destination_tag)].filter(Boolean).join(', ')}
        />
      )}
      {method === undefined && (
        <TargetFields
          form={form}
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

function AmountField({ form, gate }: { form: FormState<RequestValues>; gate: PayoutGate }) {
  const { all } = form.values;
  const { onChange, ...field } = form.text('amount');
  return (
    <Field
      {...field}
      value={amountOf(form.values, gate)}
      onChange={(event) => {
        form.set('all', false);
        onChange({ target: { value: event.target.value } });
      }}
      label={t('request.amount')}
      decimal
      help={all ? t('request.allHelp') : undefined}
      end={
        <InputAdornment position="end">
          {tickerOf(gate.gate_id)}
          <Button
            size="small"
            sx={{ ml: 2 }}
            aria-pressed={all}
            onClick={() => {
              form.set('amount', gate.largest[form.values.fee_payer]);
              form.set('all', true);
            }}
          >
            {t('request.all')}
          </Button>
        </InputAdornment>
      }
    />
  );
}

const Label = styled('div')({ marginBottom: 6, fontSize: 13, lineHeight: '20px', fontWeight: 500 });

function FeePayerChoice({ value, onChange }: { value: PayoutFeePayer; onChange: (payer: PayoutFeePayer) => void }) {
  const id = useId();
  return (
    <div>
      <Label id={id}>{t('request.feePayer')}</Label>
      <ToggleButtonGroup
        exclusive
        value={value}
        onChange={(_, payer: PayoutFeePayer | null) => payer && onChange(payer)}
        aria-labelledby={id}
        aria-describedby={`${id}-help`}
      >
        <ToggleButton value="merchant">{t('request.feePayer.merchant')}</ToggleButton>
        <ToggleButton value="recipient">{t('request.feePayer.recipient')}</ToggleButton>
      </ToggleButtonGroup>
      <Quiet id={`${id}-help`} sx={{ mt: 1.5 }}>
        {t(`request.feePayer.${value}Help`)}
      </Quiet>
    </div>
  );
}
