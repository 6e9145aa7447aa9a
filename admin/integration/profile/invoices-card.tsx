import InputAdornment from '@mui/material/InputAdornment';
import { useWatch } from 'react-hook-form';
import { CRYPTO_GATES } from '../../../domain/assets/assets.ts';
import { AssetLabel } from '../../components/asset-label.tsx';
import { Card, CardBody } from '../../components/card.tsx';
import { CheckGroupInput } from '../../forms/check-group-input.tsx';
import { CheckInput } from '../../forms/check-input.tsx';
import { ChoiceInput } from '../../forms/choice-input.tsx';
import { TextInput } from '../../forms/text-input.tsx';
import { t } from '../../i18n/translate.ts';
import { Fields, Pair } from '../parts.tsx';
import type { ProfilePart, ProfileValues } from './profile-form.ts';

const TAX_TYPES = ['exclusive', 'inclusive', 'exempt'] as const;
const UNDERPAID = ['reject', 'accept'] as const;
const GATES = CRYPTO_GATES.map((value) => ({ value, label: <AssetLabel gateId={value} /> }));
const percent = <InputAdornment position="end">%</InputAdornment>;

/** Currency, assets and tax of new invoices, and their behavior at the end. */
export function InvoicesCard({ profile, disabled }: ProfilePart) {
  return (
    <Card title={t('profile.invoices')}>
      <CardBody>
        <Fields>
          <Pair>
            <ChoiceInput
              source="invoice_currency"
              label={t('profile.currency')}
              choices={profile.currencies.map((value) => ({ value, label: value }))}
              disabled={disabled}
            />
          </Pair>
          <CheckGroupInput source="gates" legend={t('profile.gates')} choices={GATES} disabled={disabled} />
          <TaxInputs disabled={disabled} />
          <EndInputs disabled={disabled} />
        </Fields>
      </CardBody>
    </Card>
  );
}

function TaxInputs({ disabled }: { disabled: boolean }) {
  const taxType = useWatch<ProfileValues, 'tax_type'>({ name: 'tax_type' });
  return (
    <>
      <ChoiceInput
        source="tax_type"
        label={t('profile.taxType')}
        choices={TAX_TYPES.map((value) => ({ value, label: t(`profile.taxType.${value}`) }))}
        disabled={disabled}
      />
      {taxType !== 'exempt' && (
        <Pair>
          <TextInput source="tax_name" label={t('profile.taxName')} disabled={disabled} />
          <TextInput source="tax_rate" label={t('profile.taxRate')} decimal end={percent} disabled={disabled} />
        </Pair>
      )}
    </>
  );
}

/** The treatment of invoices that are paid late or with another amount. */
function EndInputs({ disabled }: { disabled: boolean }) {
  const autocompletes = useWatch<ProfileValues, 'autocomplete'>({ name: 'autocomplete' });
  const tolerance = { decimal: true, end: percent, disabled };
  return (
    <>
      <ChoiceInput
        source="underpaid_policy"
        label={t('profile.underpaid')}
        choices={UNDERPAID.map((value) => ({ value, label: t(`profile.underpaid.${value}`) }))}
        disabled={disabled}
      />
      <Pair>
        <TextInput source="underpaid_tolerance" label={t('profile.underpaidTolerance')} {...tolerance} />
        <TextInput source="overpaid_tolerance" label={t('profile.overpaidTolerance')} {...tolerance} />
      </Pair>
      <CheckInput source="autocomplete" label={t('profile.autocomplete')} disabled={disabled} />
      {autocompletes && (
        <Pair>
          <TextInput
            source="late_tolerance"
            label={t('profile.lateTolerance')}
            help={t('profile.lateToleranceHelp')}
            {...tolerance}
          />
        </Pair>
      )}
    </>
  );
}
