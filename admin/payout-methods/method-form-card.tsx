import { useFormContext, useWatch } from 'react-hook-form';
import { type ChainKind, CRYPTO_GATES, type CryptoGateId } from '../../domain/assets/assets.ts';
import { AssetLabel } from '../components/asset-label.tsx';
import { session } from '../data/session.ts';
import { useStore } from '../data/use-store.ts';
import { CheckInput } from '../forms/check-input.tsx';
import { ChoiceInput } from '../forms/choice-input.tsx';
import { t } from '../i18n/translate.ts';
import { chainsOf } from '../payouts/target-check.ts';
import { TargetInputs } from '../payouts/target-inputs.tsx';
import { ConfirmedInputs } from './confirmed-inputs.tsx';
import {
  DESTINATION,
  type MethodValues,
  methodRules,
  methodValues,
  toCreateBody,
  toUpdateBody,
} from './method-form.ts';
import { AutomaticIfPermitted, MethodFormFrame, type MethodFormProps, MethodNames } from './method-form-frame.tsx';
import { METHODS_PATH } from './method-path.tsx';

/** All of a method: where to, by hand or automatic, and that it is right. */
export function MethodForm({ method, onSaved }: MethodFormProps) {
  const chains = chainsOf(useStore(session)?.simulated ?? false);
  const before = methodValues(method);
  const toBody = (values: MethodValues) => {
    const { gate_id } = values;
    if (method) return toUpdateBody(values, method.version);
    return gate_id === '' ? null : toCreateBody({ ...values, gate_id });
  };
  return (
    <MethodFormFrame
      title={t('methods.one')}
      path={METHODS_PATH}
      method={method}
      onSaved={onSaved}
      defaultValues={before}
      rules={methodRules(chains)}
      toBody={toBody}
    >
      <MethodNames help={t('method.titleHelp')} />
      <Where isNew={method === undefined} chains={chains} />
      <AutomaticIfPermitted />
      <CheckInput source="is_default" label={t('method.default')} />
      <ConfirmedInputs<MethodValues>
        destination={DESTINATION}
        before={before}
        ownership={t('method.ownership')}
        correctness={t('method.correct')}
      />
    </MethodFormFrame>
  );
}

function Where({ isNew, chains }: { isNew: boolean; chains: readonly ChainKind[] }) {
  const { gate_id: gateId } = useWatch() as MethodValues;
  const { setValue } = useFormContext<MethodValues>();
  return (
    <>
      <ChoiceInput<CryptoGateId | ''>
        source="gate_id"
        label={t('request.asset')}
        disabled={!isNew}
        choices={[
          ...(gateId === '' ? [{ value: '' as const, label: t('request.assetHint') }] : []),
          ...CRYPTO_GATES.map((value) => ({ value, label: <AssetLabel gateId={value} /> })),
        ]}
        onChosen={() => {
          setValue('address', '');
          setValue('destination_tag', '');
        }}
      />
      {gateId !== '' && <TargetInputs gateId={gateId} chains={chains} />}
    </>
  );
}
