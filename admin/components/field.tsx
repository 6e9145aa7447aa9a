import FormControl from '@mui/material/FormControl';
import FormHelperText from '@mui/material/FormHelperText';
import InputLabel from '@mui/material/InputLabel';
import OutlinedInput, { type OutlinedInputProps } from '@mui/material/OutlinedInput';
import { styled } from '@mui/material/styles';
import { type ReactNode, useId } from 'react';

const LabelRow = styled('div')({ display: 'flex', justifyContent: 'space-between', gap: 12 });

export interface FieldProps
  extends Pick<
    OutlinedInputProps,
    | 'name'
    | 'type'
    | 'autoComplete'
    | 'autoFocus'
    | 'value'
    | 'onChange'
    | 'onBlur'
    | 'multiline'
    | 'placeholder'
    | 'disabled'
    | 'inputRef'
  > {
  label: string;
  error?: string | undefined;
  help?: ReactNode;
  /** 44 px, for forms of their own page. */
  large?: boolean;
  /** At the right end of the label's line. */
  beside?: ReactNode;
  /** Inside the field, at its end: a unit or a button. */
  end?: ReactNode;
  decimal?: boolean;
  minRows?: number;
}

/** A text field with its label above; what is wrong stands in words below it, over the hint with its limits. */
export function Field({ label, error, help, large = false, beside, end, decimal = false, ...input }: FieldProps) {
  const id = useId();
  const notes = [error && `${id}-error`, help && `${id}-help`].filter(Boolean).join(' ');
  return (
    <FormControl fullWidth error={Boolean(error)}>
      <LabelRow>
        <InputLabel htmlFor={id}>{label}</InputLabel>
        {beside}
      </LabelRow>
      <OutlinedInput
        id={id}
        endAdornment={end}
        {...input}
        slotProps={{
          input: {
            'aria-describedby': notes || undefined,
            ...(decimal ? { inputMode: 'decimal', autoComplete: 'off' } : {}),
          },
        }}
        sx={{
          ...(large ? { minHeight: 44 } : {}),
          ...(decimal ? { fontVariantNumeric: 'tabular-nums' } : {}),
        }}
      />
      {error && (
        <FormHelperText id={`${id}-error`} role="alert">
          {error}
        </FormHelperText>
      )}
      {help && (
        <FormHelperText id={`${id}-help`} error={false}>
          {help}
        </FormHelperText>
      )}
    </FormControl>
  );
}
