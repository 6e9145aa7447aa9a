import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import { useEffect } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { Link as RouterLink } from 'react-router';
import type { CreateMethodBody, PaymentMethod, UpdateMethodBody } from '../../api/contract/payment-methods.ts';
import { CRYPTO_GATES, type CryptoGateId, gates, isCryptoGateId } from '../../domain/assets.ts';
import { AssetLabel, networkOf } from '../components/asset-label.tsx';
import { Card, CardBody } from '../components/card.tsx';
import { SecondFactorDialog } from '../components/dialog-form.tsx';
import { useSecondFactor } from '../components/use-second-factor.ts';
import { session } from '../data/session.ts';
import { useMay } from '../data/use-may.ts';
import { useStore } from '../data/use-store.ts';
import { CheckInput } from '../forms/check-input.tsx';
import { ChoiceInput } from '../forms/choice-input.tsx';
import { Form } from '../forms/form.tsx';
import { SubmitButton } from '../forms/submit-button.tsx';
import { TextInput } from '../forms/text-input.tsx';
import { t } from '../i18n/translate.ts';
import { Actions, Fields, Pair } from '../integration/parts.tsx';
import { AutomaticFields } from '../payout-methods/automatic-fields.tsx';
import { createMethod, updateMethod } from '../payouts/payout-calls.ts';
import { chainsOf } from '../payouts/target-check.ts';
import { METHODS_PATH } from '../withdrawals/withdrawal-paths.ts';
import {
  countryOf,
  DESTINATION,
  type MethodValues,
  methodProblems,
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

/** All of a method: a bank account or an own wallet, by hand or automatic, and that it is right. */
export function MethodForm({ method, onSaved }: MethodFormProps) {
  const chains = chainsOf(useStore(session)?.simulated ?? false);
  const factor = useSecondFactor<CreateMethodBody | UpdateMethodBody>(async (body) =>
    onSaved(await ('version' in body ? updateMethod(method?.id ?? '', body) : createMethod(body))),
  );
  const mayChange = method?.actions.update ?? true;
  return (
    <Card title={t('withdrawalMethod.one')} titleHidden>
      <CardBody sx={{ pt: { xs: 4, sm: 5 } }}>
        <Form<MethodValues>
          defaultValues={methodValues(method)}
          rules={(values) => methodProblems(values, chains)}
          send={(values) => factor.first(method ? toUpdateBody(values, method.version) : toCreateBody(values))}
        >
          <FieldSet disabled={!mayChange}>
            <Inputs isNew={method === undefined} />
            <Automatic />
            <Confirmations method={method} />
            {mayChange && (
              <Actions>
                <SubmitButton label={t(method ? 'integration.save' : 'methods.add')} busy={t('integration.saving')} />
                <Button component={RouterLink} to={METHODS_PATH}>
                  {t('action.cancel')}
                </Button>
              </Actions>
            )}
          </FieldSet>
        </Form>
      </CardBody>
      {factor.isAsked && <SecondFactorDialog send={factor.second} onClose={factor.forget} />}
    </Card>
  );
}

function Inputs({ isNew }: { isNew: boolean }) {
  const { gate_id } = useWatch() as MethodValues;
  return (
    <>
      <Pair>
        <TextInput source="title" label={t('method.title')} help={t('withdrawalMethod.titleHelp')} autoComplete="off" />
        <TextInput
          source="label"
          label={t('create.optional', { label: t('method.label') })}
          help={t('method.labelHelp')}
          autoComplete="off"
        />
      </Pair>
      <ChoiceInput
        source="gate_id"
        label={t('request.asset')}
        disabled={!isNew}
        choices={(['EUR', ...CRYPTO_GATES] as const).map((value) => ({ value, label: <AssetLabel gateId={value} /> }))}
      />
      {isCryptoGateId(gate_id) ? <Wallet gateId={gate_id} /> : <Account />}
    </>
  );
}

function Wallet({ gateId }: { gateId: CryptoGateId }) {
  return (
    <>
      <TextInput
        source="address"
        label={t('target.address', { network: networkOf(gateId) })}
        help={t('target.addressHelp')}
        autoComplete="off"
        multiline
      />
      {gates[gateId].tag === 'required' && (
        <TextInput
          source="destination_tag"
          label={t('create.optional', { label: t('target.tag') })}
          help={t('target.tagHelp')}
          decimal
        />
      )}
    </>
  );
}

function Account() {
  const { iban } = useWatch() as MethodValues;
  const country = countryOf(iban);
  const optional = (label: string) => t('create.optional', { label });
  return (
    <Fields>
      <TextInput
        source="account_name"
        label={t('withdrawalMethod.accountName')}
        help={t('withdrawalMethod.accountNameHelp')}
        autoComplete="organization"
      />
      <TextInput
        source="iban"
        label={t('withdrawalMethod.iban')}
        help={
          country === '' ? t('withdrawalMethod.ibanHelp') : t('withdrawalMethod.country', { country: nameOf(country) })
        }
        autoComplete="off"
      />
      <Pair>
        <TextInput source="bic" label={t('withdrawalMethod.bic')} autoComplete="off" />
        <TextInput source="bank_name" label={optional(t('withdrawalMethod.bankName'))} autoComplete="off" />
      </Pair>
      <TextInput source="street" label={optional(t('withdrawalMethod.street'))} autoComplete="street-address" />
      <Pair>
        <TextInput source="post_code" label={optional(t('withdrawalMethod.postCode'))} autoComplete="postal-code" />
        <TextInput
          source="town"
          label={t('withdrawalMethod.town')}
          help={t('withdrawalMethod.townHelp')}
          autoComplete="address-level2"
        />
      </Pair>
    </Fields>
  );
}

const COUNTRIES = new Intl.DisplayNames('en', { type: 'region' });

function nameOf(country: string): string {
  return COUNTRIES.of(country) ?? country;
}

function Automatic() {
  const { automatic, period } = useWatch() as MethodValues;
  const { setValue, formState, clearErrors } = useFormContext<MethodValues>();
  const maySetUp = useMay('merchant_profile_update');
  if (!maySetUp && !automatic) return null;
  return (
    <AutomaticFields
      automatic={automatic}
      period={period}
      error={formState.errors.period?.message}
      onAutomatic={(next) => setValue('automatic', next)}
      onPeriod={(next) => {
        setValue('period', next);
        clearErrors('period');
      }}
    />
  );
}

/** Spec §5: both are required, of this destination. */
function Confirmations({ method }: { method: PaymentMethod | undefined }) {
  const values = useWatch() as MethodValues;
  const { setValue } = useFormContext<MethodValues>();
  const before = methodValues(method);
  const isSame = DESTINATION.every((name) => values[name] === before[name]);
  const target = DESTINATION.map((name) => values[name]).join('\n');
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever the destination changes, not only the first time
  useEffect(() => {
    if (isSame) return;
    setValue('ownership_confirmed', false);
    setValue('correctness_confirmed', false);
  }, [target, isSame, setValue]);
  const isWallet = isCryptoGateId(values.gate_id);
  return (
    <div>
      <CheckInput
        source="ownership_confirmed"
        label={t(isWallet ? 'withdrawalMethod.ownsWallet' : 'withdrawalMethod.ownsAccount')}
      />
      <CheckInput source="correctness_confirmed" label={t('withdrawalMethod.correct')} />
    </div>
  );
}
