import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import { Link as RouterLink } from 'react-router';
import type { CreateMethodBody, PaymentMethod, UpdateMethodBody } from '../../api/contract/payment-methods.ts';
import { CRYPTO_GATES, type CryptoGateId } from '../../domain/assets.ts';
import type { MethodPeriod } from '../../domain/payout-methods/fields.ts';
import { AssetLabel } from '../components/asset-label.tsx';
import { Card, CardBody } from '../components/card.tsx';
import { CheckField } from '../components/check-field.tsx';
import { ChoiceField } from '../components/choice-field.tsx';
import { SecondFactorDialog } from '../components/dialog-form.tsx';
import { Field } from '../components/field.tsx';
import { type FormState, useForm } from '../components/use-form.ts';
import { useSecondFactor } from '../components/use-second-factor.ts';
import { session } from '../data/session.ts';
import { useMay } from '../data/use-may.ts';
import { useStore } from '../data/use-store.ts';
import { t } from '../i18n/translate.ts';
import { Actions, Pair } from '../integration/parts.tsx';
import { createMethod, updateMethod } from '../payouts/payout-calls.ts';
import { chainsOf } from '../payouts/target-check.ts';
import { TargetFields } from '../payouts/target-fields.tsx';
import { AutomaticFields } from './automatic-fields.tsx';
import {
  checkMethod,
  confirmedFor,
  type MethodValues,
  methodValues,
  toCreateBody,
  toUpdateBody,
} from './method-form.ts';

/** Whoever may not change a method still reads it. */
const FieldSet = styled('fieldset')({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: 16,
  minWidth: 0,
});

export interface MethodFormProps {
  /** Left out: a new one. */
  method?: PaymentMethod;
  onSaved: (method: PaymentMethod) => Promise<void>;
}

/** All of a method: where to, by hand or by itself, and that it is right. */
export function MethodForm({ method, onSaved }: MethodFormProps) {
  const chains = chainsOf(useStore(session)?.simulated ?? false);
  const factor = useSecondFactor<CreateMethodBody | UpdateMethodBody>(async (body) =>
    onSaved(await ('version' in body ? updateMethod(method?.id ?? '', body) : createMethod(body))),
  );
  const form = useForm<MethodValues>({
    initial: methodValues(method),
    check: (values) => checkMethod(values, chains),
    async send(values) {
      if (values.gate_id === '') return;
      await factor.first(method ? toUpdateBody(values, method.version) : toCreateBody(values, values.gate_id));
    },
  });
  const mayChange = method?.actions.update ?? true;
  const maySetUp = useMay('merchant_profile_update');
  return (
    <Card title={t('methods.one')} titleHidden>
      <CardBody sx={{ pt: { xs: 4, sm: 5 } }}>
        <form ref={form.ref} noValidate onSubmit={form.submit}>
          <FieldSet disabled={!mayChange}>
            <Where form={form} method={method} chains={chains} />
            {(maySetUp || form.values.automatic) && (
              <AutomaticFields
                automatic={form.values.automatic}
                period={form.values.period}
                error={form.errorOf('period')}
                onAutomatic={(automatic) => form.set('automatic', automatic)}
                onPeriod={(period: MethodPeriod) => form.set('period', period)}
              />
            )}
            <CheckField {...form.box('is_default')} label={t('method.default')} />
            <Confirmed form={form} />
            {mayChange && (
              <Actions>
                <Button type="submit" variant="contained" disabled={form.busy}>
                  {t(form.busy ? 'integration.saving' : method ? 'integration.save' : 'methods.add')}
                </Button>
                <Button component={RouterLink} to="/payouts/method">
                  {t('action.cancel')}
                </Button>
              </Actions>
            )}
          </FieldSet>
        </form>
      </CardBody>
      {factor.isAsked && <SecondFactorDialog send={factor.second} onClose={factor.forget} />}
    </Card>
  );
}

interface WhereProps {
  form: FormState<MethodValues>;
  method: PaymentMethod | undefined;
  chains: ReturnType<typeof chainsOf>;
}

function Where({ form, method, chains }: WhereProps) {
  const { gate_id: gateId } = form.values;
  const choose = (next: CryptoGateId | '') => {
    form.set('gate_id', next);
    form.set('address', '');
    form.set('destination_tag', '');
  };
  return (
    <>
      <Pair>
        <Field {...form.text('title')} label={t('method.title')} help={t('method.titleHelp')} autoComplete="off" />
        <Field
          {...form.text('label')}
          label={t('create.optional', { label: t('method.label') })}
          help={t('method.labelHelp')}
          autoComplete="off"
        />
      </Pair>
      <ChoiceField<CryptoGateId | ''>
        name="gate_id"
        label={t('request.asset')}
        value={gateId}
        disabled={method !== undefined}
        choices={[
          ...(gateId === '' ? [{ value: '' as const, label: t('request.assetHint') }] : []),
          ...CRYPTO_GATES.map((value) => ({ value, label: <AssetLabel gateId={value} /> })),
        ]}
        onChange={choose}
        error={form.errorOf('gate_id')}
      />
      {gateId !== '' && <TargetFields form={unconfirming(form, method)} gateId={gateId} chains={chains} />}
    </>
  );
}

/** The form, whose ticks go when another address is typed. */
function unconfirming(form: FormState<MethodValues>, method: PaymentMethod | undefined): FormState<MethodValues> {
  return {
    ...form,
    text: (name) => {
      const field = form.text(name);
      return {
        ...field,
        onChange: (event) => {
          field.onChange(event);
          const next = confirmedFor({ ...form.values, [name]: event.target.value }, method);
          form.set('ownership_confirmed', next.ownership_confirmed);
          form.set('correctness_confirmed', next.correctness_confirmed);
        },
      };
    },
  };
}

/** Spec §5: both are required. */
function Confirmed({ form }: { form: FormState<MethodValues> }) {
  return (
    <div>
      <CheckField {...form.box('ownership_confirmed')} label={t('method.ownership')} />
      <CheckField {...form.box('correctness_confirmed')} label={t('method.correct')} />
    </div>
  );
}
