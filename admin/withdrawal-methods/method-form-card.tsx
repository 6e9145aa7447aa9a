import { useWatch } from 'react-hook-form';
import { CRYPTO_GATES, isCryptoGateId } from '../../domain/assets/assets.ts';
import { countryChoices, countryName } from '../auth/countries.ts';
import { AssetLabel } from '../components/asset-label.tsx';
import { session } from '../data/session.ts';
import { useStore } from '../data/use-store.ts';
import { ChoiceInput } from '../forms/choice-input.tsx';
import { SelectInput } from '../forms/select-input.tsx';
import { TextInput } from '../forms/text-input.tsx';
import { t } from '../i18n/translate.ts';
import { Fields, Pair } from '../integration/parts.tsx';
import { ConfirmedInputs } from '../payout-methods/confirmed-inputs.tsx';
import {
  AutomaticIfPermitted,
  MethodFormFrame,
  type MethodFormProps,
  MethodNames,
} from '../payout-methods/method-form-frame.tsx';
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

/** All of a method: a bank account or an own wallet, by hand or automatic, and that it is right. */
export function MethodForm({ method, onSaved }: MethodFormProps) {
  const chains = chainsOf(useStore(session)?.simulated ?? false);
  const before = methodValues(method);
  return (
    <MethodFormFrame<MethodValues>
      title={t('withdrawalMethod.one')}
      path={METHODS_PATH}
      method={method}
      onSaved={onSaved}
      defaultValues={before}
      rules={(values) => methodProblems(values, chains)}
      toBody={(values) => (method ? toUpdateBody(values, method.version) : toCreateBody(values))}
    >
      <MethodNames help={t('withdrawalMethod.titleHelp')} />
      <Inputs isNew={method === undefined} />
      <AutomaticIfPermitted />
      <Confirmations before={before} />
    </MethodFormFrame>
  );
}

function Inputs({ isNew }: { isNew: boolean }) {
  const { gate_id } = useWatch() as MethodValues;
  return (
    <>
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
        isCode
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
