import FormControl from '@mui/material/FormControl';
import FormHelperText from '@mui/material/FormHelperText';
import InputLabel from '@mui/material/InputLabel';
import NativeSelect from '@mui/material/NativeSelect';
import OutlinedInput from '@mui/material/OutlinedInput';
import { useId } from 'react';
import { SelectArrow } from '../components/select-arrow.tsx';
import { type Bound, useBound } from './use-bound.ts';

export interface SelectInputProps extends Bound {
  label: string;
  choices: readonly { readonly value: string; readonly label: string }[];
  /** Displayed until an option is chosen. */
  placeholder: string;
  help?: string | undefined;
  autoComplete?: string;
  /** 44 px, for forms of their own page. */
  large?: boolean;
}

/**
 * One of many by the browser's own list, which is searched by typing, and on a phone is the phone's; bound to the form
 * around it.
 */
export function SelectInput(props: SelectInputProps) {
  const { source, label, choices, placeholder, help, autoComplete, large = false } = props;
  const { name, value, error, onChange, onBlur, inputRef } = useBound<string>(source);
  const id = useId();
  const note = error ?? help;
  return (
    <FormControl fullWidth error={Boolean(error)}>
      <InputLabel htmlFor={id}>{label}</InputLabel>
      <NativeSelect
        value={value}
        onChange={onChange}
        onBlur={onBlur}
        inputRef={inputRef}
        IconComponent={SelectArrow}
        input={<OutlinedInput id={id} name={name} sx={large ? { minHeight: 44 } : undefined} />}
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
        <FormHelperText id={`${id}-note`} role={error ? 'alert' : undefined}>
          {note}
        </FormHelperText>
      )}
    </FormControl>
  );
}
