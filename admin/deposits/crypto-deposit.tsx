import { styled } from '@mui/material/styles';
import { useMemo } from 'react';
import { useWatch } from 'react-hook-form';
import type { DepositForm } from '../../contract/deposits.ts';
import { AssetLabel, gateName } from '../components/asset-label.tsx';
import { coinsText } from '../components/money.tsx';
import { ChoiceInput } from '../forms/choice-input.tsx';
import { t } from '../i18n/translate.ts';
import { ConversionInputs, conversionChoices } from '../integration/conversion-inputs.tsx';
import { type AddressDraft, emptyAddress, openGates } from './address-form.ts';
import { NewAddress } from './new-address.tsx';

interface CryptoDepositProps {
  form: DepositForm;
}

/** Coins: an address of the customer for one asset, the same one each time. */
export function CryptoDeposit({ form }: CryptoDepositProps) {
  const gates = openGates(form);
  const empty = useMemo(() => emptyAddress(form), [form]);
  return (
    <NewAddress
      empty={empty}
      terms={
        <>
          <ChoiceInput
            source="gate_id"
            label={t('newDeposit.currency')}
            choices={gates.map(({ gate_id }) => ({ value: gate_id, label: <AssetLabel gateId={gate_id} /> }))}
          />
          <Terms form={form} />
        </>
      }
      conversion={<Conversion form={form} />}
    />
  );
}

const Small = styled('p')(({ theme }) => ({
  fontSize: 13,
  lineHeight: '20px',
  marginTop: -8,
  color: theme.palette.text.secondary,
}));

/** Fees, minimum and other terms of deposits in the chosen asset. */
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
