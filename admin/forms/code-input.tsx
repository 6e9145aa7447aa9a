import { useEffect } from 'react';
import { useFormContext, useFormState } from 'react-hook-form';
import { CODE_LENGTH } from '../components/code-digits.ts';
import { t } from '../i18n/translate.ts';
import { CodeField, type CodeFieldProps } from './code-field.tsx';
import { SendWhenComplete } from './send-when-complete.tsx';
import { useBound } from './use-bound.ts';

/** How long a refused code stays visible before the field is cleared (spec §5). */
export const CLEAR_MS = 1000;

export interface CodeInputProps extends Pick<CodeFieldProps, 'label' | 'help' | 'autoFocus'> {
  source: string;
  /** The field that takes the focus once the code is complete: it is not the last one. */
  next?: string;
  /** Sends the form once the code is complete (spec §5): it is the last field. */
  sends?: boolean;
}

/** Six digits; emptied one second after the server refused them, unless something else was typed meanwhile. */
export function CodeInput({ source, next, sends = false, help, ...props }: CodeInputProps) {
  const { isRefused, value, onChange, inputRef, name, error } = useBound<string>(source);
  const { setValue, setFocus } = useFormContext();
  const { isSubmitting } = useFormState();
  useEffect(() => {
    if (!isRefused || value === '') return;
    const clearing = setTimeout(() => setValue(source, ''), CLEAR_MS);
    return () => clearTimeout(clearing);
  }, [isRefused, value, setValue, source]);
  const isComplete = value.length === CODE_LENGTH;
  useEffect(() => {
    if (isComplete && next !== undefined) setFocus(next);
  }, [isComplete, next, setFocus]);
  return (
    <>
      <CodeField
        {...props}
        help={sends && isSubmitting ? t('code.checking') : help}
        name={name}
        value={value}
        error={error}
        busy={isSubmitting}
        onChange={onChange}
        inputRef={inputRef}
      />
      {sends && <SendWhenComplete sources={[source]} />}
    </>
  );
}
