import { Field, type FieldProps } from '../components/field.tsx';
import { t } from '../i18n/translate.ts';

/** Why somebody does something: kept with the name. */
export function ReasonField(props: Omit<FieldProps, 'label' | 'help' | 'multiline' | 'minRows'>) {
  return <Field {...props} label={t('staff.reason')} help={t('staff.reason.help')} multiline minRows={3} />;
}
