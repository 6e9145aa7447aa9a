import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import { styled } from '@mui/material/styles';
import { useEffect, useState } from 'react';
import { VisuallyHidden } from '../components/card.tsx';
import { CheckboxIcon, CheckedIcon } from '../components/checkbox-icons.tsx';
import { FilterButton } from '../components/filter-button.tsx';
import { t } from '../i18n/translate.ts';

const Choices = styled('fieldset')({
  display: 'grid',
  gap: 2,
  margin: 0,
  padding: '2px 14px',
  maxHeight: '60dvh',
  overflowY: 'auto',
});

export interface ChoicesFilterProps {
  name: string;
  /** Every value there is, in its usual order. */
  all: readonly string[];
  wordOf: (choice: string) => string;
  chosen: readonly string[];
  onChosen: (chosen: readonly string[]) => void;
}

/** Several of many. */
export function ChoicesFilter({ name, all, wordOf, chosen, onChosen }: ChoicesFilterProps) {
  const [shown, setShown] = useShown(chosen);
  const toggle = (choice: string) => {
    const isOff = shown.includes(choice);
    const next = all.filter((each) => (each === choice ? !isOff : shown.includes(each)));
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
          {all.map((choice) => (
            <FormControlLabel
              key={choice}
              label={wordOf(choice)}
              control={
                <Checkbox
                  checked={shown.includes(choice)}
                  onChange={() => toggle(choice)}
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
function useShown(chosen: readonly string[]) {
  const [shown, setShown] = useState(chosen);
  const key = chosen.join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: each render makes a new list, so its content counts
  useEffect(() => setShown(chosen), [key]);
  return [shown, setShown] as const;
}
