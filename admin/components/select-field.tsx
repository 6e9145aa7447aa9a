import FormControl from '@mui/material/FormControl';
import FormHelperText from '@mui/material/FormHelperText';
import InputLabel from '@mui/material/InputLabel';
import NativeSelect from '@mui/material/NativeSelect';
import OutlinedInput from '@mui/material/OutlinedInput';
import { type Ref, useId } from 'react';
import { SelectArrow } from './select-arrow.tsx';

export interface SelectFieldProps {
  label: string;
  name: string;
  value: string;
  choices: readonly { readonly value: string; readonly label: string }[];
  onChange: (event: { target: { value: string } }) => void;
  onBlur?: () => void;
  inputRef?: Ref<HTMLElement>;
  /** Stands there until one is chosen. */
  placeholder: string;
  error?: string | undefined;
  help?: string | undefined;
  autoComplete?: string;
  /** 44 px, for forms of their own page. */
  large?: boolean;
}

/** One of many by the browser's own list: it is searched by typing, and on a phone it is the phone's. */
export function SelectField(props: SelectFieldProps) {
  const {
    label,
    name,
    value,
    choices,
    onChange,
    onBlur,
    inputRef,
    placeholder,
    error,
    help,
    autoComplete,
    large = false,
  } = props;
  const id = useId();
  const note = error ?? help;
  return (
    <FormControl fullWidth error={Boolean(error)}>
      <InputLabel htmlFor={id}>{label}</InputLabel>
      <NativeSelect
        value={value}
        onChange={onChange}
        {...(onBlur ? { onBlur } : {})}
        {...(inputRef ? { inputRef } : {})}
        IconComponent={SelectArrow}
        input={<OutlinedInput id={id} name={name} {...(large ? { sx: { minHeight: 44 } } : {})} />}
        inputProps={{ autoComplete, 'aria-describedby': note ? `${id}-note` : undefined }}
      >
        <option value="" disabled>
          {placeholder}
        </option>
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.label}
          </option>
        ))}
      </NativeSelect>
      {note && (
        <FormHelperText id={`${id}-note`} {...(error ? { role: 'alert' } : {})}>
          {note}
        </FormHelperText>
      )}
    </FormControl>
  );
}
