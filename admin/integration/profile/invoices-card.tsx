import InputAdornment from '@mui/material/InputAdornment';
import { CRYPTO_GATES } from '../../../domain/assets.ts';
import { AssetLabel } from '../../components/asset-label.tsx';
import { Card, CardBody } from '../../components/card.tsx';
import { CheckField } from '../../components/check-field.tsx';
import { ChoiceField } from '../../components/choice-field.tsx';
import { Field } from '../../components/field.tsx';
import { t } from '../../i18n/translate.ts';
import { Fields, Group, Pair } from '../parts.tsx';
import type { ProfileValues } from './profile-form.ts';
import type { ProfilePart } from './shop-card.tsx';

const TAX_TYPES = ['exclusive', 'inclusive', 'exempt'] as const;
const PAYERS = ['merchant', 'customer'] as const;
const UNDERPAID = ['reject', 'accept'] as const;
const percent = <InputAdornment position="end">%</InputAdornment>;

/** What a new invoice offers, costs, and does at its end. */
export function InvoicesCard(part: ProfilePart) {
  return (
    <Card title={t('profile.invoices')}>
      <CardBody>
        <Fields>
          <Pair>
            <Choice
              {...part}
              name="invoice_currency"
              label={t('profile.currency')}
              choices={part.profile.currencies.map((value) => ({ value, label: value }))}
            />
          </Pair>
          <GateFields {...part} />
          <TaxFields {...part} />
          <Pair>
            {(['service_fee_payer', 'network_fee_payer'] as const).map((name) => (
              <Choice
                key={name}
                {...part}
                name={name}
                label={t(name === 'service_fee_payer' ? 'profile.serviceFeePayer' : 'profile.networkFeePayer')}
                choices={PAYERS.map((value) => ({ value, label: t(`profile.payer.${value}`) }))}
              />
            ))}
          </Pair>
          <EndFields {...part} />
        </Fields>
      </CardBody>
    </Card>
  );
}

function GateFields({ form, disabled }: ProfilePart) {
  const gatesWrong = form.errorOf('gate_BTC');
  return (
    <Group disabled={disabled}>
      <legend>{t('profile.gates')}</legend>
      <div>
        {CRYPTO_GATES.map((id) => (
          <CheckField
            key={id}
            {...form.box(`gate_${id}`)}
            error={undefined}
            label={<AssetLabel gateId={id} />}
            disabled={disabled}
          />
        ))}
      </div>
      {gatesWrong && <p role="alert">{gatesWrong}</p>}
    </Group>
  );
}

function TaxFields(part: ProfilePart) {
  const { form, disabled } = part;
  return (
    <>
      <Choice
        {...part}
        name="tax_type"
        label={t('profile.taxType')}
        choices={TAX_TYPES.map((value) => ({ value, label: t(`profile.taxType.${value}`) }))}
      />
      {form.values.tax_type !== 'exempt' && (
        <Pair>
          <Field {...form.text('tax_name')} label={t('profile.taxName')} disabled={disabled} />
          <Percent {...part} name="tax_rate" label={t('profile.taxRate')} />
        </Pair>
      )}
    </>
  );
}

/** What becomes of an invoice that is paid with another amount, or late. */
function EndFields(part: ProfilePart) {
  const { form, disabled } = part;
  return (
    <>
      <Choice
        {...part}
        name="underpaid_policy"
        label={t('profile.underpaid')}
        choices={UNDERPAID.map((value) => ({ value, label: t(`profile.underpaid.${value}`) }))}
      />
      <Pair>
        <Percent {...part} name="underpaid_tolerance" label={t('profile.underpaidTolerance')} />
        <Percent {...part} name="overpaid_tolerance" label={t('profile.overpaidTolerance')} />
      </Pair>
      <CheckField {...form.box('autocomplete')} label={t('profile.autocomplete')} disabled={disabled} />
      {form.values.autocomplete && (
        <Pair>
          <Percent
            {...part}
            name="late_tolerance"
            label={t('profile.lateTolerance')}
            help={t('profile.lateToleranceHelp')}
          />
        </Pair>
      )}
    </>
  );
}

interface PercentProps extends ProfilePart {
  name: 'tax_rate' | 'underpaid_tolerance' | 'overpaid_tolerance' | 'late_tolerance';
  label: string;
  help?: string;
}

function Percent({ form, disabled, name, label, help }: PercentProps) {
  return (
    <Field
      {...form.text(name)}
      label={label}
      {...(help === undefined ? {} : { help })}
      decimal
      end={percent}
      disabled={disabled}
    />
  );
}

interface ChoiceProps extends ProfilePart {
  name: keyof ProfileValues & string;
  label: string;
  choices: readonly { value: string; label: string }[];
}

function Choice({ form, disabled, name, label, choices }: ChoiceProps) {
  return (
    <ChoiceField
      name={name}
      label={label}
      value={String(form.values[name])}
      choices={choices}
      onChange={(value) => form.set(name, value)}
      error={form.errorOf(name)}
      disabled={disabled}
    />
  );
}
