import InputAdornment from '@mui/material/InputAdornment';
import { useWatch } from 'react-hook-form';
import { keptAsTheyAre } from '../../../domain/conversion/pairs.ts';
import { AssetLabel, networkOf, tickerOf } from '../../components/asset-label.tsx';
import { Card, CardBody } from '../../components/card.tsx';
import { ChoiceInput } from '../../forms/choice-input.tsx';
import { TextInput } from '../../forms/text-input.tsx';
import { t } from '../../i18n/translate.ts';
import { Fields, Pair, Quiet } from '../parts.tsx';
import type { ProfilePart, ProfileValues } from './profile-form.ts';

const TYPES = ['none', 'full', 'partial'] as const;

/** What becomes of what comes in, and what cannot be converted (spec §5). */
export function ConversionCard({ profile, disabled }: ProfilePart) {
  const [autoconversion, gates] = useWatch<ProfileValues, ['autoconversion', 'gates']>({
    name: ['autoconversion', 'gates'],
  });
  const { type, gate_id: target } = autoconversion;
  const kept = type === 'none' ? [] : keptAsTheyAre(gates, target);
  return (
    <Card title={t('profile.conversion')}>
      <CardBody>
        <Fields>
          <ChoiceInput
            source="autoconversion.type"
            label={t('profile.conversionType')}
            help={t(`profile.conversion.${type}Help`)}
            choices={TYPES.map((value) => ({ value, label: t(`profile.conversion.${value}`) }))}
            disabled={disabled}
          />
          {type !== 'none' && (
            <Pair>
              <ChoiceInput
                source="autoconversion.gate_id"
                label={t('profile.conversionTarget')}
                choices={profile.conversion_targets.map((value) => ({ value, label: <AssetLabel gateId={value} /> }))}
                disabled={disabled}
              />
              {type === 'partial' && (
                <TextInput
                  source="autoconversion.percent"
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
