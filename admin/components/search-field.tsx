import InputAdornment from '@mui/material/InputAdornment';
import OutlinedInput from '@mui/material/OutlinedInput';
import { useEffect, useRef, useState } from 'react';
import { Icon } from '../look/icon.tsx';
import { useSettled } from './use-settled.ts';

export interface SearchFieldProps {
  value: string;
  label: string;
  hint: string;
  autoFocus?: boolean;
  onSearch: (search: string) => void;
}

/** Asks once the typing pauses; follows the filter when it is changed elsewhere, as by the back button. */
export function SearchField({ value, label, hint, autoFocus = false, onSearch }: SearchFieldProps) {
  const [typed, setTyped] = useState(value);
  const searched = useRef(value);
  const settled = useSettled(typed.trim());
  useEffect(() => {
    if (value === searched.current) return;
    searched.current = value;
    setTyped(value);
  }, [value]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: asks only when the typing has settled
  useEffect(() => {
    if (settled === searched.current || settled !== typed.trim()) return;
    searched.current = settled;
    onSearch(settled);
  }, [settled]);
  return (
    <OutlinedInput
      type="search"
      autoFocus={autoFocus}
      value={typed}
      onChange={(event) => setTyped(event.target.value)}
      placeholder={hint}
      inputProps={{ 'aria-label': label, maxLength: 200 }}
      startAdornment={
        <InputAdornment position="start" sx={{ mr: 0 }}>
          <Icon name="search" />
        </InputAdornment>
      }
    />
  );
}
