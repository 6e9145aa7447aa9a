import { useFormContext } from 'react-hook-form';
import { SubmitButton } from '../forms/submit-button.tsx';
import { t } from '../i18n/translate.ts';
import type { ReportBy } from './use-report.ts';

/** Two ways to send the form around it, which has them apart by its value `by`. */
export function ReportButtons({ disabled = false }: { disabled?: boolean }) {
  const { setValue } = useFormContext<{ by: ReportBy }>();
  return (
    <>
      <SubmitButton
        label={t('export.mail')}
        variant="outlined"
        disabled={disabled}
        onClick={() => setValue('by', 'mail')}
      />
      <SubmitButton label={t('export.download')} disabled={disabled} onClick={() => setValue('by', 'download')} />
    </>
  );
}
