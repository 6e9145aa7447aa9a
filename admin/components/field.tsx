import FormControl from '@mui/material/FormControl';
import FormHelperText from '@mui/material/FormHelperText';
import InputLabel from '@mui/material/InputLabel';
import OutlinedInput, { type OutlinedInputProps } from '@mui/material/OutlinedInput';
import { styled, type Theme } from '@mui/material/styles';
import { type ReactNode, useId } from 'react';

const CODE = ({ typography }: Theme) => ({ fontFamily: typography.code.fontFamily });
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
  /** Addresses and the like: letters of one width, so that similar ones are told apart. */
  isCode?: boolean;
  minRows?: number;
  /** Suggestions of the browser; the field accepts any other text as well. */
  suggestions?: readonly Suggestion[];
}

export interface Suggestion {
  readonly value: string;
  /** Beside it in the browser's list. */
  readonly label?: string;
}

/** A text field with its label above and, below it, the error above the hint that states the limits. */
export function Field(props: FieldProps) {
  const {
    label,
    error,
    help,
    large = false,
    beside,
    end,
    decimal = false,
    isCode = false,
    suggestions,
    ...input
  } = props;
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
            list: suggestions ? `${id}-suggestions` : undefined,
          },
        }}
        sx={{
          ...(isCode ? { '& input, & textarea': CODE } : {}),
          ...(large ? { minHeight: 44 } : {}),
          ...(decimal ? { fontVariantNumeric: 'tabular-nums' } : {}),
          // The browser's triangle, beside which our arrows look foreign. The list opens without it.
          ...(suggestions ? { '& input::-webkit-calendar-picker-indicator': { display: 'none !important' } } : {}),
        }}
      />
      {suggestions && (
        <datalist id={`${id}-suggestions`}>
          {suggestions.map(({ value, label: beside }) => (
            <option key={value} value={value} label={beside} />
          ))}
        </datalist>
      )}
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
