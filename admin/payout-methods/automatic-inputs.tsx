import { useWatch } from 'react-hook-form';
import type { MethodPeriod } from '../../domain/payout-methods/fields.ts';
import { ChoiceInput } from '../forms/choice-input.tsx';
import { ToggleInput } from '../forms/toggle-input.tsx';
import { t } from '../i18n/translate.ts';
import { periodChoices } from './period.ts';

export interface AutomaticValues {
  readonly automatic: boolean;
  readonly period: MethodPeriod | '';
}

/** By hand, or the whole balance again and again: the fields `automatic` and `period`. */
export function AutomaticInputs() {
  const { automatic, period } = useWatch() as AutomaticValues;
  return (
    <>
      <ToggleInput source="automatic" label={t('method.automatic')} help={t('method.automaticHelp')} />
      {automatic && (
        <ChoiceInput<MethodPeriod | ''>
          source="period"
          label={t('method.period')}
          choices={[
            ...(period === '' ? [{ value: '' as const, label: t('method.periodHint') }] : []),
            ...periodChoices(),
          ]}
        />
      )}
    </>
  );
}
