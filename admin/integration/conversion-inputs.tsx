import InputAdornment from '@mui/material/InputAdornment';
import { useWatch } from 'react-hook-form';
import type { IntegrationProfile } from '../../contract/integration.ts';
import type { GateId } from '../../domain/assets/assets.ts';
import { keptAsTheyAre } from '../../domain/conversion/pairs.ts';
import { AssetLabel, gateName, tickerOf } from '../components/asset-label.tsx';
import { ChoiceInput } from '../forms/choice-input.tsx';
import { TextInput } from '../forms/text-input.tsx';
import { t } from '../i18n/translate.ts';
import { CONVERSION_TYPES, type ConversionValues } from './conversion-form.ts';
import { Pair, Quiet } from './parts.tsx';

export interface ConversionInputsProps<Type extends string> {
  types: readonly { readonly value: Type; readonly label: string; readonly help: string }[];
  profile: Pick<IntegrationProfile, 'conversion_targets'>;
  /** The assets that may come in. */
  gates: readonly GateId[];
  disabled?: boolean;
}

/** The conversion of a form's `autoconversion`, and what cannot be converted (spec §5). */
export function ConversionInputs<Type extends string>(props: ConversionInputsProps<Type>) {
  const { types, profile, gates, disabled = false } = props;
  const { type, gate_id: target } = useWatch<{ autoconversion: ConversionValues<string> }, 'autoconversion'>({
    name: 'autoconversion',
  });
  const converts = type === 'full' || type === 'partial';
  const kept = converts ? keptAsTheyAre([...gates], target) : [];
  return (
    <>
      <ChoiceInput
        source="autoconversion.type"
        label={t('profile.conversionType')}
        help={types.find(({ value }) => value === type)?.help}
        choices={types}
        disabled={disabled}
      />
      {converts && (
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
            gates: kept.map((id) => gateName(id)).join(', '),
          })}
        </Quiet>
      )}
    </>
  );
}

/** The choices of a profile, which are among those of an invoice. */
export const conversionChoices = () =>
  CONVERSION_TYPES.map((value) => ({
    value,
    label: t(`profile.conversion.${value}`),
    help: t(`profile.conversion.${value}Help`),
  }));
