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
  const { form, profile, disabled } = part;
  const { values } = form;
  const gatesWrong = form.errorOf('gate_BTC');
  return (
    <Card title={t('profile.invoices')}>
      <CardBody>
        <Fields>
          <Pair>
            <Choice
              {...part}
              name="invoice_currency"
              label={t('profile.currency')}
              choices={profile.currencies.map((value) => ({ value, label: value }))}
            />
          </Pair>
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
          <Choice
            {...part}
            name="tax_type"
            label={t('profile.taxType')}
            choices={TAX_TYPES.map((value) => ({ value, label: t(`profile.taxType.${value}`) }))}
          />
          {values.tax_type !== 'exempt' && (
            <Pair>
              <Field {...form.text('tax_name')} label={t('profile.taxName')} disabled={disabled} />
              <Field
                {...form.text('tax_rate')}
                label={t('profile.taxRate')}
                decimal
                end={percent}
                disabled={disabled}
              />
            </Pair>
          )}
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
          <Choice
            {...part}
            name="underpaid_policy"
            label={t('profile.underpaid')}
            choices={UNDERPAID.map((value) => ({ value, label: t(`profile.underpaid.${value}`) }))}
          />
          <Pair>
            <Field
              {...form.text('underpaid_tolerance')}
              label={t('profile.underpaidTolerance')}
              decimal
              end={percent}
              disabled={disabled}
            />
            <Field
              {...form.text('overpaid_tolerance')}
              label={t('profile.overpaidTolerance')}
              decimal
              end={percent}
              disabled={disabled}
            />
          </Pair>
          <CheckField {...form.box('autocomplete')} label={t('profile.autocomplete')} disabled={disabled} />
          {values.autocomplete && (
            <Pair>
              <Field
                {...form.text('late_tolerance')}
                label={t('profile.lateTolerance')}
                help={t('profile.lateToleranceHelp')}
                decimal
                end={percent}
                disabled={disabled}
              />
            </Pair>
          )}
        </Fields>
      </CardBody>
    </Card>
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
