import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import { styled } from '@mui/material/styles';
import { useEffect, useState } from 'react';
import { VisuallyHidden } from '../components/card.tsx';
import { CheckboxIcon, CheckedIcon } from '../components/checkbox-icons.tsx';
import { FilterButton } from '../components/filter-button.tsx';
import { t } from '../i18n/translate.ts';
import { toggleStatus } from './history-filter.ts';

const Choices = styled('fieldset')({
  display: 'grid',
  gap: 2,
  margin: 0,
  padding: '2px 14px',
  maxHeight: '60dvh',
  overflowY: 'auto',
});

export interface StatusFilterProps<Status extends string> {
  name: string;
  /** Every status there is, in its usual order. */
  all: readonly Status[];
  wordOf: (status: Status) => string;
  chosen: readonly Status[];
  onChosen: (chosen: Status[]) => void;
}

/** Several of many. */
export function StatusFilter<Status extends string>(props: StatusFilterProps<Status>) {
  const { name, all, wordOf, chosen, onChosen } = props;
  const [shown, setShown] = useShown(chosen);
  const toggle = (status: Status) => {
    const next = toggleStatus(all, shown, status);
    setShown(next);
    onChosen(next);
  };
  const only = shown.length === 1 ? shown[0] : undefined;
  const several = shown.length === 0 ? name : t('history.filter.count', { name, smart_count: shown.length });
  return (
    <FilterButton name={name} label={only === undefined ? several : wordOf(only)} on={shown.length > 0}>
      {() => (
        <Choices>
          <VisuallyHidden as="legend">{name}</VisuallyHidden>
          {all.map((status) => (
            <FormControlLabel
              key={status}
              label={wordOf(status)}
              control={
                <Checkbox
                  checked={shown.includes(status)}
                  onChange={() => toggle(status)}
                  icon={<CheckboxIcon />}
                  checkedIcon={<CheckedIcon />}
                />
              }
            />
          ))}
        </Choices>
      )}
    </FilterButton>
  );
}

/** A box is ticked at once; the address, which holds what is chosen, follows a moment later. */
function useShown<Status extends string>(chosen: readonly Status[]) {
  const [shown, setShown] = useState(chosen);
  const key = chosen.join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the list is made anew each time, its content counts
  useEffect(() => setShown(chosen), [key]);
  return [shown, setShown] as const;
}
