import InputAdornment from '@mui/material/InputAdornment';
import { keptAsTheyAre } from '../../../domain/conversion/pairs.ts';
import { AssetLabel, networkOf, tickerOf } from '../../components/asset-label.tsx';
import { Card, CardBody } from '../../components/card.tsx';
import { ChoiceField } from '../../components/choice-field.tsx';
import { Field } from '../../components/field.tsx';
import { t } from '../../i18n/translate.ts';
import { Fields, Pair, Quiet } from '../parts.tsx';
import { chosenGates, targetOf } from './profile-form.ts';
import type { ProfilePart } from './shop-card.tsx';

const TYPES = ['none', 'full', 'partial'] as const;

/** What becomes of what comes in, and what cannot be converted (spec §5). */
export function ConversionCard({ form, profile, disabled }: ProfilePart) {
  const { values } = form;
  const type = TYPES.find((each) => each === values.conversion_type) ?? 'none';
  const target = targetOf(values);
  const kept = type === 'none' ? [] : keptAsTheyAre(chosenGates(values), target);
  return (
    <Card title={t('profile.conversion')}>
      <CardBody>
        <Fields>
          <ChoiceField
            label={t('profile.conversionType')}
            help={t(`profile.conversion.${type}Help`)}
            value={type}
            choices={TYPES.map((value) => ({ value, label: t(`profile.conversion.${value}`) }))}
            onChange={(value) => form.set('conversion_type', value)}
            disabled={disabled}
          />
          {type !== 'none' && (
            <Pair>
              <ChoiceField
                name="autoconversion.gate_id"
                label={t('profile.conversionTarget')}
                value={target}
                choices={profile.conversion_targets.map((value) => ({ value, label: <AssetLabel gateId={value} /> }))}
                onChange={(value) => form.set('autoconversion.gate_id', value)}
                error={form.errorOf('autoconversion.gate_id')}
                disabled={disabled}
              />
              {type === 'partial' && (
                <Field
                  {...form.text('autoconversion.percent')}
                  label={t('profile.conversionPercent')}
                  decimal
                  end={<InputAdornment position="end">%</InputAdornment>}
                  disabled={disabled}
                />
              )}
            </Pair>
          )}
          {kept.length > 0 && (
            <Quiet role="status">
              {t('profile.conversionKept', {
                target: tickerOf(target),
                gates: kept.map((id) => `${tickerOf(id)} (${networkOf(id)})`).join(', '),
              })}
            </Quiet>
          )}
        </Fields>
      </CardBody>
    </Card>
  );
}
