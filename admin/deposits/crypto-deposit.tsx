import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import { useMemo, useState } from 'react';
import { useNotify } from 'react-admin';
import { useWatch } from 'react-hook-form';
import { Link as RouterLink } from 'react-router';
import type { DepositForm, StaticAddress } from '../../api/contract/deposits.ts';
import { AssetLabel, gateName } from '../components/asset-label.tsx';
import { coinsText } from '../components/money.tsx';
import { useProvider } from '../data/data-provider.ts';
import { useRequestKey } from '../data/use-request-key.ts';
import { ChoiceInput } from '../forms/choice-input.tsx';
import { Form } from '../forms/form.tsx';
import { SubmitButton } from '../forms/submit-button.tsx';
import { TextInput } from '../forms/text-input.tsx';
import { t } from '../i18n/translate.ts';
import { ConversionInputs, conversionChoices } from '../integration/conversion-inputs.tsx';
import { Actions, Fields } from '../integration/parts.tsx';
import { type AddressDraft, addressRules, emptyAddress, openGates, toBody } from './address-form.ts';
import { Created } from './created.tsx';

interface CryptoDepositProps {
  form: DepositForm;
}

/** Coins: an address of the customer for one asset, the same one each time. */
export function CryptoDeposit({ form }: CryptoDepositProps) {
  const [address, setAddress] = useState<StaticAddress | null>(null);
  return address === null ? (
    <AddressForm form={form} onCreated={setAddress} />
  ) : (
    <Created address={address} onAnother={() => setAddress(null)} />
  );
}

function AddressForm({ form, onCreated }: CryptoDepositProps & { onCreated: (address: StaticAddress) => void }) {
  const provider = useProvider();
  const notify = useNotify();
  const keyOf = useRequestKey();
  const gates = openGates(form);
  const empty = useMemo(() => emptyAddress(form), [form]);
  return (
    <Form<AddressDraft>
      defaultValues={empty}
      rules={addressRules}
      send={async (draft) => {
        const body = toBody(draft);
        onCreated(await provider.createAddress(body, keyOf(body)));
        notify(t('newDeposit.done'), { type: 'success' });
      }}
    >
      <Fields>
        <ChoiceInput
          source="gate_id"
          label={t('newDeposit.currency')}
          choices={gates.map(({ gate_id }) => ({ value: gate_id, label: <AssetLabel gateId={gate_id} /> }))}
        />
        <Terms form={form} />
        <TextInput
          source="reference"
          label={t('newDeposit.reference')}
          autoComplete="off"
          help={t('newDeposit.referenceHelp')}
        />
        <Conversion form={form} />
        <TextInput
          source="description"
          label={t('create.optional', { label: t('address.description') })}
          autoComplete="off"
          help={t('newDeposit.descriptionHelp')}
        />
        <Actions>
          <SubmitButton label={t('newDeposit.submit')} busy={t('newDeposit.busy')} />
          <Button component={RouterLink} to="/balance">
            {t('action.cancel')}
          </Button>
        </Actions>
      </Fields>
    </Form>
  );
}

const Small = styled('p')(({ theme }) => ({
  fontSize: 13,
  lineHeight: '20px',
  marginTop: -8,
  color: theme.palette.text.secondary,
}));

/** What holds for deposits in the chosen asset. */
function Terms({ form }: CryptoDepositProps) {
  const gateId = useWatch<AddressDraft, 'gate_id'>({ name: 'gate_id' });
  const chosen = form.gates.find(({ gate_id }) => gate_id === gateId);
  if (chosen === undefined) return null;
  return (
    <Small role="status">
      {t('newDeposit.terms', {
        minimum: coinsText(chosen.minimum, gateId),
        percent: Number(form.fee_percent),
        smart_count: chosen.confirmations,
      })}
    </Small>
  );
}

/** The profile's conversion unless another is chosen for this address. */
function Conversion({ form }: CryptoDepositProps) {
  const gateId = useWatch<AddressDraft, 'gate_id'>({ name: 'gate_id' });
  const usual = { value: 'profile' as const, label: t('create.conversion'), help: usualConversion(form) };
  return <ConversionInputs types={[usual, ...conversionChoices()]} profile={form} gates={[gateId]} />;
}

function usualConversion({ autoconversion: { type, gate_id, percent } }: DepositForm): string {
  if (type === 'none' || gate_id === undefined) return t('create.conversion.none');
  const share = type === 'full' ? 100 : (percent ?? 0);
  return t('newDeposit.conversion.share', { percent: share, asset: gateName(gate_id) });
}
