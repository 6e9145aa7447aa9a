import type { MethodPeriod } from '../../domain/payout-methods/fields.ts';
import { ChoiceField } from '../components/choice-field.tsx';
import { Toggle } from '../components/toggle.tsx';
import { t } from '../i18n/translate.ts';
import { periodChoices } from './method-form.ts';

export interface AutomaticFieldsProps {
  automatic: boolean;
  period: MethodPeriod | '';
  error: string | undefined;
  onAutomatic: (automatic: boolean) => void;
  onPeriod: (period: MethodPeriod) => void;
}

/** By hand, or the whole balance again and again: the toggle and how often. */
export function AutomaticFields({ automatic, period, error, onAutomatic, onPeriod }: AutomaticFieldsProps) {
  return (
    <>
      <Toggle
        label={t('method.automatic')}
        help={t('method.automaticHelp')}
        checked={automatic}
        onChange={() => onAutomatic(!automatic)}
      />
      {automatic && (
        <ChoiceField<MethodPeriod | ''>
          name="period"
          label={t('method.period')}
          value={period}
          choices={[
            ...(period === '' ? [{ value: '' as const, label: t('method.periodHint') }] : []),
            ...periodChoices(),
          ]}
          onChange={(next) => next !== '' && onPeriod(next)}
          error={error}
        />
      )}
    </>
  );
}
