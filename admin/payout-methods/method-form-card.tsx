import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import { useFormContext, useWatch } from 'react-hook-form';
import { Link as RouterLink } from 'react-router';
import type { CreateMethodBody, PaymentMethod, UpdateMethodBody } from '../../api/contract/payment-methods.ts';
import { type ChainKind, CRYPTO_GATES, type CryptoGateId } from '../../domain/assets.ts';
import { AssetLabel } from '../components/asset-label.tsx';
import { Card, CardBody } from '../components/card.tsx';
import { SecondFactorDialog } from '../components/second-factor-dialog.tsx';
import { useSecondFactor } from '../components/use-second-factor.ts';
import { useProvider } from '../data/data-provider.ts';
import { session } from '../data/session.ts';
import { useMay } from '../data/use-may.ts';
import { useStore } from '../data/use-store.ts';
import { CheckInput } from '../forms/check-input.tsx';
import { ChoiceInput } from '../forms/choice-input.tsx';
import { Form } from '../forms/form.tsx';
import { SubmitButton } from '../forms/submit-button.tsx';
import { TextInput } from '../forms/text-input.tsx';
import { t } from '../i18n/translate.ts';
import { Actions, Pair } from '../integration/parts.tsx';
import { chainsOf } from '../payouts/target-check.ts';
import { TargetInputs } from '../payouts/target-inputs.tsx';
import { AutomaticInputs } from './automatic-inputs.tsx';
import { ConfirmedInputs } from './confirmed-inputs.tsx';
import {
  DESTINATION,
  type MethodValues,
  methodRules,
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
  const provider = useProvider();
  const chains = chainsOf(useStore(session)?.simulated ?? false);
  const factor = useSecondFactor<CreateMethodBody | UpdateMethodBody>(async (body) =>
    onSaved(await ('version' in body ? provider.updateMethod(method?.id ?? '', body) : provider.createMethod(body))),
  );
  const before = methodValues(method);
  const mayChange = method?.actions.update ?? true;
  return (
    <Card title={t('methods.one')} titleHidden>
      <CardBody sx={{ pt: { xs: 4, sm: 5 } }}>
        <Form<MethodValues>
          defaultValues={before}
          rules={methodRules(chains)}
          send={async (values) => {
            const { gate_id } = values;
            if (method) await factor.first(toUpdateBody(values, method.version));
            else if (gate_id !== '') await factor.first(toCreateBody({ ...values, gate_id }));
          }}
        >
          <FieldSet disabled={!mayChange}>
            <Where isNew={method === undefined} chains={chains} />
            <Automatic />
            <CheckInput source="is_default" label={t('method.default')} />
            <ConfirmedInputs<MethodValues>
              destination={DESTINATION}
              before={before}
              ownership={t('method.ownership')}
              correctness={t('method.correct')}
            />
            {mayChange && (
              <Actions>
                <SubmitButton label={t(method ? 'integration.save' : 'methods.add')} busy={t('integration.saving')} />
                <Button component={RouterLink} to="/payouts/method">
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

function Where({ isNew, chains }: { isNew: boolean; chains: readonly ChainKind[] }) {
  const { gate_id: gateId } = useWatch() as MethodValues;
  const { setValue } = useFormContext<MethodValues>();
  return (
    <>
      <Pair>
        <TextInput source="title" label={t('method.title')} help={t('method.titleHelp')} autoComplete="off" />
        <TextInput
          source="label"
          label={t('create.optional', { label: t('method.label') })}
          help={t('method.labelHelp')}
          autoComplete="off"
        />
      </Pair>
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

/** Shown to those who may turn it on, and to all where it is on. */
function Automatic() {
  const { automatic } = useWatch() as MethodValues;
  const maySetUp = useMay('merchant_profile_update');
  return maySetUp || automatic ? <AutomaticInputs /> : null;
}
