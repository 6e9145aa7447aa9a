import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import { useWatch } from 'react-hook-form';
import { Link as RouterLink } from 'react-router';
import type { CreateMethodBody, PaymentMethod, UpdateMethodBody } from '../../api/contract/payment-methods.ts';
import { CRYPTO_GATES, isCryptoGateId } from '../../domain/assets.ts';
import { countryChoices, countryName } from '../auth/countries.ts';
import { AssetLabel } from '../components/asset-label.tsx';
import { Card, CardBody } from '../components/card.tsx';
import { SecondFactorDialog } from '../components/second-factor-dialog.tsx';
import { useSecondFactor } from '../components/use-second-factor.ts';
import { useProvider } from '../data/data-provider.ts';
import { session } from '../data/session.ts';
import { useMay } from '../data/use-may.ts';
import { useStore } from '../data/use-store.ts';
import { ChoiceInput } from '../forms/choice-input.tsx';
import { Form } from '../forms/form.tsx';
import { SelectInput } from '../forms/select-input.tsx';
import { SubmitButton } from '../forms/submit-button.tsx';
import { TextInput } from '../forms/text-input.tsx';
import { t } from '../i18n/translate.ts';
import { Actions, Fields, Pair } from '../integration/parts.tsx';
import { AutomaticInputs } from '../payout-methods/automatic-inputs.tsx';
import { ConfirmedInputs } from '../payout-methods/confirmed-inputs.tsx';
import { chainsOf } from '../payouts/target-check.ts';
import { WalletInputs } from '../payouts/wallet-inputs.tsx';
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
  const provider = useProvider();
  const chains = chainsOf(useStore(session)?.simulated ?? false);
  const factor = useSecondFactor<CreateMethodBody | UpdateMethodBody>(async (body) =>
    onSaved(await ('version' in body ? provider.updateMethod(method?.id ?? '', body) : provider.createMethod(body))),
  );
  const before = methodValues(method);
  const mayChange = method?.actions.update ?? true;
  return (
    <Card title={t('withdrawalMethod.one')} titleHidden>
      <CardBody sx={{ pt: { xs: 4, sm: 5 } }}>
        <Form<MethodValues>
          defaultValues={before}
          rules={(values) => methodProblems(values, chains)}
          send={(values) => factor.first(method ? toUpdateBody(values, method.version) : toCreateBody(values))}
        >
          <FieldSet disabled={!mayChange}>
            <Inputs isNew={method === undefined} />
            <Automatic />
            <Confirmations before={before} />
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
      {isCryptoGateId(gate_id) ? <WalletInputs gateId={gate_id} /> : <Account />}
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
          country === ''
            ? t('withdrawalMethod.ibanHelp')
            : t('withdrawalMethod.country', { country: countryName(country) })
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
      <SelectInput
        source="country"
        label={t('withdrawalMethod.holderCountry')}
        help={t('withdrawalMethod.holderCountryHelp')}
        choices={countryChoices()}
        placeholder={t('withdrawalMethod.chooseCountry')}
      />
    </Fields>
  );
}

function Automatic() {
  const { automatic } = useWatch() as MethodValues;
  const maySetUp = useMay('merchant_profile_update');
  return maySetUp || automatic ? <AutomaticInputs /> : null;
}

function Confirmations({ before }: { before: MethodValues }) {
  const { gate_id } = useWatch() as MethodValues;
  return (
    <ConfirmedInputs<MethodValues>
      destination={DESTINATION}
      before={before}
      ownership={t(isCryptoGateId(gate_id) ? 'withdrawalMethod.ownsWallet' : 'withdrawalMethod.ownsAccount')}
      correctness={t('withdrawalMethod.correct')}
    />
  );
}
