import Checkbox from '@mui/material/Checkbox';
import FormControl from '@mui/material/FormControl';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormHelperText from '@mui/material/FormHelperText';
import { type ChangeEvent, type ReactNode, type Ref, useId } from 'react';
import { CheckboxIcon, CheckedIcon } from '../components/checkbox-icons.tsx';

export interface CheckFieldProps {
  label: ReactNode;
  name: string;
  checked: boolean;
  error?: string | undefined;
  disabled?: boolean;
  inputRef?: Ref<HTMLInputElement>;
  onChange: (event: ChangeEvent<HTMLInputElement>) => void;
}

/** A box to tick, with what is wrong about it in words below. */
export function CheckField({ label, name, checked, error, disabled = false, inputRef, onChange }: CheckFieldProps) {
  const id = useId();
  return (
    <FormControl error={Boolean(error)} disabled={disabled}>
      <FormControlLabel
        sx={{ alignItems: 'flex-start' }}
        control={
          <Checkbox
            name={name}
            checked={checked}
            onChange={onChange}
            inputRef={inputRef ?? undefined}
            icon={<CheckboxIcon />}
            checkedIcon={<CheckedIcon />}
            slotProps={{ input: { 'aria-describedby': error ? id : undefined, 'aria-invalid': Boolean(error) } }}
          />
        }
        label={<span style={{ display: 'block', paddingTop: 2 }}>{label}</span>}
      />
      {error && (
        <FormHelperText id={id} role="alert" sx={{ mt: 0, ml: '28px' }}>
          {error}
        </FormHelperText>
      )}
    </FormControl>
  );
}
