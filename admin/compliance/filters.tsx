import NativeSelect from '@mui/material/NativeSelect';
import OutlinedInput from '@mui/material/OutlinedInput';
import { styled } from '@mui/material/styles';
import { SelectArrow } from '../components/select-arrow.tsx';
import { t } from '../i18n/translate.ts';

export const Filters = styled('search')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: 8,
  padding: '16px 16px',
  borderBottom: `1px solid ${theme.palette.divider}`,
  [theme.breakpoints.up('sm')]: {
    gridTemplateColumns: 'repeat(auto-fit, minmax(160px, 220px))',
    paddingInline: 20,
  },
}));

export interface FilterSelectProps {
  label: string;
  value: string;
  choices: readonly { readonly value: string; readonly label: string }[];
  onChange: (value: string) => void;
}

/** One filter of a list, by the browser's own choice. */
export function FilterSelect({ label, value, choices, onChange }: FilterSelectProps) {
  return (
    <NativeSelect
      value={value}
      onChange={({ target }) => onChange(target.value)}
      IconComponent={SelectArrow}
      input={<OutlinedInput />}
      inputProps={{ 'aria-label': label }}
    >
      {choices.map((choice) => (
        <option key={choice.value} value={choice.value}>
          {choice.label}
        </option>
      ))}
    </NativeSelect>
  );
}

/** Production or sandbox, never both in one list. */
export function ModeFilter({ list }: { list: ModeList }) {
  return (
    <FilterSelect
      label={t('staff.mode')}
      value={list.values.mode ?? 'production'}
      choices={[
        { value: 'production', label: t('staff.mode.production') },
        { value: 'sandbox', label: t('staff.mode.sandbox') },
      ]}
      onChange={(value) => list.change('mode', value)}
    />
  );
}

interface ModeList {
  readonly values: Readonly<Record<string, string>>;
  readonly change: (name: string, value: string) => void;
}
