import FormControl from '@mui/material/FormControl';
import FormHelperText from '@mui/material/FormHelperText';
import InputLabel from '@mui/material/InputLabel';
import MenuItem from '@mui/material/MenuItem';
import Select from '@mui/material/Select';
import { type ReactNode, type Ref, useId } from 'react';
import { SelectArrow } from './select-arrow.tsx';

export interface ChoiceFieldProps<Value extends string> {
  label: string;
  value: Value;
  choices: readonly { value: Value; label: ReactNode }[];
  onChange: (value: Value) => void;
  help?: string | undefined;
  error?: string | undefined;
  name?: string;
  disabled?: boolean;
  inputRef?: Ref<HTMLElement>;
}

/** One of several, its label above. */
export function ChoiceField<Value extends string>({
  label,
  value,
  choices,
  onChange,
  help,
  error,
  name,
  disabled = false,
  inputRef,
}: ChoiceFieldProps<Value>) {
  const id = useId();
  const note = error ?? help;
  return (
    <FormControl fullWidth error={Boolean(error)} disabled={disabled}>
      <InputLabel id={`${id}-label`}>{label}</InputLabel>
      <Select
        labelId={`${id}-label`}
        id={id}
        displayEmpty
        name={name || undefined}
        value={value}
        inputRef={inputRef ?? undefined}
        onChange={(event) => onChange(event.target.value as Value)}
        IconComponent={SelectArrow}
        aria-describedby={note ? `${id}-note` : undefined}
      >
        {choices.map((choice) => (
          <MenuItem key={choice.value} value={choice.value}>
            {choice.label}
          </MenuItem>
        ))}
      </Select>
      {note && <FormHelperText id={`${id}-note`}>{note}</FormHelperText>}
    </FormControl>
  );
}
